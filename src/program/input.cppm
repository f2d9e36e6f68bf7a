/// The data that the options ask for, and what is said about them.
module;
#include <string_view>

export module firefly.program:input;

import firefly;
import :options;

namespace firefly::program {

/// Reads them; says on standard output how many rows were dropped, and warns of what is odd. Throws `firefly::error` when they cannot be used.
export data_set read_input(sample_options const& options);

/// One line on standard error.
export void warn(std::string_view what);

}  // namespace firefly::program
