/// The clock that chains and processes use.
module;
#include <algorithm>
#include <chrono>

module firefly.program.run:clock;

namespace firefly::program {

using clock = std::chrono::steady_clock;

inline double seconds(clock::duration span) {
    return std::chrono::duration<double>(span).count();
}

/// Times above thirty years are cut to that: the clock could not hold them.
inline clock::duration as_duration(double seconds) {
    return std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

}  // namespace firefly::program
