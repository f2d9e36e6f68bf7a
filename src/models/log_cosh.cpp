module;
#include <cmath>
#include <numbers>

module firefly.models;

import firefly.core;

namespace firefly {

log_cosh::log_cosh(log_cosh_settings settings)
    : scale_(settings.scale), slope_(2 / settings.scale), log_constant_(-portable::log(std::numbers::pi * settings.scale)) {
    check_scale("log_cosh", scale_);
}

void log_cosh::check(double target) const {
    check_finite("log_cosh", target);
}

/// log cosh u = |u| + log(1 + e^{−2|u|}) − log 2.
double log_cosh::log_likelihood_of(double target, double eta) const {
    double const twice = std::abs(zeta(target, eta));
    return log_constant_ - (twice / 2 - log_sigmoid(twice) - std::numbers::ln2);
}

double log_cosh::derivative_of(double target, double eta) const {
    return -slope_ / 2 * portable::tanh(zeta(target, eta) / 2);
}

double log_cosh::curvature_of(double target, double eta) const {
    double const at = zeta(target, eta);
    return slope_ * slope_ * sigmoid(at) * sigmoid(-at);
}

double log_cosh::fall_below_tangent(double target, double eta, double delta) const {
    return logistic::fall_below_tangent(zeta(target, eta), slope_ * delta);
}

double log_cosh::slope_below_tangent(double target, double eta, double delta) const {
    return slope_ * logistic::slope_below_tangent(zeta(target, eta), slope_ * delta);
}

secant_range log_cosh::secants_within(double target, double eta, double low, double high) const {
    auto const [most, least] = softplus_secants(zeta(target, eta), slope_ * low, slope_ * high);
    return {slope_ * slope_ * most, slope_ * slope_ * least};
}

}  // namespace firefly
