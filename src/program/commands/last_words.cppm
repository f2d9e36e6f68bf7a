/// The last three lines of `sample` and `resume`: where the draws are, whether they can be trusted, and what to do next.
///
///     Draws: 4 chains of 1000 draws in draws.nc
///     Trust: yes. No problems found: R-hat is at most 1.001, and each parameter has 3573 effective draws or more.
///     Next: firefly report draws.nc --output report.html
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program.commands:last_words;

import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.after;

namespace firefly::program {

/// What the checks say of all draws together.
struct run_verdict {
    std::size_t warnings = 0, notes = 0;
    bool is_too_short = false;    // a longer run is the remedy of some warning
    double r_hat = 0;             // the largest; 0 where none can be computed
    double effective = infinity;  // the fewest, of centre or tails
};

run_verdict verdict_on(std::vector<summary> const& lines, std::vector<finding> const& findings);

/// A run that has ended.
struct ended_run {
    sample_options const& options;
    std::vector<chain_result> const& chains;
    run_end end = run_end::all_drawn;
    bool can_go_on = false;  // its checkpoint was kept
    run_verdict verdict = {};
};

/// "812 draws", or "790 to 812 draws" if the chains differ.
std::string draws_in_words(std::vector<chain_result> const& chains);

/// How many draws of each chain would probably be enough: one and a half times as many as have the 100 effective draws per chain that are wanted, at least twice
/// and at most a hundred times as many as there are, in two digits.
std::uint64_t enough_draws(ended_run const& run);

/// Two lines where there are no draws: nothing is to be trusted.
std::string last_words(ended_run const& run);

}  // namespace firefly::program
