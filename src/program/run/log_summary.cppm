/// Summaries of the draws of a run, read from its logs during the run or after it.
module;
#include <string>
#include <vector>

export module firefly.program.run:log_summary;

import firefly;
import :run_logs;

namespace firefly::program {

/// The logs of chains that have at least one draw after warm-up.
export std::vector<draw_log_reader> read_logs(run_logs& logs);

/// One line per parameter. Chains are cut to the length of the shortest.
export std::vector<summary> summarise_all(std::vector<draw_log_reader> const& chains, std::vector<std::string> const& names);

/// The smallest bulk effective sample size of any parameter; NaN if it is NaN for one of them.
export double least_effective(std::vector<summary> const& lines);
export double least_effective(std::vector<draw_log_reader> const& chains);

}  // namespace firefly::program
