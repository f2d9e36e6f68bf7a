/// `firefly map`: the maximum of the posterior, and a forecast of the cost of a run.
export module firefly.program.after:map;

import firefly.program.input;

namespace firefly::program {

/// Throws as `set_up_model` does.
export void find_mode(map_options const& options, processes const& alone);

}  // namespace firefly::program
