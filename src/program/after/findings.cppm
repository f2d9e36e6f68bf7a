/// What is wrong with a run, in words, and what to do. `sample` ends with it, `diagnose` prints it, the report shows it.
///
/// From the draws: draws that are not finite, chains that stand still, R-hat above 1.01, fewer than 100 effective draws a chain (both
/// thresholds: Vehtari et al. 2021), divergences, trees cut off, energies that hardly move (CmdStan; Betancourt 2016), columns that say
/// the same (variance inflation of the posterior). With the facts of a run of firefly besides: bright data against the forecast, draws
/// outside the region, classes that a plane separates.
module;
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.after:findings;

import firefly;
import firefly.program.input;

namespace firefly::program {

export struct finding {
    enum class severity { note, warning } how = severity::warning;
    std::string what;    // a sentence or two
    std::string remedy;  // what to do
};

/// Of all chains together; nothing where there is no such statistic.
export std::optional<double> mean_statistic(stored_draws const& draws, std::string_view name);

/// In the order of their importance. `lines` are the summaries of all parameters.
export std::vector<finding> find_problems(stored_draws const& draws, std::vector<summary> const& lines);

/// "Warning: … Do this." lines, or that nothing was found.
export std::string in_words(std::vector<finding> const& findings);

/// `firefly diagnose`. Throws `data_error`.
export void diagnose_files(diagnose_options const& options);

}  // namespace firefly::program
