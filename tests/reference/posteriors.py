#!/usr/bin/env python3
"""posteriors.py [NAME…]: reference posteriors of the data beside it, as NAME.json: poisson, negative_binomial, ordinal; all when none is named.

Independence Metropolis on all data in double precision, by numpy alone: no line of firefly is run, and no bound is used. Proposals are
t-distributed about the maximum, so that their tails are wider than those of the posterior, and their densities do not depend on the chain's
state: they are computed many at a time. A hundred chains of 10⁴ proposals; errors are those of the mean of a hundred independent numbers.

The posterior is that of `firefly sample` without options of its own for scales (docs/input.md): columns less their means, coefficients
~ N(0, 2.5²), the intercept at the columns' means too; cutpoints have a flat prior, and P(y ≤ j) = σ(c_j − x·β). What is written is on the
scale of the data, as firefly's draws are. Of each parameter: mean, standard deviation, quantiles of 5, 50 and 95 %, each with its standard
error. And of all together the mean of the even functional (θ − centre)ᵀ precision (θ − centre), centre and precision those of the maximum: a
sampler that misses both tails alike has the right means.

Needs numpy; takes a minute.
"""
import gzip
import json
import pathlib
import sys

import numpy

here = pathlib.Path(__file__).resolve().parent
prior_scale = 2.5
chains, proposals, burn_in = 100, 10_000, 100
degrees_of_freedom = 10
at_once = 50  # proposals whose predictors are in memory together


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


class Counts:
    """Models of counts with log mean η = a + x·b; θ = (a, b)."""

    def __init__(self, features, target, names):
        self.rows, self.target, self.names = numpy.column_stack([numpy.ones(len(target)), features]), target, ["(intercept)", *names]
        self.prior_precision = numpy.full(self.rows.shape[1], prior_scale**-2)

    def start(self):
        return numpy.array([numpy.log(self.target.mean()), *numpy.zeros(self.rows.shape[1] - 1)])

    def log_likelihood(self, thetas):
        return self.of_predictors(thetas @ self.rows.T).sum(1)

    def derivatives(self, theta):
        """The gradient of the log likelihood and minus its Hessian."""
        first, second = self.slopes(self.rows @ theta)
        return self.rows.T @ first, -(self.rows * second[:, None]).T @ self.rows

    def to_data_scale(self, means):
        """The matrix that takes θ of centred columns to that of columns as they are."""
        shift = numpy.eye(len(self.names))
        shift[0, 1:] = -means
        return shift


class Poisson(Counts):
    def of_predictors(self, eta):
        return self.target * eta - numpy.exp(eta)

    def slopes(self, eta):
        return self.target - numpy.exp(eta), -numpy.exp(eta)


class NegativeBinomial(Counts):
    """Variance mean + mean²/size: log p = yη − (y + size) log(size + e^η) but for constants."""
    size = 3.0

    def of_predictors(self, eta):
        return self.target * eta - (self.target + self.size) * numpy.log(self.size + numpy.exp(eta))

    def slopes(self, eta):
        share = sigmoid(eta - numpy.log(self.size))
        return self.target - (self.target + self.size) * share, -(self.target + self.size) * share * (1 - share)


class Ordinal:
    """log P(y = j) = log(σ(upper) − σ(lower)), upper = c_j − x·β, lower = c_{j−1} − x·β, c_0 = −∞, c_K = ∞; θ = (β, c_1, …, c_{K−1})."""

    def __init__(self, features, target, names):
        self.features, self.target = features, target.astype(int)
        self.columns, self.cutpoints = features.shape[1], self.target.max() - 1
        self.names = [*names, *(f"cutpoint[{j + 1}]" for j in range(self.cutpoints))]
        self.prior_precision = numpy.array([prior_scale**-2] * self.columns + [0.0] * self.cutpoints)

    def start(self):
        share = numpy.cumsum(numpy.bincount(self.target)[1:-1]) / len(self.target)
        return numpy.array([*numpy.zeros(self.columns), *numpy.log(share / (1 - share))])

    def sides(self, thetas):
        """upper and lower, a row for each θ."""
        eta = thetas[:, : self.columns] @ self.features.T
        ends = numpy.full((len(thetas), 1), numpy.inf)
        cuts = numpy.hstack([-ends, thetas[:, self.columns :], ends])
        return cuts[:, self.target] - eta, cuts[:, self.target - 1] - eta

    def log_likelihood(self, thetas):
        upper, lower = self.sides(thetas)
        in_order = (numpy.diff(thetas[:, self.columns :]) > 0).all(1)
        result = numpy.full(len(thetas), -numpy.inf)
        result[in_order] = numpy.log(sigmoid(upper[in_order]) - sigmoid(lower[in_order])).sum(1)
        return result

    def derivatives(self, theta):
        upper, lower = (sigmoid(side[0]) for side in self.sides(theta[None]))
        probability = upper - lower
        by_upper, by_lower = upper * (1 - upper) / probability, -lower * (1 - lower) / probability
        twice_upper = by_upper * (1 - 2 * upper) - by_upper**2
        twice_lower = by_lower * (1 - 2 * lower) - by_lower**2
        which = numpy.arange(1, self.cutpoints + 1)
        a = numpy.hstack([-self.features, self.target[:, None] == which])
        b = numpy.hstack([-self.features, self.target[:, None] - 1 == which])
        mixed = (a * (by_upper * by_lower)[:, None]).T @ b
        return a.T @ by_upper + b.T @ by_lower, mixed + mixed.T - (a * twice_upper[:, None]).T @ a - (b * twice_lower[:, None]).T @ b

    def to_data_scale(self, means):
        shift = numpy.eye(len(self.names))
        shift[self.columns :, : self.columns] = means
        return shift


