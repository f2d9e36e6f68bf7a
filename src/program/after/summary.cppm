/// `firefly summary`: one line of statistics per parameter and, of a softmax, per contrast.
module;
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

export module firefly.program.after:summary;

import firefly;
import firefly.program.input;
import :contrasts;

namespace firefly::program {

/// What the commands after a run and the end of `sample` say of the draws. Holds a reference to them.
export struct draw_summary {
    std::vector<summary> lines;                // one for each parameter, then one for each contrast
    std::size_t parameters = 0;                // how many of the lines are of parameters
    std::optional<class_contrasts> contrasts;  // of a softmax whose classes are known

    std::span<summary const> of_parameters() const { return std::span(lines).first(parameters); }
    std::span<summary const> of_contrasts() const { return std::span(lines).subspan(parameters); }
};

/// `reference`: as in `contrasts_of`, which says what is thrown.
export draw_summary summarise_with_contrasts(stored_draws const& draws, std::optional<std::string> const& reference = {});

/// The table of parameters, then that of contrasts, of at most `most` lines each, with effective draws per second if the sampling
/// time is known.
export std::string tables_with_speed(draw_summary const& found, std::vector<double> const& seconds, std::size_t most);

/// Throws `data_error` for files that cannot be read, `invalid_argument` for a reference that is no class of theirs.
export void summarise_files(summary_options const& options);

}  // namespace firefly::program
