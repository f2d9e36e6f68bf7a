/// What a plan chose, as the options that say so: given to `firefly sample`, they give the same draws.
module;
#include <string>

export module firefly.program.setup:chosen_options;

import firefly;

namespace firefly::program {

/// "--algorithm firefly --anchor map …"; what a choice makes meaningless is left out.
export std::string as_options(choices const& chosen);

}  // namespace firefly::program
