#!/usr/bin/env python3
"""models_nuts.py CSV EFFECTIVE TIMES: NumPyro's NUTS on the data of bench_models' part `peers`. Prints lines "name value": `seconds` to EFFECTIVE draws
of every parameter, all chains together, and `extrapolated`, the same with TIMES as many rows.

The same model and priors as the program's: logistic regression, the intercept and the slopes N(0, 2.5²), intercepts of groups N(0, s²), s
half-Cauchy of scale 1. Two chains at the same time, a process and a core each, double precision, 500 iterations of warm-up, a diagonal mass matrix;
intercepts of groups centred and not, and the better counts. Reading and compilation are not counted.

With more rows NUTS is not run. It is assumed that an effective draw and the warm-up take as many gradients with TIMES the rows as with these, and that
the cost of a gradient is linear in the rows. As a check a gradient with TIMES the rows is timed, on the same rows repeated, because its cost does not
depend on what they say; where that is less, it counts instead.
"""
import csv
import multiprocessing
import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import numpyro  # noqa: E402
import numpyro.distributions as dist  # noqa: E402
from numpyro.diagnostics import effective_sample_size  # noqa: E402
from numpyro.infer.reparam import LocScaleReparam  # noqa: E402
from numpyro.infer.util import initialize_model  # noqa: E402

jax.config.update("jax_enable_x64", True)

chains, warm_up, kept = 2, 500, 1000
gradients_timed = 20
parameters = ("intercept", "slopes", "s", "of_group")


def read(path):
    with open(path, newline="") as file:
        _, *rows = csv.reader(file)
    table = np.array([row[:1] + row[2:] for row in rows], dtype=float)
    levels, group = np.unique([row[1] for row in rows], return_inverse=True)
    return table[:, 1:], table[:, 0], group, len(levels)


def regression(x, y, group, levels):
    intercept = numpyro.sample("intercept", dist.Normal(0, 2.5))
    slopes = numpyro.sample("slopes", dist.Normal(0, 2.5).expand([x.shape[1]]).to_event(1))
    s = numpyro.sample("s", dist.HalfCauchy(1.0))
    with numpyro.plate("groups", levels):
        of_group = numpyro.sample("of_group", dist.Normal(0, s))
    numpyro.sample("y", dist.Bernoulli(logits=intercept + x @ slopes + of_group[group]), obs=y)


models = {"centred": regression, "not centred": numpyro.handlers.reparam(regression, config={"of_group": LocScaleReparam(0.0)})}


def seconds_a_gradient(model, data, times):
    """Of the log posterior of the rows repeated so many times."""
    x, y, group, levels = data
    rows = (jnp.asarray(np.tile(x, (times, 1))), jnp.asarray(np.tile(y, times)), jnp.asarray(np.tile(group, times)), levels)
    info = initialize_model(jax.random.key(0), model, model_args=rows)
    gradient = jax.jit(jax.value_and_grad(info.potential_fn))
    jax.block_until_ready(gradient(info.param_info.z))  # compiles
    start = time.perf_counter()
    for _ in range(gradients_timed):
        jax.block_until_ready(gradient(info.param_info.z))
    return (time.perf_counter() - start) / gradients_timed


def flat(values):
    return jnp.concatenate([jnp.ravel(values[name]) for name in parameters])


def run_chain(which, chain, path, times):
    """Draws (a row each), and what they took: of warm-up and after it, in seconds and in gradients; and seconds a gradient with more rows."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[chain % len(cores)]})
    data, model = read(path), models[which]
    kernel = numpyro.infer.NUTS(model)
    state = kernel.init(jax.random.key(chain), warm_up, None, data, {})
    step = jax.jit(lambda s: kernel.sample(s, data, {}))
    values = jax.jit(lambda z: flat(kernel.postprocess_fn(data, {})(z)))
    jax.block_until_ready(values(step(state).z))  # compiles
    spent = []
    for count in (warm_up, kept):
        positions, gradients, start = [], 0, time.perf_counter()
        for _ in range(count):
            state = step(state)
            gradients += int(state.num_steps)
            positions.append(state.z)
        spent.append((time.perf_counter() - start, gradients))
    draws = np.array([np.asarray(values(z)) for z in positions])
    return draws, spent, seconds_a_gradient(model, data, times)


def measure(which, path, enough, times):
    with multiprocessing.get_context("spawn").Pool(chains) as pool:
        results = pool.starmap(run_chain, [(which, chain, path, times) for chain in range(chains)], chunksize=1)
    draws = np.stack([result[0] for result in results])
    effective = min(float(effective_sample_size(draws[:, :, i])) for i in range(draws.shape[2]))
    share = enough / effective  # of the draws after warm-up
    seconds = max(before + share * after for _, ((before, _), (after, _)), _ in results)
    extrapolated = min(times * seconds, max((before + share * after) * gradient for _, ((_, before), (_, after)), gradient in results))
    (_, ((before, first), (after, more)), gradient) = results[0]
    print(f"  NUTS, {which}: {effective:.0f} effective draws of the worst of {draws.shape[2]} parameters in {chains * kept}; warm-up {before:.3g} s, "
          f"{first} gradients, draws {after:.3g} s, {more} gradients; a gradient {1e3 * (before + after) / (first + more):.3g} ms, with {times} times the "
          f"rows {1e3 * gradient:.3g} ms; {enough:g} effective draws in {seconds:.3g} s and {extrapolated:.4g} s", file=sys.stderr, flush=True)
    return seconds, extrapolated


def main():
    path, enough, times = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    both = [measure(which, path, enough, times) for which in models]
    for name, best in zip(("seconds", "extrapolated"), map(min, zip(*both))):
        print(name, best)


if __name__ == "__main__":
    main()
