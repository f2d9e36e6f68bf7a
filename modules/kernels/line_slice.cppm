/// One update of slice sampling on a line (Neal 2003): stepping out, then shrinkage.
///
///     level = log π(0) − e,  e exponential: uniform under the density, in logarithms
///     lay an interval of width w about 0 at random; step out by w at each end while that end is above the level
///     draw uniformly from the interval, cutting it back to every point that turns out below the level, until one is above
///
/// At most `most_widths` widths in all: how many of them may go below is drawn beforehand, uniformly, which keeps the update exact
/// (Neal's figure 3). It is reversible. Cost: some 5 evaluations.
module;
#include <cstddef>
#include <optional>

export module firefly.kernels:line_slice;

import firefly.core;

namespace firefly {

/// Where it goes, which is where the log density was evaluated last; nothing where it stays. `here` is the log density at 0; `is_here(t)`: whether t
/// cannot be told from 0.
export template <class LogDensity, class IsHere, Random Source>
inline std::optional<double> slice_line(LogDensity const& log_density_at, double here, double width, std::size_t most_widths,
                                        IsHere const& is_here, Source& random) {
    double const level = here - random.exponential();
    double low = -width * random.uniform(), high = low + width;
    std::size_t below = random.pick(most_widths), above = most_widths - 1 - below;
    for (; below > 0 && log_density_at(low) >= level; --below) low -= width;
    for (; above > 0 && log_density_at(high) >= level; --above) high += width;

    for (;;) {
        double const t = low + (high - low) * random.uniform();
        if (log_density_at(t) >= level) return t;
        // Shrunk to 0 itself, which lies on its slice but may be evaluated a rounding below it: stay.
        if (is_here(t)) return std::nullopt;
        (t < 0 ? low : high) = t;
    }
}

}  // namespace firefly
