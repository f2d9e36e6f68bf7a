/// `firefly demo`: the main job on built-in data, then the same posterior by regular MCMC, side by side.
export module firefly.program:demo;

namespace firefly::program {

/// Prints as it goes; stops early when `stop_requested`.
export void demo();

}  // namespace firefly::program
