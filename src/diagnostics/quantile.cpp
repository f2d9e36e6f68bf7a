module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

module firefly.diagnostics;

import firefly.external;
import firefly.core;

namespace firefly {

double quantile(scalar_draws const& draws, double probability) {
    if (!(probability >= 0 && probability <= 1))
        throw invalid_argument(fmt::format("quantile: probability must be in [0, 1], got {}", probability));
    auto values = draws.pooled();
    if (std::ranges::any_of(values, [](double x) { return std::isnan(x); })) return not_a_number;

    // Two statements and counted from one, as R does: another rounding of the position can move it to the next order statistic,
    // and `ess_quantile` counts the draws at or below the result.
    double const steps = static_cast<double>(values.size() - 1) * probability;
    double const position = 1 + steps;
    double const whole = std::floor(position);
    auto const at = values.begin() + static_cast<std::ptrdiff_t>(whole) - 1;
    std::nth_element(values.begin(), at, values.end());
    if (position == whole) return *at;
    double const next = *std::min_element(at + 1, values.end());
    if (next == *at) return *at;  // the sum below would round, and be NaN for two infinities
    double const weight = position - whole;
    return (1 - weight) * *at + weight * next;
}

}  // namespace firefly
