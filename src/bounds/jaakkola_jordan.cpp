module;
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

module firefly.bounds;

import firefly.external;
import firefly.core;
import firefly.models;

namespace firefly {

void jaakkola_jordan::check_xi(double xi) {
    if (!(xi > 0) || !std::isfinite(xi))
        throw invalid_argument(fmt::format("jaakkola_jordan: xi must be positive and finite, got {}", xi));
}

double jaakkola_jordan::curvature(double eta) {
    double const xi = std::abs(eta);
    // The limit below 1e-4, not the series 1/4 − ξ²/48: that lies below the truth, and B would exceed L.
    double const k = xi < 1e-4 ? 0.25 : std::tanh(xi / 2) / (2 * xi);
    constexpr double inflation = 1 + 8 * std::numeric_limits<double>::epsilon();
    return k * inflation;
}

void jaakkola_jordan::annotate(batch& fresh) const {
    annotate_from(fresh, [this](double eta, double target) { return touch(eta, target); });
}

void jaakkola_jordan::gap(std::size_t, batch const& data, evaluation& values) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const delta = displacement(data, values, i);
        values.gap[i] = data.curvature[i] * delta * delta / 2 - logistic::fall_below_tangent(data.anchor[i], delta);
    }
}

void jaakkola_jordan::slope(std::size_t, batch const& data, evaluation const& values, vector_out slope) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const delta = displacement(data, values, i);
        slope[i] = data.curvature[i] * delta - logistic::slope_below_tangent(data.anchor[i], delta);
    }
}

}  // namespace firefly