references = {
    "poisson": (Poisson, "flights_per_hour.csv.gz", ["--model", "poisson"]),
    "negative_binomial": (NegativeBinomial, "flights_per_hour.csv.gz", ["--model", "negative-binomial", "--size", "3"]),
    "ordinal": (Ordinal, "delay_classes.csv.gz", ["--model", "ordinal"]),
}


def log_posterior(model, thetas):
    parts = [model.log_likelihood(thetas[i : i + at_once]) for i in range(0, len(thetas), at_once)]
    return numpy.concatenate(parts) - 0.5 * thetas**2 @ model.prior_precision


def maximum(model):
    """By Newton's method, steps halved until they lead upwards; minus the Hessian there too."""
    theta = model.start()
    for _ in range(100):
        gradient, precision = model.derivatives(theta)
        gradient, precision = gradient - model.prior_precision * theta, precision + numpy.diag(model.prior_precision)
        step = numpy.linalg.solve(precision, gradient)
        if gradient @ step < 1e-16:
            return theta, precision
        while log_posterior(model, (theta + step)[None])[0] < log_posterior(model, theta[None])[0] - 1e-9:
            step = step / 2
        theta = theta + step
    raise RuntimeError("no maximum was found")


def draw(model, centre, precision, random):
    """Draws of all chains, (chain, draw, parameter), and the share of proposals that were accepted."""
    shape = (chains, proposals, len(centre))
    white = random.standard_normal(shape) / numpy.sqrt(random.chisquare(degrees_of_freedom, shape[:2]) / degrees_of_freedom)[..., None]
    thetas = centre + numpy.linalg.solve(numpy.linalg.cholesky(precision).T, white.reshape(-1, len(centre)).T).T
    log_proposal = -0.5 * (degrees_of_freedom + len(centre)) * numpy.log1p((white**2).sum(2) / degrees_of_freedom)
    weight = log_posterior(model, thetas).reshape(shape[:2]) - log_proposal
    log_uniform = numpy.log(random.random(shape[:2]))
    chosen, current, accepted = numpy.empty(shape[:2], int), numpy.zeros(chains, int), 0
    each = numpy.arange(chains)
    for i in range(proposals):
        better = log_uniform[:, i] < weight[:, i] - weight[each, current]
        current = numpy.where(better, i, current)
        chosen[:, i], accepted = current, accepted + better.sum()
    return thetas.reshape(shape)[each[:, None], chosen][:, burn_in:], accepted / chosen.size


def with_error(statistic, draws):
    """Of all draws, with the standard error that the chains' own values tell."""
    own = numpy.array([statistic(chain) for chain in draws])
    return [float(f"{statistic(draws.ravel()):.10g}"), float(f"{own.std(ddof=1) / numpy.sqrt(len(own)):.3g}")]


def of_parameter(name, draws):
    result = {"name": name, "mean": with_error(numpy.mean, draws), "sd": with_error(numpy.std, draws)}
    for percent in (5, 50, 95):
        result[f"q{percent}"] = with_error(lambda values: numpy.quantile(values, percent / 100), draws)
    assert result["mean"][1] < 0.01 * result["sd"][0], f"{name}: too few draws"
    return result


def make(name):
    family, data, options = references[name]
    text = gzip.decompress((here / data).read_bytes()).decode().splitlines()
    target, *columns = text[0].split(",")
    table = numpy.array([line.split(",") for line in text[1:]], float)
    means = table[:, 1:].mean(0)
    model = family(table[:, 1:] - means, table[:, 0], columns)
    centre, precision = maximum(model)
    draws, acceptance = draw(model, centre, precision, numpy.random.default_rng([22, list(references).index(name)]))

    shift = model.to_data_scale(means)
    draws, centre, back = draws @ shift.T, shift @ centre, numpy.linalg.inv(shift)
    precision = back.T @ precision @ back
    even = numpy.einsum("cdi,ij,cdj->cd", draws - centre, precision, draws - centre, optimize=True)
    result = {"data": data, "target": target, "options": options, "draws": draws.shape[0] * draws.shape[1],
              "acceptance": round(float(acceptance), 3), "parameters": [of_parameter(n, draws[:, :, i]) for i, n in enumerate(model.names)],
              "even": with_error(numpy.mean, even), "centre": centre.tolist(), "precision": precision.tolist()}
    lines = (f" {json.dumps(key)}: " + (json.dumps(value) if key != "parameters" else "[\n  " + ",\n  ".join(map(json.dumps, value)) + "]")
             for key, value in result.items())
    (here / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{name}: acceptance {acceptance:.3f}, even functional {result['even'][0]:.4f} ± {result['even'][1]:.4f} of {len(model.names)} parameters")


for wanted in sys.argv[1:] or references:
    make(wanted)
