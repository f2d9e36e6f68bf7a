#!/usr/bin/env python3
"""peers.py PROGRAM [PART…]: the default sampler against NUTS of BlackJAX and NumPyro on the same data in one run, effective draws per second.

The peers' best case: double precision, one thread, started at the maximum of the posterior, in coordinates whitened by its Hessian, the step
size tuned beforehand; compilation is not counted. Parts: mnist, 10000, 100000, 1000000 (logistic), poisson-10000, poisson-100000; all when none
is named. And scikit-learn's L-BFGS for the maximum alone, against our time from the file to 400 effective draws. Writes bench/results/peers.json,
in which figures of parts that were not run stay. PROGRAM is bench_peers.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import typing

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import blackjax  # noqa: E402
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import numpyro  # noqa: E402
from numpyro.diagnostics import effective_sample_size  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

jax.config.update("jax_enable_x64", True)

root = pathlib.Path(__file__).resolve().parent.parent
seconds_each = 30  # for the draws of each peer
enough_draws = 100  # to tell how many are effective; fewer count in full, in the peer's favour
limits = {"mnist": 60, "10000": 300, "100000": 30_000, "1000000": 1_000_000, "poisson-10000": 200, "poisson-100000": 20_000}
records = []


class Family(typing.NamedTuple):
    """A likelihood with its canonical link: log p(y | η) but for constants, and mean and variance of y given η."""
    log_density: typing.Callable
    mean: typing.Callable
    variance: typing.Callable


def sigmoid(eta):
    return 1 / (1 + np.exp(-eta))


families = {
    "logistic": Family(lambda y, eta: jax.nn.log_sigmoid(jnp.where(y > 0.5, eta, -eta)), sigmoid, lambda eta: sigmoid(eta) * sigmoid(-eta)),
    "poisson": Family(lambda y, eta: y * eta - jnp.exp(eta), np.exp, np.exp),
}


def record(figure, value, unit, limit, sense):
    holds = value <= limit if sense == "at most" else value >= limit
    records.append({"figure": figure, "value": float(f"{value:.6g}"), "unit": unit, "limit": limit, "sense": sense, "holds": bool(holds)})
    print(f"{figure:86} {value:12.4g} {unit:10} {sense} {limit:<10g} {'holds' if holds else 'MISSED'}", flush=True)


def posterior(family, x, y):
    return lambda theta: jnp.sum(family.log_density(y, x @ theta)) - 0.5 * theta @ theta


def maximum(family, x, y):
    """By Newton's method; minus the Hessian there too."""
    theta = np.zeros(x.shape[1])
    for _ in range(50):
        eta = x @ theta
        h = (x * family.variance(eta)[:, None]).T @ x + np.eye(len(theta))
        step = np.linalg.solve(h, x.T @ (y - family.mean(eta)) - theta)
        theta = theta + step
        if step @ h @ step < 1e-10:
            break
    return jnp.asarray(theta), jnp.asarray(h)


def worst_and_even(white):
    """Effective draws of the worst coordinate and of the squared norm. White coordinates or not makes little difference to these."""
    if len(white) < enough_draws:
        return len(white), len(white)
    half = len(white) // 2  # two halves, as if they were two chains: one chain has no variance between chains

    most = len(white) * math.log10(len(white))  # as Stan has it: of few draws that alternate the estimate may be anything, even below zero

    def effective(values):
        estimate = float(effective_sample_size(np.stack([values[:half], values[half : 2 * half]])))
        return estimate if 0 < estimate < most else most

    return min(effective(white[:, i]) for i in range(white.shape[1])), effective((white**2).sum(1))


def nuts_blackjax(white_density, dimension, key):
    kernel = blackjax.nuts
    warm = blackjax.window_adaptation(kernel, white_density, is_mass_matrix_diagonal=True)
    start = time.perf_counter()
    (state, parameters), _ = warm.run(key, jnp.zeros(dimension), num_steps=60)
    jax.block_until_ready(state)
    warm_up = time.perf_counter() - start
    step = jax.jit(kernel(white_density, step_size=parameters["step_size"], inverse_mass_matrix=jnp.ones(dimension)).step)
    state, _ = step(key, state)  # compiles
    return warm_up, draw(lambda k, s: step(k, s)[0], state, lambda s: s.position, key)


