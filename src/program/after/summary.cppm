/// `firefly summary`: one line of statistics per parameter.
module;
#include <span>
#include <string>
#include <vector>

export module firefly.program.after:summary;

import firefly;
import firefly.program.input;

namespace firefly::program {

/// Throws `data_error` for files that cannot be read.
export void summarise_files(summary_options const& options);

/// The table of at most `most` lines, with effective draws per second if the sampling time is known.
export std::string table_with_speed(std::span<summary const> lines, std::vector<double> const& seconds, std::size_t most);

}  // namespace firefly::program
