module;
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../numeric/lanes.hpp"

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// s η of a few data: how far they are on the right side.
FIREFLY_LANES lanes margin(vector_view targets, vector_view eta, std::size_t i, std::size_t count) {
    lanes const x = load(&eta[i], count);
    return select(load(&targets[i], count) > 0.5, x, -x);
}

/// σ(−y), accurate in both tails, and σ(y) σ(−y).
struct wrong_side {
    lanes probability, variance;
};
FIREFLY_LANES wrong_side wrong_side_of(lanes y) {
    lanes const e = exp_of(-magnitude(y)), large = lanes::every(1) / (1.0 + e), small = e * large;
    return {select(y < lanes::every(0), large, small), small * large};
}

FIREFLY_VECTORISED void fill_log_likelihoods(vector_view targets, vector_view eta, vector_out out) {
    for (std::size_t i = 0; i < targets.size(); i += lane_count) {
        std::size_t const count = std::min(lane_count, targets.size() - i);
        lanes const y = margin(targets, eta, i, count);
        store(least(y, lanes::every(0)) - log1p_of(exp_of(-magnitude(y))), &out[i], count);
    }
}

/// `second` may be empty.
FIREFLY_VECTORISED void fill_derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) {
    for (std::size_t i = 0; i < targets.size(); i += lane_count) {
        std::size_t const count = std::min(lane_count, targets.size() - i);
        auto const [wrong, variance] = wrong_side_of(margin(targets, eta, i, count));
        store(select(load(&targets[i], count) > 0.5, wrong, -wrong), &first[i], count);
        if (!second.empty()) store(variance, &second[i], count);
    }
}

}  // namespace

void logistic::check(double target) const {
    if (target != 0 && target != 1)
        throw invalid_argument(fmt::format("logistic: a target must be 0 or 1, got {}; code the two classes as 0 and 1", target));
}

void logistic::log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
    fill_log_likelihoods(targets, eta, out);
}

void logistic::derivatives(vector_view targets, vector_view eta, vector_out first) const {
    fill_derivatives(targets, eta, first, {});
}

void logistic::derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
    fill_derivatives(targets, eta, first, second);
}

double logistic::fall_below_tangent(double eta, double delta) {
    // Beyond this the exponentials below could overflow, and there is nothing left to cancel.
    constexpr double far = 600;
    if (eta < 0) {
        eta = -eta;
        delta = -delta;
    }
    double const wrong = sigmoid(-eta), right = sigmoid(eta);
    if (std::abs(delta) > far) return log_sigmoid(eta) + wrong * delta - log_sigmoid(eta + delta);
    return portable::log1p(wrong * expm1_minus(-right * delta) + right * expm1_minus(wrong * delta));
}

double logistic::slope_below_tangent(double eta, double delta) {
    // σ(b) − σ(a) = σ(a) σ(−b) (e^{b−a} − 1), of the two ways round the one that cannot overflow.
    double const there = eta + delta;
    return delta < 0 ? sigmoid(eta) * sigmoid(-there) * portable::expm1(delta)
                     : -sigmoid(there) * sigmoid(-eta) * portable::expm1(-delta);
}

}  // namespace firefly
