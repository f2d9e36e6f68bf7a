/// What `sample` and `resume` print: the plan before the run, its table and warnings after it, why it ended, and how to go on.
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

void print_plan(model_setup const& setup, chosen_chains const& chosen);

/// The table, the warnings in words, and the report.
void conclude(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
              run_logs& logs, std::vector<fact_list> const& ends);

/// "812 draws", or "790 to 812 draws" where chains differ.
std::string draws_in_words(std::vector<chain_result> const& chains);

/// Why it ended before all was drawn, and how to go on.
void print_end(sample_options const& options, run_outcome const& outcome, bool can_go_on);

/// Throws what went wrong in the run, with what was saved of it: a `run_failure`. Of a new run that has drawn nothing, nothing stays, and what
/// was thrown is thrown again. `written`: whether the files are.
[[noreturn]] void throw_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, output const& files,
                                bool written, bool is_new);

}  // namespace firefly::program
