/// `firefly demo`: the main job on built-in data, then the same posterior by regular MCMC, side by side.
export module firefly.program:demo;

namespace firefly::program {

/// Returns the exit code.
export int demo();

}  // namespace firefly::program
