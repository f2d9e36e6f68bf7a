"""readers.py: in a folder with what tests/program/scripts/readers made, compares what ArviZ, xarray and CmdStanPy read with each other."""
import csv
import glob

import arviz
import cmdstanpy
import numpy
import xarray


def groups_of(path):
    tree = xarray.open_datatree(path)
    return {name: child.to_dataset() for name, child in tree.children.items()}


def with_cmdstanpy(pattern):
    return cmdstanpy.from_csv(sorted(glob.glob(pattern)))


for name, variable, shape in (("logistic", "beta", (4, 1000, 3)), ("softmax", "W", (4, 100, 3, 3))):
    own, converted = groups_of(f"{name}.nc"), groups_of(f"{name}-converted.nc")
    draws = own["posterior"][variable]
    assert draws.shape == shape, draws.shape
    xarray.testing.assert_identical(draws.drop_attrs(), converted["posterior"][variable].drop_attrs())
    assert own["sample_stats"]["diverging"].dtype == bool == converted["sample_stats"]["diverging"].dtype
    assert list(own["sample_stats"].data_vars) == list(converted["sample_stats"].data_vars)
    for statistic in own["sample_stats"].data_vars:
        xarray.testing.assert_equal(own["sample_stats"][statistic], converted["sample_stats"][statistic])
    for pattern in (f"{name}_[1-4].csv", f"{name}-converted_[1-4].csv"):
        fit = with_cmdstanpy(pattern)
        assert fit.chains == 4 and fit.num_draws_sampling == shape[1], fit
        # CmdStanPy stacks chain after chain.
        numpy.testing.assert_array_equal(fit.stan_variable(variable), draws.values.reshape(-1, *shape[2:]))
        for statistic in ("n_bright", "n_flips"):
            numpy.testing.assert_array_equal(fit.method_variables()[statistic + "__"].T, own["sample_stats"][statistic].values)
    read = arviz.from_netcdf(f"{name}.nc")
    table = arviz.summary(read, round_to="none")
    assert len(table) == numpy.prod(shape[2:]), table
    print(name, "read")

# Slopes by group, called store:x, and levels.
fit, draws = with_cmdstanpy("slopes_[1-4].csv"), groups_of("slopes.nc")["posterior"]
for column, name in (("beta", "beta"), ("sd_store_x", "sd_store:x"), ("store", "store"), ("store_x", "store:x")):
    own = draws[name].values
    numpy.testing.assert_array_equal(fit.stan_variable(column), own.reshape(-1, *own.shape[2:]))
assert list(draws["store:x"].coords["store:x_level"].values) == ["a", "b", "c"], draws["store:x"]

ours = {row["name"]: row for row in csv.DictReader(open("summary.csv"))}
theirs = arviz.summary(arviz.from_netcdf("logistic.nc"), round_to="none")
for row, (name, own) in zip(theirs.itertuples(), ours.items()):
    assert name in row.Index, (name, row.Index)
    numpy.testing.assert_allclose([float(own["mean"]), float(own["sd"])], [row.mean, row.sd], rtol=1e-9)
    numpy.testing.assert_allclose([float(own["ess_bulk"]), float(own["ess_tail"])], [row.ess_bulk, row.ess_tail], rtol=0.02)
    numpy.testing.assert_allclose(float(own["r_hat"]), row.r_hat, rtol=1e-3)
print("ArviZ", arviz.__version__, "xarray", xarray.__version__, "CmdStanPy", cmdstanpy.__version__)
