/// Mean and variance for the diagnostics themselves. O(n), nothing allocated.
module;
#include <cmath>
#include <numeric>
#include <span>

export module firefly.diagnostics:moments;

namespace firefly {

/// Two passes: the second adds the mean of what rounding left over in the first. Not when that is infinite: ∞ − ∞ is no number.
inline double mean(std::span<double const> values) {
    auto const n = static_cast<double>(values.size());
    double const first = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (!std::isfinite(first)) return first;
    double rest = 0;
    for (double const x : values) rest += x - first;
    return first + rest / n;
}

/// Unbiased: divides by n − 1. Of a single value: NaN.
inline double variance(std::span<double const> values) {
    double const centre = mean(values);
    double sum = 0;
    for (double const x : values) sum += (x - centre) * (x - centre);
    return sum / (static_cast<double>(values.size()) - 1);
}

}  // namespace firefly
