/// Draws in the CSV format of CmdStan, for CmdStanPy, CmdStanR, RStan, posterior, coda and stansummary.
///
///     # model = …            comments: what was run; num_samples and num_warmup padded, so that they can be corrected in place
///     lp__,accept_stat__,stepsize__,treedepth__,divergent__,n_bright__,n_lik__,beta.1,…
///     rows of warm-up        when they are kept
///     # Adaptation terminated
///     # Step size = …
///     rows
///     #  Elapsed Time: …     its values from column 17, where RStan looks for them
///
/// Numbers are written as the shortest text that reads back to the same double. One file a chain. Readers compare the number of
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

export module firefly.draws:stan_csv;

import firefly.core;
import firefly.files;
import :stored_draws;

namespace firefly {

/// The columns before the parameters.
export std::vector<std::string> stan_statistics();

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
    std::vector<std::string> statistics = stan_statistics();
    fact_list facts = {};  // as comments that other readers pass over: see `read_stan_csv`
};

export class stan_csv_writer {
public:
    /// `parameters` are column names such as `beta.1`, one for each element of θ, without commas.
    stan_csv_writer(std::filesystem::path const& path, stan_csv_header header, std::vector<std::string> const& parameters);

    /// Draws of warm-up are passed over unless the header keeps them. For the statistics that the header has by default.
    void append(draw const& draw);

    /// A row after warm-up, whatever the statistics are.
    void append(std::span<double const> statistics, std::span<double const> parameters);

    /// A fact that is known only now.
    void fact(std::string_view key, std::string_view value);

    /// Once, before the first draw that is not warm-up; also when there was no warm-up. `step` is the size that sampling keeps.
    void end_of_warm_up(double step);

    /// What was appended so far survives the end of the program, in the partial file.
    inline void flush() { file_.flush(); }

    /// Draws appended, of warm-up not counted.
    inline std::uint64_t draws() const { return sample_rows_; }

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
    void write_row(std::span<double const> statistics, std::span<double const> parameters);

    output_file file_;
    stan_csv_header header_;
    std::size_t dimension_;
    padded_number samples_{}, warm_ups_{};
    std::string line_;
    double step_ = 0;  // of the draw appended last
    bool warm_up_ended_ = false;
    std::uint64_t sample_rows_ = 0, warm_up_rows_ = 0;
};

/// `beta.1`, `beta.2`, …
export std::vector<std::string> stan_names(std::string const& variable, std::size_t count);

/// One file a chain: `draws_1.csv`, `draws_2.csv`, … for `draws.csv`; a single chain keeps the name.
export std::vector<std::filesystem::path> chain_paths(std::filesystem::path const& path, std::size_t chains);

}  // namespace firefly
