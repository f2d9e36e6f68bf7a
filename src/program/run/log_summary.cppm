/// What the draws of a run say, read from its logs while it runs or when it has ended.
module;
#include <string>
#include <vector>

export module firefly.program.run:log_summary;

import firefly;
import :run_logs;

namespace firefly::program {

/// Of chains that have a draw after warm-up.
export std::vector<draw_log_reader> read_logs(run_logs& logs);

/// One line per parameter, of the draws that all chains have.
export std::vector<summary> summarise_all(std::vector<draw_log_reader> const& chains, std::vector<std::string> const& names);

/// The smallest effective sample size (bulk) of any parameter; NaN when one has none.
export double least_effective(std::vector<summary> const& lines);
export double least_effective(std::vector<draw_log_reader> const& chains);

}  // namespace firefly::program
