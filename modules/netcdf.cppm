/// Draws in netCDF-4 as ArviZ lays them out, for `arviz.from_netcdf` and `xarray.open_datatree`. An optional component: it needs the
/// netCDF library, and `import firefly;` does not bring it.
///
///     /posterior             beta(chain, draw, feature), or with classes W(chain, draw, class, feature)
///     /sample_stats          lp, acceptance_rate, step_size, n_bright, n_lik, n_flips, diverging; each (chain, draw)
///     /warmup_posterior, /warmup_sample_stats     the same, where warm-up was kept
///     /observed_data         no variables: tall data are described by attributes, not repeated
///     /                      the attributes of run and data once more, for ArviZ before 1.0: it drops a group without variables
///
/// Every dimension has a coordinate variable: chain and draw count from 0, feature and class hold names. Every group says who made
/// it. Reference: the InferenceData schema of ArviZ; read back with ArviZ 0.23.4 and xarray 2026.9.0 (tests/netcdf/readers.py).
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

export module firefly.netcdf;

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace firefly {

/// The draws that one chain kept. All columns are of one length.
export struct kept_draws {
    std::vector<double> theta = {};  // draw after draw; within a draw of a K×D parameter, class after class
    std::vector<double> lp = {};
    std::vector<double> acceptance_rate = {};
    std::vector<double> step_size = {};
    std::vector<std::int64_t> n_bright = {};
    std::vector<std::int64_t> n_lik = {};    // likelihoods evaluated, for θ and for z
    std::vector<std::int64_t> n_flips = {};  // data that changed between bright and dark
    std::vector<signed char> diverging = {};

    void append(draw const& draw, bool diverges = false);
    inline std::size_t size() const { return lp.size(); }
};

/// What was run. Text that is empty is not written.
export struct run_description {
    std::string model = {};      // "logistic"
    std::string algorithm = {};  // "firefly", "regular"
    std::string kernel = {};
    std::string bound = {};
    std::string updater = {};
    std::uint64_t seed = 0;
    fact_list facts = {};  // what else is known, an attribute each; those that stand above or describe the data are passed over
};

/// What the model was fitted to.
export struct data_description {
    std::uint64_t size = 0;                 // rows
    std::string hash = {};                  // empty: not known
    std::string target = {};                // the column that is explained
    std::vector<std::string> columns = {};  // as the file has them; left out when they are more than 4000
};

export struct netcdf_draws {
    std::vector<kept_draws> chains = {};
    std::vector<kept_draws> warm_up = {};    // one for each chain, or none
    std::vector<std::string> features = {};  // in the order of θ, "(intercept)" included
    std::vector<std::string> classes = {};   // softmax: in the order of θ; otherwise empty
    run_description run = {};
    data_description data = {};
};

/// Writes beside `path`, and gives the file its name when it is complete. Chains that were stopped early leave others longer: all are
/// cut to the shortest, and the attribute `cut_to_shortest` says so. The file is put together in memory, about as much as the draws
/// take. netCDF is not thread-safe: one call at a time, and none beside
/// other uses of the library. Throws `output_error` with netCDF's words; `invalid_argument` for columns that do not fit together.
export void write_netcdf(std::filesystem::path const& path, netcdf_draws const& draws);

/// Draws from any source in the same layout. A variable of any dimensions becomes name(chain, draw, …); statistics get ArviZ's names.
/// Counts become int64 and `diverging` a truth value. Throws as above.
export void write_netcdf(std::filesystem::path const& path, stored_draws const& draws);

/// Draws that firefly, ArviZ, PyMC and others wrote: every numeric variable (chain, draw, …) of the group `posterior`, every one (chain,
/// draw) of `sample_stats`, and the attributes that are one text or number. Read in memory, as much as the file takes once more.
/// Throws `data_error` with one line that names the file, what is wrong, and what to do.
export stored_draws read_netcdf(std::filesystem::path const& path);

}  // namespace firefly
