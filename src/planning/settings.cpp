module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;
import firefly.samplers;

namespace firefly {

double region_radius(std::size_t dimension, double outside) {
    double const size = static_cast<double>(dimension), spread = 2 / (9 * size);
    double const z = -normal_quantile(outside), root = 1 - spread + z * std::sqrt(spread);
    return std::sqrt(size * root * root * root);
}

std::vector<double> region_radii(double innermost, double enough) {
    std::vector<double> radii{innermost};
    if (innermost >= enough) return radii;
    double const ratio = 2 * enough / innermost, count = std::ceil(portable::log(ratio) / portable::log(1.1));
    for (double k = 1; k <= count; ++k) radii.push_back(innermost * portable::pow(ratio, k / count));
    return radii;
}

newton_settings newton_for_anchor(plan_settings const& settings, bool has_many_rows, std::size_t dimension) {
    newton_settings newton = settings.newton;
    if (settings.rough_anchor && has_many_rows)
        newton.tolerance = std::max(newton.tolerance, 0.01 * static_cast<double>(dimension));
    return newton;
}

void check_settings(plan_settings const& settings) {
    if (!(settings.outside > 0 && settings.outside < 0.5))
        throw invalid_argument(fmt::format("plan: outside must lie in (0, 0.5), got {}", settings.outside));
    if (settings.pilot_iterations < 20)
        throw invalid_argument(fmt::format("plan: pilot_iterations must be at least 20, got {}", settings.pilot_iterations));
}

}  // namespace firefly
