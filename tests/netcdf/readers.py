"""readers.py FOLDER: reads the files that the tests of firefly.netcdf write with ArviZ and xarray, as users will.

Run by tests/program/scripts/readers, which is part of ./dev test --long because the packages are large.
"""
import pathlib
import sys

import arviz
import numpy
import xarray

folder = pathlib.Path(sys.argv[1])


def value(chain, draw, parameter):
    """What the test wrote."""
    return numpy.sin(1 + 1.7 * chain + 2.9 * draw + 0.3 * parameter)


def check_groups(groups, softmax):
    """`groups` maps names to data sets, whoever read them."""
    posterior, stats = groups["posterior"], groups["sample_stats"]
    variable = posterior["W" if softmax else "beta"]
    assert variable.dims == (("chain", "draw", "class", "feature") if softmax else ("chain", "draw", "feature")), variable.dims
    chain, draw = numpy.ogrid[:2, :400]
    parameters = numpy.arange(6 if softmax else 3)
    wanted = value(chain[..., None], draw[..., None], parameters).reshape(variable.shape)
    numpy.testing.assert_allclose(variable.values, wanted, atol=1e-9)
    assert set(posterior.coords) == set(variable.dims), posterior.coords
    assert posterior["draw"].dtype == posterior["chain"].dtype == numpy.int64
    if softmax:
        assert posterior["class"].values.tolist() == ["airplane", "automobile", "bird"]
        one = posterior["W"].sel({"class": "bird", "feature": "x"})  # by name, the last of the six
    else:
        assert posterior["feature"].values.tolist() == ["(intercept)", "distance", "größe, in m"]
        one = posterior["beta"].sel(feature="größe, in m")
    numpy.testing.assert_allclose(one.values, value(chain, draw, parameters[-1]), atol=1e-9)
    assert list(stats.data_vars) == ["lp", "acceptance_rate", "step_size", "tree_depth", "diverging", "n_bright", "n_lik", "n_flips"]
    assert stats["diverging"].dtype == bool and int(stats["diverging"].sum()) == 2
    assert stats["n_bright"].dtype == numpy.int64 and stats["lp"].dtype == numpy.float64
    for group in groups.values():
        assert group.attrs["inference_library"] == group.attrs["creation_library"] == "firefly"
        assert group.attrs["creation_library_language"] == "C++" and group.attrs["created_at"].startswith("20")
        assert int(group.attrs["seed"]) == 2**64 - 1
    assert list(posterior.attrs["sample_dims"]) == ["chain", "draw"]


def check_data(attributes, prefix, columns):
    assert int(attributes[prefix + "size"]) == 3020 and attributes[prefix + "hash"] == "sha256:00ff"
    assert list(attributes[prefix + "columns"]) == columns


def datasets(tree):
    return {name: child.to_dataset() for name, child in tree.children.items()}


def with_arviz(path, engine):
    whole = arviz.from_netcdf(path, engine=engine)
    if isinstance(whole, xarray.DataTree):  # ArviZ 1.0 and later
        return whole, datasets(whole)
    return whole, {name: whole[name] for name in whole.groups()}


def with_xarray(path, engine):
    tree = xarray.open_datatree(path, engine=engine)
    return tree, datasets(tree)


print("ArviZ", arviz.__version__, "xarray", xarray.__version__)
for engine in ("netcdf4", "h5netcdf"):
    for read in (with_arviz, with_xarray):
        for name in ("logistic", "softmax"):
            whole, groups = read(folder / f"{name}.nc", engine)
            check_groups(groups, name == "softmax")
            columns = groups["posterior"]["feature"].values.tolist()
            check_data(whole.attrs, "data_", columns)
            if isinstance(whole, xarray.DataTree):  # ArviZ before 1.0 drops the group, because it has no variables
                check_data(groups["observed_data"].attrs, "", columns)
            assert ("warmup_posterior" in groups) == (name == "softmax")
            if name == "softmax":
                assert groups["warmup_posterior"]["W"].shape == (2, 3, 3, 2)
                assert groups["warmup_sample_stats"]["diverging"].dtype == bool
            summary = arviz.summary(groups["posterior"])
            wanted = "W[bird, x]" if name == "softmax" else "beta[größe, in m]"
            assert summary.index[-1] == wanted and numpy.isfinite(summary.values).all(), summary
            print(f"{engine}, {read.__name__}, {name}: {', '.join(groups)}")
        _, stopped = read(folder / "stopped.nc", engine)
        assert stopped["posterior"]["beta"].shape == (2, 0, 3)
print(arviz.summary(arviz.from_netcdf(folder / "softmax.nc")))
