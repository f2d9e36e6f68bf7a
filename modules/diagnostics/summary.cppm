/// The line that a user reads for each parameter, and the table of such lines.
module;
#include <span>
#include <string>

export module firefly.diagnostics:summary;

import :scalar_draws;

namespace firefly {

/// Every number is of all chains together; each is defined where the function of its name is.
export struct summary {
    std::string name;
    double mean = 0;
    double sd = 0;  // divides by S − 1
    double mcse_mean = 0;
    double q5 = 0;
    double median = 0;
    double q95 = 0;
    double ess_bulk = 0;
    double ess_tail = 0;
    double r_hat = 0;

    friend bool operator==(summary const&, summary const&) = default;
};

/// The summary of one parameter's draws, under this name.
export summary summarise(std::string name, scalar_draws const& draws);

/// Aligned plain text: a line of column names, then a line for each summary, each ended by a newline. Estimates have as many decimals as
/// make two significant digits of their standard error, so that no digit is shown that another run would change much; where
/// there is no standard error, or digits would be too many, six significant ones.
export std::string format_table(std::span<summary const> summaries);

}  // namespace firefly
