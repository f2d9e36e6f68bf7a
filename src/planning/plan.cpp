module;
#include <algorithm>
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

// Nanoseconds on one core of a server of 2020, fitted to bench_beyond; only their ratios matter.

double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width) {
    double const size = static_cast<double>(dimension), bright = seen.bright * std::max(1.0, static_cast<double>(width) - 1);
    return 1500 + 7 * size * size + seen.queries * (400 + 12 * size) + 0.3 * bright * bright * (size + bright);
}

double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width) {
    return 500 + passes * static_cast<double>(rows) * (30 * static_cast<double>(width) + 0.5 * static_cast<double>(dimension));
}

void check_settings(plan_settings const& settings) {
    if (!(settings.outside > 0 && settings.outside < 0.5))
        throw invalid_argument(fmt::format("plan: outside must lie in (0, 0.5), got {}", settings.outside));
    if (settings.pilot_iterations < 20)
        throw invalid_argument(fmt::format("plan: pilot_iterations must be at least 20, got {}", settings.pilot_iterations));
}

}  // namespace firefly
