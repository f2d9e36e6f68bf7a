/// Draws in netCDF-4 as ArviZ lays them out, for `arviz.from_netcdf` and `xarray.open_datatree`. An optional component: it needs the
/// netCDF library, and `import firefly;` does not bring it.
///
///     /posterior             beta(chain, draw, feature), or with classes W(chain, draw, class, feature)
///     /sample_stats          the statistics of firefly.draws:statistics by ArviZ's names; each (chain, draw)
///     /warmup_posterior, /warmup_sample_stats     the same, where warm-up was kept
///     /observed_data         no variables: tall data are described by attributes, not repeated
///     /                      the attributes of run and data once more, for ArviZ before 1.0: it drops a group without variables
///
/// A `netcdf_row_writer` adds what each row of the data has in each draw; of these files `observed_data` has variables:
///
///     /log_likelihood, or /posterior_predictive     y(chain, draw, row)
///     /observed_data                                y(row), where it is known
///
/// Every dimension has a coordinate variable: chain and draw count from 0, feature and class hold names. Every group says who made
/// it. Reference: the InferenceData schema of ArviZ; read back with ArviZ 0.23.4 and xarray 2026.9.0 (tests/netcdf/readers.py).
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

export module firefly.netcdf;

import firefly.draws;
import firefly.numeric;

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

/// What each row has in each draw.
export struct row_variable {
    enum class contents { numbers, counts, classes };

    std::string group = {};  // log_likelihood, posterior_predictive
    std::string name = {};   // as far as netCDF allows; that of what was observed, too
    std::size_t rows = 0;
    std::size_t rows_at_once = 1;  // about: how many rows have their values together in the file
    contents of = contents::numbers;
    contents observed = contents::numbers;
    std::vector<std::string> classes = {};    // what classes are called, by number
    bool is_observed = false;                 // each row has a number besides
    std::vector<std::string> row_facts = {};  // names of other numbers of each row, in `observed_data`

    /// On the disk, about.
    double bytes(std::size_t draws) const;
};

/// A file of draws to which rows are added, block by block. Nothing but a block is in memory. Written beside its name as other files are, but by the library
/// itself, which crashes after a write that failed: the place on the disk is taken first, where the file system can do that.
export class netcdf_row_writer {
public:
    /// Takes the place for all rows. Throws `output_error` where the disk does not have it, where `path` is no regular file, and where netCDF
    /// refuses.
    netcdf_row_writer(std::filesystem::path const& path, stored_draws const& draws, row_variable const& of_rows);
    ~netcdf_row_writer();

    /// The next rows: their values in all draws, chain after chain, row after row; then what was observed in each, and each of the `row_facts`. Not
    /// more rows in all than were said.
    void append(vector_view values, vector_view observed = {}, std::vector<vector_view> const& row_facts = {});

    /// Nothing can be added afterwards. All rows must be there.
    void commit();
    void discard();

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace firefly
