module;
#include <cmath>

module firefly.models;

import firefly.core;

namespace firefly {

void poisson::check(double target) const {
    check_count("poisson", target);
}

double poisson::log_likelihood_of(double target, double eta) const {
    return target > 0 ? -target * expm1_minus(eta - portable::log(target)) : -portable::exp(eta);
}

double poisson::log_constant(double target) const {
    return target > 0 ? target * portable::log(target) - target - portable::lgamma(target + 1) : 0;
}

double poisson::derivative_of(double target, double eta) const {
    return target - portable::exp(eta);
}

double poisson::curvature_of(double, double eta) const {
    return portable::exp(eta);
}

double poisson::fall_below_tangent(double, double eta, double delta) const {
    return exponential_fall(eta, delta);
}

double poisson::slope_below_tangent(double, double eta, double delta) const {
    return exponential_rise(eta, delta);
}

secant_range poisson::secants_within(double, double eta, double low, double high) const {
    return exponential_secants(eta, low, high);
}

}  // namespace firefly
