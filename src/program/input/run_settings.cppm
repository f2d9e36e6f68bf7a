/// The number of chains, their length, and the threads that they run on.
module;
#include <cstddef>
#include <cstdint>

export module firefly.program.input:run_settings;

import firefly;

namespace firefly::program {

export struct run_settings {
    std::size_t chains = 4;
    std::uint64_t warm_up = 1000;
    std::uint64_t draws = 1000;
    std::uint64_t thin = 1;  // one of this many draws is kept
    std::uint64_t seed = 1;
    std::size_t threads = 1;
    bool save_warm_up = false;
    double max_seconds = infinity;  // measured from the call of `run_chains`
    double target_ess = 0;          // stop when every parameter has this many effective draws; 0: never
};

}  // namespace firefly::program
