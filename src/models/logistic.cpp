module;
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

double sign(double target) {
    return target > 0.5 ? 1 : -1;
}

}  // namespace

void logistic::check(double target) const {
    if (target != 0 && target != 1)
        throw invalid_argument(fmt::format("logistic: a target must be 0 or 1, got {}; code the two classes as 0 and 1", target));
}

void logistic::log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
    for (std::size_t i = 0; i < targets.size(); ++i) out[i] = log_sigmoid(sign(targets[i]) * eta[i]);
}

void logistic::derivatives(vector_view targets, vector_view eta, vector_out first) const {
    for (std::size_t i = 0; i < targets.size(); ++i) first[i] = sign(targets[i]) * sigmoid(-sign(targets[i]) * eta[i]);
}

void logistic::derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        double const s = sign(targets[i]);
        double const wrong = sigmoid(-s * eta[i]);
        first[i] = s * wrong;
        second[i] = wrong * sigmoid(s * eta[i]);
    }
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
    return std::log1p(wrong * expm1_minus(-right * delta) + right * expm1_minus(wrong * delta));
}

double logistic::slope_below_tangent(double eta, double delta) {
    // σ(b) − σ(a) = σ(a) σ(−b) (e^{b−a} − 1), of the two ways round the one that cannot overflow.
    double const there = eta + delta;
    return delta < 0 ? sigmoid(eta) * sigmoid(-there) * std::expm1(delta) : -sigmoid(there) * sigmoid(-eta) * std::expm1(-delta);
}

}  // namespace firefly
