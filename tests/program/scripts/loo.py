"""loo.py: in a folder with what tests/program/scripts/loo made, compares the scores of rows with those of ArviZ, and looks at what was drawn."""
import csv
import warnings

import arviz
import numpy
from scipy import special, stats

warnings.simplefilter("ignore")  # about rows whose k is large: that is compared, too


def column(path, name):
    with open(path) as rows:
        return numpy.array([float(row[name]) for row in csv.DictReader(rows)])


def total(name, words):
    """What `loo` printed, rounded as it is, and half a unit of its last digit."""
    line = next(line for line in open(f"{name}-words") if line.startswith(words + " "))
    digits = line.split()[1]
    return float(digits), 0.5 * 10.0 ** -len(digits.partition(".")[2])


def close(own, other, what):
    numpy.testing.assert_allclose(own, other, rtol=1e-8, atol=1e-9, err_msg=what)


for name in ("wells", "claims", "line", "kinds"):
    read = arviz.from_netcdf(f"{name}-loo.nc")
    loo, waic = arviz.loo(read, pointwise=True), arviz.waic(read, pointwise=True)
    close(column(f"{name}-rows.csv", "elpd_loo"), loo.loo_i.values, f"{name}: elpd_loo of each row")
    close(column(f"{name}-rows.csv", "pareto_k"), loo.pareto_k.values, f"{name}: Pareto k of each row")
    close(column(f"{name}-rows.csv", "elpd_waic"), waic.waic_i.values, f"{name}: elpd_waic of each row")
    close(column(f"{name}-rows.csv", "elpd_loo").sum(), loo.elpd_loo, f"{name}: elpd_loo")
    close(column(f"{name}-rows.csv", "p_loo").sum(), loo.p_loo, f"{name}: p_loo")
    close(column(f"{name}-rows.csv", "p_waic").sum(), waic.p_waic, f"{name}: p_waic")
    for words, value in (("elpd_loo", loo.elpd_loo), ("p_loo", loo.p_loo), ("looic", -2 * loo.elpd_loo), ("p_waic", waic.p_waic)):
        shown, unit = total(name, words)
        assert abs(shown - value) <= 1.001 * unit, (name, words, shown, value)
    error = float(next(line for line in open(f"{name}-words") if line.startswith("elpd_loo ")).split()[2])
    assert abs(error / loo.se - 1) < 0.05, (name, error, loo.se)
    good = min(1 - 1 / numpy.log10(loo.n_samples), 0.7)
    bad = int((loo.pareto_k.values > good).sum())
    assert ("Trust: yes." if bad == 0 else f"Trust: not for {bad} of ") in open(f"{name}-words").read(), (name, bad)
    print(name, "elpd_loo", round(loo.elpd_loo, 3), "largest k", round(float(loo.pareto_k.max()), 3), "bad", bad)

# The log likelihoods themselves, from the draws.
read = arviz.from_netcdf("wells-loo.nc")
x = numpy.column_stack([numpy.ones(400), column("wells.csv", "distance"), column("wells.csv", "arsenic")])
y = numpy.array([row["switched"] == "yes" for row in csv.DictReader(open("wells.csv"))])
eta = read.posterior["beta"].values @ x.T
close(read.log_likelihood["switched"].values, numpy.where(y, -numpy.log1p(numpy.exp(-eta)), -numpy.log1p(numpy.exp(eta))), "logistic")
assert (read.observed_data["switched"].values == y).all()
read = arviz.from_netcdf("claims-loo.nc")
eta = read.posterior["beta"].values @ numpy.column_stack([numpy.ones(201), column("claims.csv", "age")]).T + numpy.log(column("claims.csv", "years"))
close(read.log_likelihood["claims"].values, stats.poisson.logpmf(column("claims.csv", "claims"), numpy.exp(eta)), "Poisson")
read = arviz.from_netcdf("line-loo.nc")
eta = read.posterior["beta"].values @ numpy.column_stack([numpy.ones(200), column("line.csv", "x")]).T
close(read.log_likelihood["y"].values, stats.t.logpdf(column("line.csv", "y"), 4, eta, read.posterior["sigma"].values[..., None]), "robust")
weighted = arviz.from_netcdf("weighted-loo.nc")
assert (weighted.observed_data["weight"].values == numpy.tile([1, 2], 100)).all()

# What was drawn: means of rows are those of the model, within five standard errors. Classes have their probabilities.
for name, target in (("wells", "switched"), ("claims", "claims"), ("line", "y"), ("kinds", "kind")):
    read = arviz.from_netcdf(f"{name}-drawn.nc")
    drawn = read.posterior_predictive[target]
    assert drawn.dims == ("chain", "draw", "row") and drawn.shape[:2] == (4, 500), drawn
    assert drawn.shape[2:] == read.observed_data[target].shape
    beta = read.posterior["W" if name == "kinds" else "beta"].values
    flat = drawn.values.reshape(2000, -1).astype(float)
    if name == "kinds":
        rows = numpy.column_stack([numpy.ones(150), column("kinds.csv", "x")])
        expected = special.softmax(numpy.einsum("cskf,nf->csnk", beta, rows), axis=-1).reshape(2000, 150, 3)
        observed = read.observed_data[target].values
        assert [drawn.attrs.get("classes", read.posterior_predictive.attrs["classes"])[i] for i in observed] == \
            [row["kind"] for row in csv.DictReader(open("kinds.csv"))]
        for k in range(3):
            p = expected[..., k]
            z = ((flat == k) - p).sum(0) / numpy.sqrt((p * (1 - p)).sum(0))
            assert abs(z).max() < 5 and 0.7 < z.std() < 1.3, (k, abs(z).max(), z.std())
        continue
    rows = {"wells": x, "claims": numpy.column_stack([numpy.ones(201), column("claims.csv", "age")]),
            "line": numpy.column_stack([numpy.ones(200), column("line.csv", "x")])}[name]
    eta = beta.reshape(2000, -1) @ rows.T
    if name == "wells":
        mean, variance = special.expit(eta), special.expit(eta) * special.expit(-eta)
    elif name == "claims":
        mean = variance = numpy.exp(eta) * column("claims.csv", "years")
    else:
        mean, variance = eta, numpy.broadcast_to(2 * read.posterior["sigma"].values.reshape(2000, 1) ** 2, eta.shape)
    z = (flat - mean).sum(0) / numpy.sqrt(variance.sum(0))
    assert abs(z).max() < 5 and 0.7 < z.std() < 1.3, (name, abs(z).max(), z.std())
same, other = (arviz.from_netcdf(f"{name}.nc").posterior_predictive["switched"].values for name in ("again", "other"))
first = arviz.from_netcdf("wells-drawn.nc").posterior_predictive["switched"].values
assert (same == first).all() and (other != first).any()
print("ArviZ", arviz.__version__)
