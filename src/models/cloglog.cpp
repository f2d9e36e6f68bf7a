module;
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

// ---- class 1 ----

/// Beyond it e^{−μ} is zero, and so are w and ψ.
constexpr double certain = 750;
/// Where w is greatest.
constexpr double peak = 0.62082965456557214;

/// log q.
double log_probability(double eta) {
    if (eta < -40) return eta;  // less ½μ, which no double shows
    double const mean = portable::exp(eta);
    return mean < std::numbers::ln2 ? portable::log(-portable::expm1(-mean)) : portable::log1p(-portable::exp(-mean));
}

/// ℓ' = μ/(e^μ − 1).
double derivative(double mean) {
    if (mean == 0) return 1;
    return mean < certain ? mean / portable::expm1(mean) : 0;
}

double curvature(double mean) {
    if (mean < 1e-100) return mean / 2;  // squares would underflow
    if (mean > certain) return 0;
    double const q = -portable::expm1(-mean);
    return mean * portable::exp(-mean) * (expm1_minus(-mean) / (q * q));
}

/// Up to which μ the series serves: its terms fall by (2/2π)².
constexpr double series_reach = 2;

/// P at s, and its divided differences of two points and of three. By Horner's rule: if P = c + xQ, then P[a, b] = Q(a) + b Q[a, b].
struct differences {
    double value = 0, derivative = 0, first = 0, second = 0;  // P(a), P'(a), P[a, b], P[a, a, b]

    constexpr void append(double coefficient, double a, double b) {
        second = second * b + derivative;
        first = first * b + value;
        derivative = derivative * a + value;
        value = value * a + coefficient;
    }
};

/// B_2k/(2k (2k)!), from k = 16 down to 1. What is left out at μ = 2 is below 1e-17 of the sum.
constexpr std::array<double, 16> coefficients{
    -1.7952470840225633e-27, 7.559841507792277e-26,  -3.1976847953705525e-24, 1.3595027075497952e-22,
    -5.814360285755218e-21,  2.5040921947091955e-19, -1.087434349279031e-17,  4.770034475709914e-16,
    -2.1185501852016142e-14, 9.55895466477477e-13,   -4.403491782239578e-11,  2.08767569878681e-09,
    -1.033399470899471e-07,  5.5114638447971785e-06, -0.00034722222222222224, 0.041666666666666664};

/// Of P.
differences of_series(double a, double b) {
    differences result;
    for (double const coefficient : coefficients) result.append(coefficient, a, b);
    result.append(0, a, b);
    return result;
}

/// Of sP'(s).
differences of_derivative(double a, double b) {
    differences result;
    double k = coefficients.size();
    for (double const coefficient : coefficients) result.append(k-- * coefficient, a, b);
    result.append(0, a, b);
    return result;
}

/// μ at η* + Δ: from μ* where that is large, since e^{−μ} shows what rounding takes from it.
double mean_there(double eta, double mean, double delta) {
    return mean > 1 && mean < certain ? mean * portable::exp(delta) : portable::exp(eta + delta);
}

double unrounded_fall(double eta, double delta) {
    double const mean = portable::exp(eta), there = mean_there(eta, mean, delta);
    if (std::min(mean, there) > certain) return 0;
    double const square = mean * mean;
    if (std::max(mean, there) <= series_reach) {
        auto const p = of_series(square, there * there);
        double const d = exponential_rise(eta, delta), sum = mean + there;
        return exponential_fall(eta, delta) * (0.5 - 2 * mean * p.derivative) - d * d * (p.derivative + sum * sum * p.second);
    }
    if (mean < 1) {  // from far below: less η* + Δ, which ℓ(η* + Δ) and the tangent nearly are
        auto const p = of_series(square, square);
        return p.value - mean / 2 + (2 * square * p.derivative - mean / 2) * delta - (log_probability(eta + delta) - (eta + delta));
    }
    double const tangent = derivative(mean) * delta;
    if (there < 1 || mean > certain) return log_probability(eta) + tangent - log_probability(eta + delta);
    double const d = mean * portable::expm1(delta), q = -portable::expm1(-mean);
    double const x = d > 0 ? -portable::exp(-mean) * portable::expm1(-d) / q : portable::exp(-mean - d) * portable::expm1(d) / q;
    if (std::abs(d) >= 0.5) return tangent - portable::log1p(x);
    return minus_log1p(x) + (expm1_minus(-d) - mean * expm1_minus(delta)) / portable::expm1(mean);
}

