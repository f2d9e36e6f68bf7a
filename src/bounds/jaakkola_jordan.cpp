module;
#include <algorithm>
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

namespace {

constexpr double inflation = 1 + 8 * std::numeric_limits<double>::epsilon();

/// 2ψ(Δ)/Δ², and its limit w where Δ² is no number any more.
double secant(double eta, double delta) {
    if (std::abs(delta) < 1e-150) return sigmoid(eta) * sigmoid(-eta);
    return 2 * logistic::fall_below_tangent(eta, delta) / delta / delta;
}

}  // namespace

double jaakkola_jordan::curvature_within(double eta, double reach) {
    // At zero the secant falls off on both sides: the limit serves, and with it the global curvature.
    double const xi = std::abs(eta), towards_zero = std::copysign(std::min(reach, 2 * xi), -eta);
    double const global = curvature(eta);
    return xi < 1e-4 ? global : std::min(secant(eta, towards_zero) * inflation, global);
}

double jaakkola_jordan::least_curvature_within(double eta, double reach) {
    return reach < infinity ? secant(eta, std::copysign(reach, eta)) : 0;
}

double jaakkola_jordan::curvature(double eta) {
    double const xi = std::abs(eta);
    // The limit below 1e-4, not the series 1/4 − ξ²/48: that lies below the truth, and B would exceed L.
    double const k = xi < 1e-4 ? 0.25 : std::tanh(xi / 2) / (2 * xi);
    return k * inflation;
}

void jaakkola_jordan::annotate(batch& fresh) const {
    annotate_from(fresh, *this);
}

void jaakkola_jordan::gap(std::size_t region, batch const& data, evaluation& values) const {
    for (std::size_t i = 0; i < data.size(); ++i) values.gap[i] = gap_of(region, data, i, vector_view(values.delta).subspan(i, 1));
}

double jaakkola_jordan::gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const {
    double const step = displacement(data, i, delta[0]), k = data.curvature[i * data.regions() + region];
    return k * step * step / 2 - logistic::fall_below_tangent(data.anchor[i], step);
}

void jaakkola_jordan::least_curvature(std::size_t region, batch const& data, vector_out out) const {
    for (std::size_t i = 0; i < data.size(); ++i) out[i] = least_curvature_within(data.anchor[i], reach(region, data.index[i]));
}

void jaakkola_jordan::slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const delta = displacement(data, i, values.delta[i]);
        slope[i] = data.curvature[i * data.regions() + region] * delta - logistic::slope_below_tangent(data.anchor[i], delta);
    }
}

}  // namespace firefly
