/// What `sample` and `resume` print: the plan before the run; afterwards the table, warnings, why the run stopped, and how to resume it.
module;
#include <string>
#include <vector>

export module firefly.program.commands:conclusion;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

void print_plan(model_setup const& setup);

/// Prints the table and the warnings, and writes the report.
void conclude(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
              run_logs& logs, std::vector<fact_list> const& ends);

/// "812 draws", or "790 to 812 draws" if the chains differ.
std::string draws_in_words(std::vector<chain_result> const& chains);

/// Prints why the run stopped early, and how to resume it.
void print_end(sample_options const& options, run_outcome const& outcome, bool can_go_on);

/// Throws a `run_failure` with the cause and what was saved. For a new run without draws, removes its files and rethrows the cause
/// itself. `written`: whether the output files are complete.
[[noreturn]] void throw_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, bool written,
                                bool is_new);

}  // namespace firefly::program
