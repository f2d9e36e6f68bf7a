/// What `sample` and `resume` print: the plan before the run; afterwards the table, warnings, why the run stopped, and the last words.
module;
#include <string>
#include <vector>

export module firefly.program.commands:conclusion;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;
import :last_words;

namespace firefly::program {

void print_plan(model_setup const& setup);

/// Prints the table and what was found, and writes the report.
run_verdict conclude(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
                     run_logs& logs, std::vector<fact_list> const& ends);

/// Prints why the run stopped early, and its last words.
void print_end(ended_run const& run);

/// Throws a `run_failure` with the cause and what was saved. For a new run without draws, removes its files and rethrows the cause
/// itself. `written`: whether the output files are complete.
[[noreturn]] void throw_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, bool written,
                                bool is_new);

}  // namespace firefly::program
