"""data.py BENCH: what bench/data.py makes, on raw data of a few rows in the layout of ../shared/data."""
import gzip
import io
import lzma
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy
import PIL.Image

bench = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(bench))
import data_sets  # noqa: E402
import sources  # noqa: E402

random = numpy.random.default_rng(1)


def idx(array):
    return b"\0\0\x08" + bytes([array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def npy(array):
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


class Components(unittest.TestCase):
    def test_components_are_those_of_the_singular_value_decomposition(self):
        pixels = random.integers(0, 256, (40, 6)).astype(numpy.uint8)
        mean, components = data_sets.principal_components(pixels, 3)
        _, _, rows = numpy.linalg.svd(pixels - pixels.mean(axis=0), full_matrices=False)
        numpy.testing.assert_allclose(mean, pixels.mean(axis=0), rtol=1e-15)
        numpy.testing.assert_allclose(numpy.abs(components.T @ rows[:3].T), numpy.eye(3), atol=1e-12)
        for component in components.T:
            self.assertGreater(component[numpy.abs(component).argmax()], 0)

    def test_standardised_values_have_mean_0_and_deviation_1(self):
        values = data_sets.standardised(numpy.array([1, 2, 2, 7, 2]))
        self.assertAlmostEqual(values.mean(), 0, places=15)
        self.assertAlmostEqual(values.std(), 1, places=15)
        self.assertEqual(numpy.argsort(values, kind="stable").tolist(), [0, 1, 2, 4, 3])


class Raw(unittest.TestCase):
    """Each with raw files in a folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.shared = pathlib.Path(self.folder.name)
        self.sources = sources.Sources(self.shared, self.shared / "cache")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, data):
        path = self.shared / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)

    def test_mnist_scales_the_first_score_to_deviation_1_and_treats_the_test_rows_alike(self):
        images, labels = random.integers(0, 256, (90, 4, 4)).astype(numpy.uint8), numpy.tile([7, 9, 3], 30).astype(numpy.uint8)
        for part, count in (("train", 90), ("t10k", 30)):
            self.write(f"mnist/{part}-images-idx3-ubyte.gz", gzip.compress(idx(images[:count])))
            self.write(f"mnist/{part}-labels-idx1-ubyte.gz", gzip.compress(idx(labels[:count])))
        files, columns = data_sets.mnist(*self.sources.mnist(), count=5)
        self.assertEqual(files["X.npy"].shape, (60, 5))
        self.assertEqual(len(columns), 5)
        self.assertEqual(files["y.npy"][:4].tolist(), [1, 0, 1, 0])
        self.assertAlmostEqual(files["X.npy"][:, 0].std(), 1, places=7)
        numpy.testing.assert_allclose(files["X.npy"].mean(axis=0), 0, atol=1e-8)
        numpy.testing.assert_array_equal(files["X_test.npy"], files["X.npy"][:20])

    def test_cifar_reads_sprites_and_keeps_signs(self):
        pixels = random.integers(0, 256, (40, 1024, 3)).astype(numpy.uint8)
        for part, rows in (("train", slice(0, 30)), ("test", slice(30, 40))):
            png = io.BytesIO()
            PIL.Image.fromarray(pixels[rows]).save(png, "png")
            self.write(f"cifar10_3class/X_{part}.png", png.getvalue())
            self.write(f"cifar10_3class/y_{part}.npy", npy((numpy.arange(40) % 4)[rows].astype(numpy.uint8)))
        read, labels = self.sources.cifar()
        chosen = pixels[numpy.arange(40) % 4 < 3]
        numpy.testing.assert_array_equal(read[5], numpy.concatenate([chosen[5, :, plane] for plane in range(3)]))
        # Twelve pixels stand for all: with more columns than rows the last components would be any.
        files, columns = data_sets.cifar(read[:, :12], labels, count=4)
        self.assertEqual((files["X.npy"].shape, len(columns)), ((30, 4), 4))
        self.assertEqual(set(files["X.npy"].flat), {-1.0, 1.0})
        self.assertEqual(files["y.npy"][:4].tolist(), [0, 1, 2, 0])

    def test_flights_have_a_column_for_each_effect(self):
        count = 1000
        minute = numpy.sort(random.integers(0, 20 * 1440, count)).astype(numpy.int32)
        origin, destination = (random.choice(4, count, p=[0.1, 0.4, 0.3, 0.2]).astype(numpy.uint16) for _ in range(2))
        delay, distance = random.integers(-30, 200, count).astype(numpy.int16), random.integers(50, 3000, count).astype(numpy.int16)
        for name, column in dict(minute=minute, delay=delay, distance=distance, origin=origin, dest=destination).items():
            self.write(f"flights3m/{name}.npy.xz", lzma.compress(npy(column)))
        self.write("flights3m/airports.txt", b"AAA\nBBB\nCCC\nDDD\n")
        files, columns = data_sets.flights(**self.sources.flights(), rows=count, largest=2)
        table = dict(zip(columns, files["X.npy"].T))
        self.assertEqual(columns[-4:], ["from_BBB", "from_CCC", "to_BBB", "to_CCC"])
        numpy.testing.assert_array_equal(files["y.npy"], delay / 15)
        numpy.testing.assert_array_equal(table["to_CCC"], destination == 2)
        numpy.testing.assert_array_equal(table["sunday"], minute // 1440 % 7 == 6)
        numpy.testing.assert_allclose(table["cos_3"], numpy.cos(6 * numpy.pi * (minute % 1440) / 1440), atol=1e-9)
        numpy.testing.assert_allclose(table["log_distance"] * numpy.log(distance).std() + numpy.log(distance).mean(),
                                      numpy.log(distance), atol=1e-8)
        fewer, columns = data_sets.flights(**self.sources.flights(), rows=600, largest=2)
        self.assertEqual(fewer["X.npy"].shape, (600, len(columns)))

    def test_molecules_leave_out_what_does_not_vary(self):
        features = random.normal(size=(50, 3)).astype(numpy.float32)
        features[:, 1] = 0
        self.write("cep_pce/X.npy.xz", lzma.compress(npy(features)))
        self.write("cep_pce/y.npy", npy(numpy.arange(50, dtype=numpy.float32)))
        self.write("cep_pce/columns.txt", b"weight\nrings\ncharge\n")
        files, columns = data_sets.molecules(*self.sources.molecules())
        self.assertEqual(columns, ["weight", "charge"])
        numpy.testing.assert_allclose(files["X.npy"].std(axis=0), 1, rtol=1e-12)

    def run_data(self, *arguments):
        return subprocess.run([sys.executable, bench / "data.py", "--from", self.shared, "--to", self.shared / "made", *arguments],
                              capture_output=True, text=True)

    def test_what_cannot_be_had_is_skipped_with_a_reason(self):
        result = self.run_data("molecules")
        self.assertEqual(result.returncode, 1)
        self.assertIn("molecules: skipped: there is no", result.stdout)

    def test_what_is_not_as_recorded_is_refused(self):
        self.test_molecules_leave_out_what_does_not_vary()
        result = self.run_data("molecules")
        self.assertEqual(result.returncode, 1)
        self.assertIn("its checksum is not that of checksums.sha256", result.stderr)
        self.assertFalse((self.shared / "made" / "molecules").exists())

    def test_an_unknown_name_is_refused(self):
        result = self.run_data("iris")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no data set 'iris'. There are: mnist cifar flights molecules", result.stderr)

    def test_check_makes_nothing(self):
        result = self.run_data("--check")
        self.assertEqual((result.returncode, result.stdout), (0, "mnist: not made\ncifar: not made\nflights: not made\nmolecules: not made\n"))


unittest.main()
