module;
#include <algorithm>
#include <cmath>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

double secant(double zeta, double delta) {
    if (std::isinf(delta)) return 0;
    return secant_of(logistic::fall_below_tangent(zeta, delta), delta, sigmoid(zeta) * sigmoid(-zeta));
}

}  // namespace

double softplus_curvature(double zeta) {
    double const xi = std::abs(zeta);
    // The limit below 1e-4, not the series 1/4 − ξ²/48: that lies below the truth, and B would exceed L.
    return inflated(xi < 1e-4 ? 0.25 : portable::tanh(xi / 2) / (2 * xi));
}

secant_range softplus_secants(double zeta, double low, double high) {
    // At zero the secant falls off on both sides: the limit serves, and with it the curvature that no secant exceeds.
    double const global = softplus_curvature(zeta);
    double const most = std::abs(zeta) < 1e-4 ? global : std::min(inflated(secant(zeta, std::clamp(-2 * zeta, low, high))), global);
    return {most, std::min(secant(zeta, low), secant(zeta, high))};
}

}  // namespace firefly
