/// What a run drew, from its logs into memory: for the words, the table and the report at its end.
module;
#include <cstddef>
#include <memory>
#include <vector>

export module firefly.program.output:recorder;

import firefly;
import firefly.program.setup;
import firefly.program.run;

namespace firefly::program {

/// What only the end of a chain, of so many, knows: see `metadata`. Nothing where nobody watched.
export fact_list end_facts(std::shared_ptr<bright_watch> const& watch, std::size_t chain, std::size_t chains);

/// Draws after warm-up; chains without one are left out.
export stored_draws recorded(run_description const& description, std::vector<chain_result> const& results, run_logs& logs,
                             std::vector<fact_list> const& ends);

}  // namespace firefly::program
