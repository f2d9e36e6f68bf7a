module;
#include <cmath>

module firefly.models;

import firefly.core;

namespace firefly {

negative_binomial::negative_binomial(negative_binomial_settings settings)
    : size_(settings.size), log_size_(portable::log(settings.size)) {
    check_positive("negative_binomial", "size", size_);
}

void negative_binomial::check(double target) const {
    check_count("negative_binomial", target);
}

/// y(η − log r) − (y + r) sp(ζ), ζ = η − log r, in the form that has nothing large to subtract on either side.
double negative_binomial::log_likelihood_of(double target, double eta) const {
    double const zeta = eta - log_size_;
    return target * log_sigmoid(zeta) + size_ * log_sigmoid(-zeta);
}

double negative_binomial::log_constant(double target) const {
    return portable::lgamma(target + size_) - portable::lgamma(size_) - portable::lgamma(target + 1);
}

double negative_binomial::derivative_of(double target, double eta) const {
    double const zeta = eta - log_size_;
    return target * sigmoid(-zeta) - size_ * sigmoid(zeta);
}

double negative_binomial::curvature_of(double target, double eta) const {
    double const zeta = eta - log_size_;
    return (target + size_) * sigmoid(zeta) * sigmoid(-zeta);
}

double negative_binomial::fall_below_tangent(double target, double eta, double delta) const {
    return (target + size_) * logistic::fall_below_tangent(eta - log_size_, delta);
}

double negative_binomial::slope_below_tangent(double target, double eta, double delta) const {
    return (target + size_) * logistic::slope_below_tangent(eta - log_size_, delta);
}

secant_range negative_binomial::secants_within(double target, double eta, double low, double high) const {
    auto const [most, least] = softplus_secants(eta - log_size_, low, high);
    return {(target + size_) * most, (target + size_) * least};
}

}  // namespace firefly
