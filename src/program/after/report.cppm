/// One self-contained HTML page about a run: what was run, forecast against observation, summary, plots, warnings in words.
///
/// No network, no script: plots are inline SVG, what is folded away is `<details>`. Light and dark by the reader's preference. Where there are many
/// parameters, plots are of those with the worst R-hat and the fewest effective draws.
module;
#include <string>
#include <vector>

export module firefly.program.after:report;

import firefly;
import firefly.program.input;
import :findings;

namespace firefly::program {

/// Throws `output_error`.
export void write_report(std::string const& path, stored_draws const& draws, std::vector<summary> const& lines,
                         std::vector<finding> const& findings);

/// `firefly report`. Throws `data_error` for files that cannot be read.
export void report_files(report_options const& options);

}  // namespace firefly::program
