/// Draws in the CSV format of CmdStan, for CmdStanPy, CmdStanR, RStan, posterior, coda and stansummary.
///
///     # model = …            comments: what was run; num_samples and num_warmup padded, so that they can be corrected in place
///     lp__,accept_stat__,stepsize__,treedepth__,divergent__,n_bright__,n_lik__,n_flips__,beta.1,…
///     rows of warm-up        when they are kept
///     # Adaptation terminated
///     # Step size = …
///     rows
///     #  Elapsed Time: …     its values from column 17, where RStan looks for them
///
/// Numbers are written as the shortest text that reads back to the same double. Each chain has a file. Readers compare the number of
/// rows with the comments, and refuse the file or fill up with NA where they differ: a run that stops early corrects the comments.
/// Reference: CmdStan User's Guide, "Stan CSV File Format"; read back with CmdStanPy 1.3.0 and R.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.draws:stan_csv_writer;

import firefly.core;
import firefly.files;
import :statistics;
import :stored_draws;

namespace firefly {

/// What the comments say. As in CmdStan, `warm_up` and `draws` count iterations, of which every `thin`-th is kept.
export struct stan_csv_header {
    std::string model = {};  // "logistic"
    std::string algorithm = "flymc";
    std::string engine = {};  // the kernel: "mala"
    std::uint64_t warm_up = 0;
    std::uint64_t draws = 0;
    std::uint64_t thin = 1;
    bool save_warm_up = false;
    std::uint64_t chain = 1;  // from 1
    std::uint64_t seed = 0;
    std::vector<std::string> statistics = statistic_names();  // the columns before the parameters
    fact_list facts = {};                                     // as comments that other readers pass over: see `read_stan_csv`
};

/// The header of a run that is known by its facts. What they do not say stays as it is above, or is "unknown".
export stan_csv_header stan_header_of(fact_list const& facts);

/// One chain, draw after draw. Nothing but a buffer is held in memory.
export class stan_csv_writer {
public:
    /// `parameters` describe what θ is made of, one after the other; their draws are not looked at. Names have no commas.
    stan_csv_writer(std::filesystem::path const& path, stan_csv_header header, std::vector<stored_variable> const& parameters);

    /// Draws of warm-up come first, and are passed over unless the header keeps them. For the statistics that the header has by default.
    void append(draw const& draw);

    /// The same from numbers: those of the header's statistics, and those of the parameters with the last dimension fastest.
    void append(std::span<double const> statistics, std::span<double const> parameters, bool warm_up);

    /// A fact that is known only now.
    void fact(std::string_view key, std::string_view value);

    /// What was appended so far survives the end of the program, in the partial file.
    inline void flush() { file_.flush(); }

    /// Leaves no file behind.
    inline void discard() { file_.discard(); }

    /// Corrects the comments if the run stopped early, and gives the file its name. Seconds.
    void finish(double warm_up_time, double sampling_time);

private:
    struct padded_number {
        std::uint64_t position;
        std::uint64_t value;
    };

    padded_number write_padded(std::string const& key, std::uint64_t value);
    void correct(padded_number const& promised, std::uint64_t rows);
    void end_warm_up();

    output_file file_;
    stan_csv_header header_;
    std::vector<std::size_t> columns_;  // where the elements of the parameters stand
    std::size_t step_column_ = 0;       // of the step size among the statistics; behind them where there is none
    padded_number samples_{}, warm_ups_{};
    std::vector<double> row_;  // the parameters in the order of their columns
    std::string line_;
    double step_ = 0;  // of the draw appended last
    bool warm_up_ended_ = false;
    std::uint64_t sample_rows_ = 0, warm_up_rows_ = 0;
};

/// Each chain to a file, named as `chain_paths` does, warm-up included where it was kept. Throws `output_error`, and
/// `invalid_argument` for draws that do not fit together.
export void write_stan_csv(std::filesystem::path const& path, stored_draws const& draws);

/// A file for each chain: `draws_1.csv`, `draws_2.csv`, … for `draws.csv`; a single chain keeps the name.
export std::vector<std::filesystem::path> chain_paths(std::filesystem::path const& path, std::size_t chains);

}  // namespace firefly
