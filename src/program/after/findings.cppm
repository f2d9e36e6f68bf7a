/// Finds problems in the draws of a run, and says in words what to do. Used by `sample`, `diagnose` and the report.
///
/// From the draws: draws that are not finite, chains that do not move, R-hat above 1.01, fewer than 100 effective draws per chain (both
/// thresholds: Vehtari et al. 2021; of parameters and of contrasts), divergences, truncated trees, low energy variation (CmdStan; Betancourt 2016), collinear columns
/// (variance inflation of the posterior). From the metadata of a run of firefly: bright data against the forecast, draws outside the
/// region, separated classes, a scale of the noise that is far from that of the residuals, coefficients that the prior decides, columns
/// in very different units, a row that dominates.
module;
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.after:findings;

import firefly;
import firefly.program.input;
import :finding;
import :summary;

namespace firefly::program {

/// The mean over all chains; empty if there is no such statistic.
export std::optional<double> mean_statistic(stored_draws const& draws, std::string_view name);

/// The most important first. `found` is the summary of the same draws.
export std::vector<finding> find_problems(stored_draws const& draws, draw_summary const& found);

/// One line per finding, "Warning: … Do this.", or a line that nothing was found.
export std::string in_words(std::vector<finding> const& findings);

/// `firefly diagnose`. Throws `data_error`.
export void diagnose_files(diagnose_options const& options);

}  // namespace firefly::program
