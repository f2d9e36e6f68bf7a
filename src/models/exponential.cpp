module;
#include <cmath>
#include <limits>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

/// Whether e^η may be taken out as a factor. Where it may not, e^Δ exceeds 1 + Δ so far that a difference does not cancel.
bool is_factor(double eta, double delta) {
    return eta > -600 || delta < 30;
}

/// e^{a + b}, with the part of the sum that a double does not hold.
double exponential_of_sum(double a, double b) {
    double const sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
    return portable::exp(sum) * (1 + rest);
}

double secant(double eta, double delta) {
    if (is_factor(eta, delta)) return portable::exp(eta) * exponential_secant(delta);
    return std::isinf(delta) ? delta : 2 * exponential_fall(eta, delta) / delta / delta;
}

}  // namespace

double exponential_fall(double eta, double delta) {
    if (is_factor(eta, delta)) return portable::exp(eta) * expm1_minus(delta);
    return exponential_of_sum(eta, delta) - portable::exp(eta) * (1 + delta);
}

double exponential_rise(double eta, double delta) {
    if (is_factor(eta, delta)) return portable::exp(eta) * portable::expm1(delta);
    return exponential_of_sum(eta, delta) - portable::exp(eta);
}

secant_range exponential_secants(double eta, double low, double high) {
    // Next to nothing is added for those that underflow, which are rounded to fewer digits.
    return {inflated(secant(eta, high)) + std::numeric_limits<double>::min(), secant(eta, low)};
}

}  // namespace firefly
