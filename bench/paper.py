#!/usr/bin/env python3
"""paper.py PROGRAM [--smoke] [--report] [--share S] [PART…]: the paper's experiments and what goes beyond them. PROGRAM is bench_paper.

Parts: mnist, cifar, flights, molecules, scaling, imbalance; all when none is named. Each part is run, and what it measured is kept in
bench/results/paper/PART.json, with the machine, the commit and the lengths of the runs. From all that is there come bench/results/paper.json
(figures with their limits), bench/results/paper.md (tables) and bench/results/paper/PART.svg. --report runs nothing and makes these anew.
--share 0.2 takes a fifth of all iterations; tables say how many there were.
--smoke runs a little of everything on made-up data, in seconds, and writes only to a temporary folder.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy

import coda
import plots

root = pathlib.Path(__file__).resolve().parent.parent
has_data = {"mnist", "cifar", "flights", "molecules"}  # of its own, which data.py makes
parts = ["mnist", "cifar", "flights", "molecules", "scaling", "imbalance"]
# Maclaurin & Adams 2014, Table 1, its regular and MAP-tuned rows: queries per iteration, ESS of 1000 iterations, speed-up.
published = {
    "MNIST": {"regular": (12214, 3.7, 1), "MAP-tuned": (207, 1.4, 22)},
    "CIFAR": {"regular": (18000, 8.0, 1), "MAP-tuned": (654, 3.3, 11)},
    "flights": {"regular": (18_180_000, 1.3, 1), "MAP-tuned": (575_528, 1.2, 29)},
}
# The paper's algorithm a query; the default a query; the default a second against the paper's regular sampler, and against our best one.
aims = {"MNIST": (10, 4000, 1000, 8), "CIFAR": (5, 500, 30, 2), "flights": (15, 1e8, 1e7, 5000)}


# ---- from draws to figures ----


def machine():
    info = pathlib.Path("/proc/cpuinfo").read_text().split("\n")
    name = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), "unknown processor")
    speed = next((float(line.split(":", 1)[1]) / 1000 for line in info if line.startswith("cpu MHz")), 0)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{name}, {speed:.1f} GHz, {os.cpu_count()} cores, {memory:.0f} GB"


def commit():
    def git(*words):
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True).stdout.strip()

    # Only what a figure may depend on: results are written by this very script, and words change nothing.
    changed = git("status", "--porcelain", "--", "bench", "modules", "src", ":!bench/results")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" and changes" if changed else "")


def largest_r_hat(chains):
    """Of all columns, without splitting: how far runs lie apart, against how far a run wanders."""
    if len(chains) < 2:
        return None
    n = len(chains[0])
    within = numpy.mean([c.var(axis=0, ddof=1) for c in chains], axis=0)
    between = numpy.var([c.mean(axis=0) for c in chains], axis=0, ddof=1)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return float(numpy.nanmax(numpy.sqrt((n - 1) / n + between / within)))


def differences(chain, classes):
    """Weights of a softmax less what all classes have in common. Of that the likelihood sees nothing: it is the prior's alone, so wide that steps that
    suit the rest do not get anywhere in it, and what ESS says of it depends on nothing but the length of the run."""
    weights = chain[:, :-1].reshape(len(chain), classes, -1)
    common = weights.mean(axis=1, keepdims=True)
    # Under the prior N(0, 1) the common part of θ* is zero, and its share of ‖θ − θ*‖²_H the sum of its squares.
    return numpy.column_stack([(weights - common).reshape(len(chain), -1), chain[:, -1] - classes * (common**2).sum(axis=(1, 2))])


def effective(chains):
    """Of 1000 iterations, for each column; coda adds up what chains have."""
    return 1000 * sum(coda.effective_size(chain) for chain in chains) / sum(map(len, chains))


def digest_sampler(book, case, name, runs, classes):
    """One sampler on one posterior, from all its runs."""
    def mean(key):
        return float(numpy.mean([run[key] for run in runs]))

    chains = [numpy.load(book / f"{case}.{name}.{run['run']}.npy") for run in runs]
    result = {key: mean(key) for key in ("burn_in", "draws", "burn_in_queries", "burn_in_seconds", "queries", "bright", "acceptance")}
    result["runs"], result["effective_from"] = len(runs), runs[0]["effective_from"]
    if not result["effective_from"]:
        if classes > 1:
            result["of_weights"] = {"ess_min": float(effective(chains)[:-1].min()), "r_hat": largest_r_hat(chains)}
            chains = [differences(chain, classes) for chain in chains]
        ess = effective(chains)
        result |= {"ess_min": float(ess[:-1].min()), "ess_median": float(numpy.median(ess[:-1])), "ess_even": float(ess[-1]),
                   "r_hat": largest_r_hat(chains)}
        even = numpy.concatenate([chain[:, -1] for chain in chains])
        result["even_mean"] = float(even.mean())
        result["even_error"] = float(even.std() / math.sqrt(max(ess[-1] * len(even) / 1000, 1)))
    traces = [book / f"{case}.{name}.{run['run']}.csv" for run in runs]
    if all(path.exists() for path in traces):
        table = numpy.array([numpy.loadtxt(path, delimiter=",", skiprows=1, ndmin=2) for path in traces])
        digits = lambda values: [float(f"{v:.6g}") for v in values]  # noqa: E731
        result["trace"] = {"iteration": digits(table[0, :, 0]), "log_posterior": digits(table[:, :, 1].mean(axis=0)),
                           "log_posterior_sd": digits(table[:, :, 1].std(axis=0)), "queries": digits(table[:, :, 2].mean(axis=0)),
                           "queries_sd": digits(table[:, :, 2].std(axis=0))}
    return result


def digest(part, book, made_by, share):
    facts = [json.loads(line) for line in (book / "facts.jsonl").read_text().splitlines()]

    def of(kind):
        return [fact for fact in facts if fact["kind"] == kind]

    result = {"part": part, "machine": machine(), "commit": made_by, "date": datetime.date.today().isoformat(), "share": share,
              "scales": [[f["scale"], f["score"]] for f in of("scale")],
              "chosen_scale": next((f["scale"] for f in of("chosen scale")), None), "cases": {}}
    for case in of("case"):
        entry = {key: case[key] for key in ("rows", "columns", "dimension")} | {"maximum": case["log posterior at the maximum"], "samplers": {}}
        entry |= next(({"share": f["share"], "positives": f["positives"]} for f in of("share") if f["case"] == case["case"]), {})
        by_name = {}
        for run in of("run"):
            if run["case"] == case["case"]:
                by_name.setdefault(run["sampler"], []).append(run)
        for name, runs in by_name.items():
            ordered = sorted(runs, key=lambda run: run["run"])
            entry["samplers"][name] = digest_sampler(book, case["case"], name, ordered, round(case["dimension"] / case["columns"]))
        for timed in of("time"):
            if timed["case"] == case["case"]:
                sampler = entry["samplers"][timed["sampler"]]
                sampler["seconds_a_query"] = timed["seconds_a_query"]
                sampler["seconds"] = timed["seconds_a_query"] * sampler["queries"]
        for set_up in of("set-up"):
            if set_up["case"] == case["case"] and set_up["sampler"] in entry["samplers"]:  # some are left out
                entry["samplers"][set_up["sampler"]]["set_up"] = {k: set_up[k] for k in ("seconds", "bytes", "expected", "words") if k in set_up}
        result["cases"][case["case"]] = entry
    # What was too short for effective draws of its own has those of a smaller case.
    for entry in result["cases"].values():
        for name, sampler in entry["samplers"].items():
            if sampler["effective_from"]:
                other = result["cases"].get(sampler["effective_from"], {}).get("samplers", {}).get(name, {})
                sampler |= {key: other.get(key) for key in ("ess_min", "ess_median", "ess_even", "r_hat")}
    return result


# ---- from figures to tables and plots ----


def per_query(sampler, which="ess_min"):
    return (sampler[which] or 0) / 1000 / sampler["queries"] if sampler["queries"] else math.inf


def per_second(sampler, which="ess_min"):
    return (sampler[which] or 0) / 1000 / sampler["seconds"]


def best_control(samplers):
    return max((samplers[name] for name in ("independence", "elliptical") if name in samplers), key=per_second)


def number(value):
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    if abs(value) >= 1e6 or abs(value) < 1e-3:
        mantissa, power = f"{value:.2e}".split("e")
        return f"{mantissa}·10^{int(power)}"
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"


def views(case, samplers):
    """A softmax has two sets of coordinates: see `differences`."""
    if "of_weights" not in samplers["regular"]:
        return [(case, samplers)]
    return [(f"{case}, weights", {name: s | s["of_weights"] for name, s in samplers.items()}), (f"{case}, differences between classes", samplers)]


def make_records(results):
    """The figures with their limits."""
    records = []

    def add(source, figure, value, unit, limit, sense):
        holds = value <= limit if sense == "at most" else value >= limit
        records.append({"figure": figure, "value": float(f"{value:.6g}"), "unit": unit, "limit": limit, "sense": sense, "holds": bool(holds),
                        "machine": source["machine"], "commit": source["commit"]})

    for part, case in (("mnist", "MNIST"), ("cifar", "CIFAR"), ("flights", "flights")):
        if part not in results or case not in results[part]["cases"]:
            continue
        source = results[part]
        for name, samplers in views(case, source["cases"][case]["samplers"]):
            regular, tuned, ours, control = samplers["regular"], samplers["MAP-tuned"], samplers["default"], best_control(samplers)
            paper, query, second, best = aims[case]
            add(source, f"{name}: ESS per query of the paper's MAP-tuned firefly against regular, worst coordinate", per_query(tuned) / per_query(regular),
                "times", paper, "at least")
            add(source, f"{name}: ESS per query of the default against the paper's regular sampler", per_query(ours) / per_query(regular), "times",
                query, "at least")
            add(source, f"{name}: ESS per second of the default against the paper's regular sampler", per_second(ours) / per_second(regular), "times",
                second, "at least")
            add(source, f"{name}: ESS per second of the default against this project's best regular sampler", per_second(ours) / per_second(control),
                "times", best, "at least")
    if all(part in results for part in parts):
        add(results["mnist"], "all parts together", sum(results[part]["seconds"] for part in parts) / 60, "minutes", 60, "at most")
    return records


titles = {"regular": "regular", "untuned": "untuned", "MAP-tuned": "MAP-tuned", "default": "**default**",
          "independence": "independence Metropolis, all data", "elliptical": "elliptical slices, all data"}


def in_order(samplers):
    return [(name, samplers[name]) for name in titles if name in samplers]


def experiment_table(case, entry):
    samplers, lines = entry["samplers"], []
    regular = samplers["regular"]
    paper = published.get(case.split(",")[0], {}) if case in published else {}
    lines.append("| sampler | queries/iteration | bright | ESS/1000: worst; median; ‖·‖² | worst R-hat | µs/iteration | ESS/query, times regular: worst; median "
                 "| ESS/second, times regular | mean of ‖·‖² | runs × draws | burn-in: iterations; queries | the paper's queries; ESS; times |")
    lines.append("|" + " --- |" * 12)
    for name, s in in_order(samplers):
        borrowed = "¹" if s["effective_from"] else ""
        theirs = "; ".join(f"{x:,}" for x in paper[name]) if name in paper else "–"
        even = f"{s['even_mean']:.4g} ± {s['even_error']:.2g}" if "even_mean" in s else "–"
        lines.append(
            f"| {titles[name]} | {number(s['queries'])} | {number(s['bright'])} | {number(s['ess_min'])}{borrowed}; {number(s['ess_median'])}; "
            f"{number(s['ess_even'])} | {number(s['r_hat'])} | {number(1e6 * s['seconds'])} | {number(per_query(s) / per_query(regular))}; "
            f"{number(per_query(s, 'ess_median') / per_query(regular, 'ess_median'))} | {number(per_second(s) / per_second(regular))} | {even} | "
            f"{s['runs']} × {s['draws']:,.0f} | {s['burn_in']:,.0f}; {number(s['burn_in_queries'])} | {theirs} |")
    if any(s["effective_from"] for s in samplers.values()):
        source = next(s["effective_from"] for s in samplers.values() if s["effective_from"])
        lines.append(f"\n¹ Too expensive for effective draws of its own: time and queries are from these runs, ESS from “{source}”.")
    if any("of_weights" in s for s in samplers.values()):
        lines.append("\nAll of this is of differences between classes. Of the weights as they are, worst ESS/1000; R-hat: " +
                     ", ".join(f"{name} {number(s['of_weights']['ess_min'])}; {number(s['of_weights']['r_hat'])}" for name, s in in_order(samplers)) + ".")
    set_up = samplers.get("default", {}).get("set_up")
    if set_up:
        lines.append(f"\nThe default: {set_up['words']} Set-up {set_up['seconds']:.2g} s on one thread.")
    return lines


def growth_table(entries, first):
    lines = [f"| {first} | sampler | M | queries/iteration | ESS/1000, worst | worst R-hat | ESS/query | µs/iteration | ESS/second | set-up, s "
             "| memory beside the data, MB | runs × draws |", "|" + " --- |" * 12]
    for label, entry in entries:
        for name, s in in_order(entry["samplers"]):
            borrowed = "¹" if s["effective_from"] else ""
            set_up = s.get("set_up", {})
            memory = number(set_up["bytes"] / 1e6) if set_up.get("bytes", 0) > 0 else "–"
            lines.append(f"| {label} | {titles[name]} | {number(s['bright'])} | {number(s['queries'])} | {number(s['ess_min'])}{borrowed} | "
                         f"{number(s['r_hat'])} | {number(per_query(s))} | {number(1e6 * s['seconds'])} | {number(per_second(s))} | {number(set_up.get('seconds'))} | "
                         f"{memory} | {s['runs']} × {s['draws']:,.0f} |")
    return lines


notes = {
    "mnist": "Logistic regression of 7 against 9 on 50 principal components and a bias. Random walk, acceptance 0.234, isotropic; untuned ξ = 1.5, q = 0.1; MAP-tuned "
             "q = 0.01; five runs from prior draws. The paper's own components and its prior scale are not public: ours are of the centred pixels, all divided "
             "by the spread of the first, and the scale is the one with the best score of the maximum on the test rows.",
    "cifar": "Softmax regression of airplane, automobile, bird on 256 signs and a bias, prior N(0, 1). MALA, acceptance 0.57, isotropic; Böhning's bound, untuned at "
             "η* = 0 with q = 0.1, MAP-tuned q = 0.01; five runs from prior draws. The paper's features are codes of an autoencoder that is not public; ours are "
             "signs of the leading principal components.",
    "flights": "Robust regression, ν = 4, scale 1, Laplace prior of scale 1, 57 columns. Slice sampling along one random direction an iteration, isotropic; untuned ξ = 0 with "
               "q = 0.1, MAP-tuned q = 0.01. The paper has 1.8 million molecules that are not public; these are flights. At full size chains start at draws from "
               "the Laplace approximation, not from the prior: a burn-in with 1.8 million bright data takes longer than all else together. Every 180th row has five "
               "runs from prior draws; every 18th row, from Laplace draws, the ESS of what is too slow at full size.",
    "molecules": "Robust regression as for flights, on 29,978 organic photovoltaic molecules. Many of the 57 descriptors are sums of others: each is taken less what those "
                 "before it explain, and left out when nothing remains. The Laplace prior is on the coefficients of these. Five runs from Laplace draws; then the paper's "
                 "samplers from prior draws, for the trace: where R-hat is large some runs are still elsewhere, and ESS means nothing. The paper's own molecules are 1.8 million and not public.",
    "scaling": "Synthetic logistic data (mathematics: x = (1, normals with variance 9/D), θ ~ N(0, 1), prior N(0, 1)). Random walks, isotropic, on all data and on the bright data of the "
               "MAP-tuned bound with q = M/N; the default. Chains start at draws from the Laplace approximation. Set-up of the MAP-tuned one is to the exact maximum.",
    "imbalance": "Logistic data with an intercept and five standard normals of slope 0.5, a million rows, prior N(0, 2.5²). Samplers as for scaling.",
}
headings = {"mnist": "MNIST", "cifar": "CIFAR", "flights": "flights", "molecules": "molecules", "scaling": "scaling", "imbalance": "imbalance"}


def markdown(results, records):
    lines = ["# The paper's experiments: one recorded run", "", "Written by `./dev bench paper`; what it means is in [docs/paper.md](../../docs/paper.md). ESS is what R's coda "
             "computes, summed over runs; ‖·‖² is ‖θ − θ*‖²_H, whose mean must be the same for all exact samplers. Seconds are of the processor, one thread, samplers in turns; a query is one likelihood of one "
             "datum. Times regular: against the table's row of that name.", ""]
    if records:
        lines += ["| figure | value | aim | |", "| --- | --- | --- | --- |"]
        lines += [f"| {r['figure']} | {number(r['value'])} {r['unit']} | {r['sense']} {number(r['limit'])} | {'holds' if r['holds'] else '**missed**'} |" for r in records]
        lines.append("")
    for part in parts:
        if part not in results:
            continue
        r = results[part]
        share = f" --share {r['share']:g}" if r.get("share", 1) != 1 else ""
        lines += [f"## {headings[part]}", "", notes[part], "", f"`./dev bench paper {part}{share}`: {r['seconds'] / 60:.1f} minutes, {r['date']}, commit {r['commit']}, {r['machine']}.",
                  "", f"![{headings[part]}](paper/{part}.svg)", ""]
        if r["scales"]:
            lines += ["Mean log score of the maximum on the test rows, by prior scale: " + ", ".join(f"{s:g}: {score:.5f}" for s, score in r["scales"]) +
                      f". Chosen: {r['chosen_scale']:g}.", ""]
        if part == "scaling":
            lines += growth_table([(name, e) for name, e in r["cases"].items()], "data")
            lines += ["", "¹ ESS of an iteration at N = 100,000: a pass is too expensive for more than a few iterations."]
        elif part == "imbalance":
            lines += growth_table([(f"{name} ({e['positives']:.0f})", e) for name, e in r["cases"].items()], "positives")
        else:
            for case, entry in r["cases"].items():
                lines += [f"**{case}**: N = {entry['rows']:,.0f}, {entry['dimension']:.0f} parameters.", "", *experiment_table(case, entry), ""]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def trace_panels(case, entry):
    traced = {name: s["trace"] for name, s in entry["samplers"].items() if "trace" in s and name in ("regular", "untuned", "MAP-tuned")}
    far = [(name, t["iteration"], [entry["maximum"] - y for y in t["log_posterior"]], t["log_posterior_sd"]) for name, t in traced.items()]
    queries = [(name, t["iteration"], t["queries"], t["queries_sd"]) for name, t in traced.items()]
    return [plots.panel(f"{case}: log posterior", "iteration", "nats below the maximum", far),
            plots.panel(f"{case}: queries", "iteration", "queries per iteration", queries)], list(traced)


def growth_panels(r, across, key, groups):
    def line(group, name, value):
        cases = [e for e in r["cases"].values() if group is None or e["dimension"] == group]
        pairs = sorted((key(e), value(e["samplers"][name])) for e in cases)
        return (f"{name}, D = {group}" if group else name, [x for x, _ in pairs], [y for _, y in pairs], None)

    names = ("regular", "MAP-tuned", "default")
    def panel(title, up, value, which=names):
        return plots.panel(title, across, up, [line(group, name, value) for name in which for group in groups])

    shown = [panel("bright data", "M", lambda s: s["bright"], names[1:]), panel("cost", "queries per iteration", lambda s: s["queries"]),
             panel("worst coordinate", "ESS per query", per_query), panel("worst coordinate", "ESS per second", per_second)]
    return shown, [f"{name}, D = {group}" if group else name for name in names for group in groups]


def draw(results, folder):
    for part, r in results.items():
        if part == "scaling":
            panels, names = growth_panels(r, "N", lambda e: e["rows"], sorted({e["dimension"] for e in r["cases"].values()}))
        elif part == "imbalance":
            panels, names = growth_panels(r, "share of positives", lambda e: e["share"], [None])
        else:
            panels, names = [], []
            for case, entry in r["cases"].items():
                some, found = trace_panels(case, entry)
                if found:
                    panels, names = panels + some, found
        caption = [f"firefly, commit {r['commit']}, {r['date']}, {r['machine']}"]
        if part not in ("scaling", "imbalance"):
            caption.insert(0, "Mean of the runs, with one standard deviation over them. Chains start at prior draws: burn-in is shown.")
        (folder / f"{part}.svg").write_text(plots.figure(headings[part], panels, names, caption))


def report(folder):
    """Tables and plots of all parts that are there; their figures."""
    kept = folder / "paper"
    results = {part: json.loads((kept / f"{part}.json").read_text()) for part in parts if (kept / f"{part}.json").exists()}
    records = make_records(results)
    (folder / "paper.json").write_text("[\n" + ",\n".join("  " + json.dumps(r, ensure_ascii=False) for r in records) + "\n]\n")
    (folder / "paper.md").write_text(markdown(results, records))
    draw(results, kept)
    return records


def make_up_data(folder):
    """A little of each data set, in the layout of .dev/data."""
    random = numpy.random.default_rng(1)
    for name, rows, columns in (("mnist", 400, 4), ("cifar", 300, 5), ("flights", 600, 4), ("molecules", 400, 5)):
        (folder / name).mkdir(parents=True)
        x = random.normal(size=(rows, columns))
        if name == "molecules":
            x[:, -1] = x[:, 0] + x[:, 1]  # as there
        score = x @ numpy.linspace(-1, 1, columns)
        y = {"mnist": score + random.logistic(size=rows) > 0, "cifar": numpy.digitize(score + random.logistic(size=rows), [-1, 1])}.get(
            name, score + random.standard_t(4, rows))
        for ending, part in ("", slice(None)), ("_test", slice(rows // 2)):
            numpy.save(folder / name / f"X{ending}.npy", x[part])
            numpy.save(folder / name / f"y{ending}.npy", y[part].astype(float))


def written(values):
    """JSON with a line for every field, and lists of numbers on one."""
    text = json.dumps(values, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^][{}]*\]", lambda numbers: re.sub(r"\s+", " ", numbers[0]), text) + "\n"


def run_part(program, part, books, folder, options, share=1.0):
    made_by = commit()  # while it is what was built
    if "--data" not in options and part in has_data and not (root / ".dev" / "data" / part).exists():
        subprocess.run([sys.executable, root / "bench" / "data.py", part])
    start = time.monotonic()
    subprocess.run([program, "--book", books, "--share", str(share), *options, part], check=True, cwd=root)
    book = books / part
    if not book.exists():
        return  # its data are not there, and it has said so
    (folder / "paper").mkdir(parents=True, exist_ok=True)
    result = digest(part, book, made_by, share)
    result["seconds"] = time.monotonic() - start
    (folder / "paper" / f"{part}.json").write_text(written(result))
    shutil.rmtree(book)


def main():
    parser = argparse.ArgumentParser(prog="paper", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--share", type=float, default=1)
    options = parser.parse_intermixed_args()
    for part in options.parts:
        if part not in parts:
            parser.error(f"there is no part '{part}'. There are: {' '.join(parts)}")
    program, wanted = options.program.resolve(), [part for part in parts if part in options.parts or not options.parts]
    if options.smoke:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            make_up_data(folder / "data")
            for part in wanted:
                run_part(program, part, folder / "books", folder / "results", ["--smoke", "--data", folder / "data"])
            report(folder / "results")
            for name in ["paper.json", "paper.md", *(f"paper/{part}.{ending}" for part in wanted for ending in ("json", "svg"))]:
                print(f"{name}: {(folder / 'results' / name).stat().st_size} bytes")
        return
    results = root / "bench" / "results"
    if not options.report:
        for part in wanted:
            run_part(program, part, root / ".dev" / "paper", results, [], options.share)
    records = report(results)
    for r in records:
        print(f"{r['figure']:86} {r['value']:12.4g} {r['unit']:10} {r['sense']} {r['limit']:<10g} {'holds' if r['holds'] else 'MISSED'}")
    sys.exit(0 if all(r["holds"] for r in records) else 1)


if __name__ == "__main__":
    main()
