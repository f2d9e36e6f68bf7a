/// What a run drew, from its logs into memory: for netCDF, and for the table, the words and the report at its end.
module;
#include <cstddef>
#include <memory>
#include <vector>

export module firefly.program.output:recorder;

import firefly;
import firefly.program.setup;
import firefly.program.run;

namespace firefly::program {

/// What is known of one of `chains` chains only when it has ended: see `metadata`. Nothing where nobody watched.
export fact_list end_facts(std::shared_ptr<bright_watch> const& watch, std::size_t chain, std::size_t chains);

/// Draws, and those of warm-up where they were kept. Chains without a draw after warm-up are left out. Throws `output_error` where memory does
/// not suffice.
export stored_draws recorded(run_description const& description, std::vector<chain_result> const& results, run_logs& logs,
                             std::vector<fact_list> const& ends);

}  // namespace firefly::program