def nuts_numpyro(white_density, dimension, key):
    kernel = numpyro.infer.NUTS(potential_fn=lambda w: -white_density(w), adapt_mass_matrix=False)
    run = numpyro.infer.MCMC(kernel, num_warmup=60, num_samples=1, progress_bar=False)
    start = time.perf_counter()
    run.run(key, init_params=jnp.zeros(dimension))
    warm_up = time.perf_counter() - start
    state = run.last_state
    sample = jax.jit(lambda s: kernel.sample(s, (), {}))
    state = sample(state)  # compiles
    return warm_up, draw(lambda k, s: sample(s), state, lambda s: s.z, key)


def draw(step, state, position, key):
    draws, start = [], time.perf_counter()
    while time.perf_counter() - start < seconds_each or len(draws) < 8:
        key, sub = jax.random.split(key)
        state = step(sub, state)
        draws.append(np.asarray(position(state)))
    return np.array(draws), time.perf_counter() - start


def compare(name, family, folder, program):
    x, y = np.load(folder / "X.npy"), np.load(folder / "y.npy").astype(float)
    ours = json.loads(subprocess.run([program, "run", family, folder], check=True, capture_output=True, text=True).stdout)
    own = {"worst": ours["worst"] / ours["seconds"], "even": ours["even"] / ours["seconds"]}
    log_density = posterior(families[family], jnp.asarray(x), jnp.asarray(y))
    theta, h = maximum(families[family], x, y)
    lower = jnp.linalg.cholesky(h)
    whiten = jax.scipy.linalg.solve_triangular(lower.T, jnp.eye(x.shape[1]), lower=False)
    white = lambda w: log_density(theta + whiten @ w)  # noqa: E731
    best = {"worst": 0.0, "even": 0.0}
    for peer, nuts in (("BlackJAX", nuts_blackjax), ("NumPyro", nuts_numpyro)):
        warm_up, (draws, seconds) = nuts(white, x.shape[1], jax.random.key(1))
        worst, even = worst_and_even(draws)
        best = {"worst": max(best["worst"], worst / seconds), "even": max(best["even"], even / seconds)}
        print(f"  {name}: {peer} NUTS {len(draws)} draws, {seconds / len(draws):.4g} s each, {worst / seconds:.4g}; {even / seconds:.4g} effective draws "
              f"per second, warm-up {warm_up:.3g} s", flush=True)
    print(f"  {name}: firefly {1e6 * ours['seconds']:.3g} µs per iteration, {own['worst']:.4g}; {own['even']:.4g} effective draws per second, from the file "
          f"to the first draw {ours['ready']:.3g} s", flush=True)
    for what, label in (("worst", "worst coordinate"), ("even", "‖θ − θ*‖²_H")):
        record(f"{name}: effective draws per second against the better NUTS, {label}", own[what] / best[what], "times", limits[name], "at least")
    if name == "1000000":
        start = time.perf_counter()
        LogisticRegression(C=1.0, fit_intercept=False, max_iter=1000).fit(x, y)
        fit = time.perf_counter() - start
        record("1000000: from the file to 400 effective draws, against scikit-learn's L-BFGS", (ours["ready"] + 400 / own["worst"]) / fit,
               "times", 0.6, "at most")
        print(f"  scikit-learn {fit:.3g} s", flush=True)


def write(path):
    """What was measured takes the place of what the file says of the same figures."""
    figures = {entry["figure"]: entry for entry in json.loads(path.read_text())} if path.exists() else {}
    figures.update((entry["figure"], entry) for entry in records)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(list(figures.values()), indent=1, ensure_ascii=False) + "\n")


def main():
    program, wanted = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    unknown = [name for name in wanted if name not in limits]
    if unknown:
        print(f"there is no part '{unknown[0]}'. There are: {' '.join(limits)}", file=sys.stderr)
        sys.exit(2)
    for name in wanted or limits:
        if name == "mnist":
            folder = root / ".dev" / "data" / "mnist"
            if folder.exists():
                compare(name, "logistic", folder, program)
            else:
                print("mnist: .dev/data/mnist is not there; make it with ./dev data")
            continue
        family, rows = ("logistic", name) if name.isdigit() else name.split("-")
        with tempfile.TemporaryDirectory() as temporary:
            subprocess.run([program, "make", family, rows, temporary], check=True)
            compare(name, family, pathlib.Path(temporary), program)
    write(root / "bench" / "results" / "peers.json")
    sys.exit(0 if all(entry["holds"] for entry in records) else 1)


main()
