/// `firefly map`: the maximum of the posterior alone, and what a run from there would cost.
module;
#include <string>

export module firefly.program:mode;

import :options;
import :processes;

namespace firefly::program {

/// `output`: a CSV of the estimates; empty for none. Throws as `make_problem` does.
export void find_mode(sample_options options, std::string const& output, processes const& alone);

}  // namespace firefly::program
