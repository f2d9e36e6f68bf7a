/// Draws in netCDF-4 as ArviZ lays them out, for `arviz.from_netcdf` and `xarray.open_datatree`. An optional component: it needs the
/// netCDF library, and `import firefly;` does not bring it.
///
///     /posterior             beta(chain, draw, feature), or with classes W(chain, draw, class, feature)
///     /sample_stats          the statistics of firefly.draws:statistics by ArviZ's names; each (chain, draw)
///     /warmup_posterior, /warmup_sample_stats     the same, where warm-up was kept
///     /observed_data         no variables: tall data are described by attributes, not repeated
///     /                      the attributes of run and data once more, for ArviZ before 1.0: it drops a group without variables
///
/// Every dimension has a coordinate variable: chain and draw count from 0, feature and class hold names. Every group says who made
/// it. Reference: the InferenceData schema of ArviZ; read back with ArviZ 0.23.4 and xarray 2026.9.0 (tests/netcdf/readers.py).
module;
#include <filesystem>

export module firefly.netcdf;

import firefly.draws;

namespace firefly {

/// Writes beside `path`, and gives the file its name when it is complete. A variable of any dimensions becomes name(chain, draw, …);
/// statistics get ArviZ's names, counts become int64 and `diverging` a truth value. Facts become attributes; `rows`, `target` and `hash`
/// describe the data. The file is put together in memory, about as much as the draws take. netCDF is not thread-safe: one call at a time,
/// and none beside other uses of the library. Throws `output_error` with netCDF's words; `invalid_argument` for draws that do not fit
/// together.
export void write_netcdf(std::filesystem::path const& path, stored_draws const& draws);

/// Draws that firefly, ArviZ, PyMC and others wrote: every numeric variable (chain, draw, …) of the group `posterior`, every one (chain,
/// draw) of `sample_stats`, and the attributes that are one text or number. Warm-up is read where its groups have the same variables.
/// The library reads in a process of its own, because damaged files crash it. Memory: about three times what the draws take. Throws `data_error`
/// with one line that names the file, what is wrong, and what to do.
export stored_draws read_netcdf(std::filesystem::path const& path);

}  // namespace firefly
