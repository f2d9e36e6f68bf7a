/// One self-contained HTML page about a run: what defines the model, what was run, forecast against observation, summary, how the model
/// fits, plots, warnings in words.
///
/// It needs neither network nor scripts: plots are inline SVG, and folded parts are `<details>`. It is light or dark as the reader prefers.
/// With many parameters, it plots those with the largest R-hat and the fewest effective draws.
module;
#include <string>
#include <vector>

export module firefly.program.after:report;

import firefly;
import firefly.program.input;
import :findings;
import :summary;

namespace firefly::program {

/// Throws `output_error`.
export void write_report(std::string const& path, stored_draws const& draws, draw_summary const& found,
                         std::vector<finding> const& findings);

/// `firefly report`. Throws `data_error` for files that cannot be read.
export void report_files(report_options const& options);

}  // namespace firefly::program
