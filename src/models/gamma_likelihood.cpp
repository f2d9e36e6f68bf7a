module;
#include <cmath>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

gamma_likelihood::gamma_likelihood(gamma_settings settings) : shape_(settings.shape) {
    check_positive("gamma_likelihood", "shape", shape_);
}

void gamma_likelihood::check(double target) const {
    if (!(target > 0) || !std::isfinite(target))
        throw invalid_argument(fmt::format("gamma_likelihood: a target must be positive and finite, got {}", target));
}

double gamma_likelihood::log_likelihood_of(double target, double eta) const {
    return -shape_ * expm1_minus(portable::log(target) - eta);
}

double gamma_likelihood::log_constant(double target) const {
    return shape_ * portable::log(shape_) - shape_ - portable::log(target) - portable::lgamma(shape_);
}

double gamma_likelihood::derivative_of(double target, double eta) const {
    return shape_ * (target * portable::exp(-eta) - 1);
}

double gamma_likelihood::curvature_of(double target, double eta) const {
    return shape_ * target * portable::exp(-eta);
}

double gamma_likelihood::fall_below_tangent(double target, double eta, double delta) const {
    return shape_ * target * exponential_fall(-eta, -delta);
}

double gamma_likelihood::slope_below_tangent(double target, double eta, double delta) const {
    return -shape_ * target * exponential_rise(-eta, -delta);
}

secant_range gamma_likelihood::secants_within(double target, double eta, double low, double high) const {
    auto const [most, least] = exponential_secants(-eta, -high, -low);
    return {shape_ * target * most, shape_ * target * least};
}

}  // namespace firefly