/// ψ. Zero where it has lost digits to underflow: it may not be rounded up, or B would exceed L.
double fall(double eta, double delta) {
    double const result = unrounded_fall(eta, delta);
    return result < 1e-290 ? 0 : result;
}

double slope(double eta, double delta) {
    double const mean = portable::exp(eta), there = mean_there(eta, mean, delta);
    if (std::min(mean, there) > certain) return 0;
    if (std::max(mean, there) <= series_reach)
        return exponential_rise(eta, delta) * (0.5 - 2 * (mean + there) * of_derivative(mean * mean, there * there).first);
    double const d = mean * portable::expm1(delta);
    if (!(std::abs(d) < 0.5)) return derivative(mean) - derivative(there);
    return (mean / -portable::expm1(-mean) * portable::expm1(d) - d) / portable::expm1(there);
}

double secant(double eta, double delta) {
    return std::isinf(delta) ? 0 : secant_of(fall(eta, delta), delta, curvature(portable::exp(eta)));
}

/// Where the secant is greatest between zero and an end of the interval, on the side on which w is, at p.
double greatest_secant(double eta, double p, double end) {
    if (std::abs(end) <= std::abs(p)) return end;
    auto const grows_at = [&](double delta) { return delta * slope(eta, delta) > 2 * fall(eta, delta); };
    auto const within = [&](double delta) { return std::abs(delta) < std::abs(end) ? delta : end; };
    double near = p, far = within(2 * p);  // it would be there if w were symmetric
    while (far != near && grows_at(far)) {
        near = far;
        far = within(2 * far);
    }
    // The error of the secant is of second order in that of its place.
    while (std::abs(far - near) > 1e-9 * std::max(1.0, std::abs(far))) {
        double const middle = (near + far) / 2;
        (grows_at(middle) ? near : far) = middle;
    }
    return far;
}

secant_range secants(double eta, double low, double high) {
    double const p = peak - eta;
    // Rounding of a long sum, not of one product: what it may take is measured.
    constexpr double rounding = 1e-13;
    // w is the limit of secants of short steps; where those underflow, it serves.
    double const most = std::max(curvature(portable::exp(eta)), secant(eta, greatest_secant(eta, p, p > 0 ? high : low)));
    return {most * (1 + rounding), std::min(secant(eta, low), secant(eta, high))};
}

bool is_one(double target) {
    return target > 0.5;
}

}  // namespace

void cloglog::check(double target) const {
    check_class("cloglog", target);
}

double cloglog::log_likelihood_of(double target, double eta) const {
    return is_one(target) ? log_probability(eta) : -portable::exp(eta);
}

double cloglog::derivative_of(double target, double eta) const {
    return is_one(target) ? derivative(portable::exp(eta)) : -portable::exp(eta);
}

double cloglog::curvature_of(double target, double eta) const {
    return is_one(target) ? curvature(portable::exp(eta)) : portable::exp(eta);
}

double cloglog::fall_below_tangent(double target, double eta, double delta) const {
    return is_one(target) ? fall(eta, delta) : exponential_fall(eta, delta);
}

double cloglog::slope_below_tangent(double target, double eta, double delta) const {
    return is_one(target) ? slope(eta, delta) : exponential_rise(eta, delta);
}

secant_range cloglog::secants_within(double target, double eta, double low, double high) const {
    return is_one(target) ? secants(eta, low, high) : exponential_secants(eta, low, high);
}

}  // namespace firefly
