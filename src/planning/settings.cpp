module;
#include <cmath>
#include <cstddef>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;

namespace firefly {

double region_radius(std::size_t dimension, double outside) {
    double const size = static_cast<double>(dimension), spread = 2 / (9 * size);
    double const z = -normal_quantile(outside), root = 1 - spread + z * std::sqrt(spread);
    return std::sqrt(size * root * root * root);
}

void check_settings(plan_settings const& settings) {
    if (!(settings.outside > 0 && settings.outside < 0.5))
        throw invalid_argument(fmt::format("plan: outside must lie in (0, 0.5), got {}", settings.outside));
    if (settings.pilot_iterations < 20)
        throw invalid_argument(fmt::format("plan: pilot_iterations must be at least 20, got {}", settings.pilot_iterations));
}

}  // namespace firefly
