/// How long chains run, how many of them, and on how many threads.
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
    std::uint64_t thin = 1;  // of so many draws one is kept
    std::uint64_t seed = 1;
    std::size_t threads = 1;
    bool save_warm_up = false;
    double max_seconds = infinity;  // from when `run_chains` is called
    double target_ess = 0;          // of the parameter with the fewest effective draws; 0: none
};

}  // namespace firefly::program
