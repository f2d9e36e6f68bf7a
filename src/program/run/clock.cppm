/// Time as chains and processes measure it.
module;
#include <algorithm>
#include <chrono>

module firefly.program.run:clock;

namespace firefly::program {

using clock = std::chrono::steady_clock;

inline double seconds(clock::duration span) {
    return std::chrono::duration<double>(span).count();
}

/// A longer time than the clock can hold is no limit: thirty years.
inline clock::duration as_duration(double seconds) {
    return std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

}  // namespace firefly::program
