/// `firefly demo`: the main job on built-in data, then the same posterior by regular MCMC, side by side.
export module firefly.program.after:demo;

import firefly.program.input;

namespace firefly::program {

/// Prints as it goes; stops early when `stop_requested`.
export void demo(processes const& alone);

}  // namespace firefly::program
