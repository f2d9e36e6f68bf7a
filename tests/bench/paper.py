"""paper.py BENCH PROGRAM: bench/paper.py on made-up data, and what it computes from draws."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import numpy

bench, program = pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1)
sys.path.insert(0, str(bench))
import coda  # noqa: E402
import paper  # noqa: E402
import plots  # noqa: E402


def autoregression(phi, n=400):
    """x_i = φ x_{i−1} + u_i, with u from a linear congruential generator: the same numbers everywhere."""
    values, x, word = [], 0.0, 12345
    for _ in range(n):
        word = (1103515245 * word + 12345) % 2**31
        x = phi * x + word / 2**31 - 0.5
        values.append(x)
    return values


class Coda(unittest.TestCase):
    def test_effective_sizes_are_those_of_coda(self):
        draws = numpy.array([autoregression(phi) for phi in (0.0, 0.5, 0.95, -0.4, 0.999)]).T
        # effectiveSize of R's coda 0.19-4
        numpy.testing.assert_allclose(coda.effective_size(draws), [400, 138.050703398, 12.0684861653, 997.110769419, 5.2135849853], rtol=1e-9)

    def test_a_column_that_does_not_vary_has_no_effective_draws(self):
        self.assertEqual(coda.effective_size(numpy.column_stack([numpy.ones(50), autoregression(0.2, 50)]))[0], 0)


class Words(unittest.TestCase):
    def test_numbers_have_three_digits_or_all_before_the_point(self):
        self.assertEqual([paper.number(x) for x in (None, 0, 12214, 0.01234, 1.5e8, 2.5e-5)],
                         ["–", "0", "12,214", "0.0123", "1.50·10^8", "2.50·10^-5"])

    def test_runs_that_lie_apart_have_a_large_r_hat(self):
        runs = [numpy.array(autoregression(0.1))[:, None] + shift for shift in (0, 3)]
        self.assertGreater(paper.largest_r_hat(runs), 2)
        self.assertLess(paper.largest_r_hat([runs[0], runs[1] - 3]), 1.01)
        self.assertIsNone(paper.largest_r_hat(runs[:1]))


class Softmax(unittest.TestCase):
    def test_what_all_classes_have_in_common_is_taken_out(self):
        random = numpy.random.default_rng(3)
        weights, common, even = random.normal(size=(20, 3, 4)), random.normal(size=(20, 1, 4)), random.normal(size=(20, 1))
        weights -= weights.mean(axis=1, keepdims=True)
        squares = [even, even + 3 * (common**2).sum(axis=2)]
        chain, moved = (numpy.hstack([w.reshape(20, 12), square]) for w, square in zip((weights, weights + common), squares))
        numpy.testing.assert_allclose(paper.differences(moved, 3), paper.differences(chain, 3), atol=1e-12)
        numpy.testing.assert_allclose(paper.differences(chain, 3)[:, 0] - paper.differences(chain, 3)[:, 4], weights[:, 0, 0] - weights[:, 1, 0], atol=1e-12)
        numpy.testing.assert_array_equal(paper.differences(chain, 3)[:, -1], even[:, 0])


class Plots(unittest.TestCase):
    def test_what_a_logarithm_has_no_place_for_is_left_out(self):
        drawn = plots.panel("title", "x", "y", [("regular", [0, 1, 10, 100], [5, 0, 20, 30], None)])
        self.assertEqual(drawn.count("<circle"), 2)

    def test_powers_of_ten_are_written_as_such(self):
        self.assertEqual([plots.short(x) for x in (0, 100, 0.01, 1e6, 2e-7)], ["0", "100", "0.01", "10⁶", "2·10⁻⁷"])


class Smoke(unittest.TestCase):
    def run_paper(self, *arguments):
        return subprocess.run([sys.executable, bench / "paper.py", program, *arguments], capture_output=True, text=True)

    def test_a_little_of_every_part_runs_on_made_up_data(self):
        result = self.run_paper("--smoke")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for part in paper.parts:
            self.assertIn(f"==== {part} ====", result.stdout)
            self.assertRegex(result.stdout, rf"paper/{part}\.svg: \d+ bytes")
        for sampler in ("regular", "untuned", "MAP-tuned", "default", "independence", "elliptical"):
            self.assertRegex(result.stdout, rf"{sampler} +run 1 of")

    def test_an_unknown_part_is_refused(self):
        result = self.run_paper("iris")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no part 'iris'. There are: mnist cifar flights molecules scaling imbalance", result.stderr)
        result = subprocess.run([program, "iris"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no part 'iris'", result.stderr)

    def test_a_part_without_its_data_is_passed_over_with_a_message(self):
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([program, "--smoke", "--data", folder, "--book", folder, "mnist"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"mnist: {folder}/mnist is not there; make it with ./dev data", result.stdout)


class Recorded(unittest.TestCase):
    """What is kept in the repository belongs together."""

    def test_tables_figures_and_plots_are_those_of_the_parts_that_are_kept(self):
        kept = bench / "results"
        if not (kept / "paper.json").exists():
            self.skipTest("no run is kept")
        results = {part: json.loads((kept / "paper" / f"{part}.json").read_text()) for part in paper.parts
                   if (kept / "paper" / f"{part}.json").exists()}
        records = paper.make_records(results)
        self.assertEqual(json.loads((kept / "paper.json").read_text()), records)
        self.assertEqual((kept / "paper.md").read_text(), paper.markdown(results, records))
        for part in results:
            xml.etree.ElementTree.parse(kept / "paper" / f"{part}.svg")


unittest.main()
