module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <tuple>
#include <utility>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

/// φ(s), with the part of s² that a double does not hold: at s = 30 it is 1e-13 of the value.
double density(double s) {
    double const square = s * s, rest = std::fma(s, s, -square);
    return portable::exp(-square / 2) * (1 - rest / 2) * (std::numbers::inv_sqrtpi / std::numbers::sqrt2);
}

/// λ and K of a point.
struct hazard {
    double lambda, excess;
};

/// Below it λ and K are continued fractions.
constexpr double tail = -4;

hazard hazard_of(double s) {
    if (s >= tail) {
        // Φ(s) = ½erfc(x), corrected to first order for what rounding takes from x = −s/√2: K would show it twenty times as large.
        constexpr double factor = std::numbers::sqrt2 / 2, factor_rest = -4.8336466567264565e-17;
        double const x = -s * factor, rest = std::fma(-s, factor, -x) - s * factor_rest, phi = density(s);
        double const lambda = phi / (portable::erfc(x) / 2 - std::numbers::sqrt2 * phi * rest);
        return {lambda, lambda + s};
    }
    // Laplace's, λ = x + 1/(x + 2/(x + 3/(x + …))), x = −s, from within as a ratio p/q: no divisions. So many terms leave less than 1e-16.
    double const x = -s, u = 1 / (x * x);
    double p = 0, q = 1;
    for (int term = 10 + static_cast<int>(960 * u); term > 1; --term) {
        double const inner = q;
        q += p;
        p = term * u * inner;
    }
    double const excess = q / (q + p) / x;
    return {x + excess, excess};
}

/// log Φ(s).
double log_probability(double s) {
    if (s < tail) return -s * s / 2 - portable::log(2 * std::numbers::pi) / 2 - portable::log(hazard_of(s).lambda);
    auto const probability = [](double at) { return density(at) / hazard_of(at).lambda; };
    return s < 0 ? portable::log(probability(s)) : portable::log1p(-probability(-s));
}

double curvature(double s) {
    auto const [lambda, excess] = hazard_of(s);
    return lambda * excess;
}

struct below_tangent {
    double fall, slope;
};

/// How far the series goes. λ has no singularity within 2.8 of any real point; far from zero the recursion multiplies rounding errors by up to
/// e^|sΔ|.
double series_reach(double s) {
    return 2 / std::max(4.0, std::abs(s));
}

/// λ(s + Δ) = Σ a_n Δⁿ, from (n + 1) a_{n+1} = −Σ_j a_j b_{n−j}, b being the series of λ(s + Δ) + s + Δ, up to where terms no longer matter.
below_tangent by_series(double s, double delta) {
    constexpr std::size_t most_terms = 26;  // at the end of the reach what is left out is below 1e-16
    constexpr auto inverse = [] {
        std::array<double, most_terms + 2> values{};
        for (std::size_t n = 1; n < values.size(); ++n) values[n] = 1 / static_cast<double>(n);
        return values;
    }();
    auto const [lambda, excess] = hazard_of(s);
    std::array<double, most_terms + 1> a;
    a[0] = lambda;
    a[1] = -lambda * excess;
    double slope = a[1], fall = a[1] / 2, power = 1, last = a[1];
    for (std::size_t n = 1; n < most_terms; ++n) {
        double half = n % 2 == 0 ? a[n / 2] * a[n / 2] / 2 : 0;  // of a_1 a_{n−1} + … + a_{n−1} a_1
        for (std::size_t j = 1; 2 * j < n; ++j) half += a[j] * a[n - j];
        a[n + 1] = -(2 * half + a[n] * (lambda + excess) + a[n - 1]) * inverse[n + 1];
        power *= delta;
        double const term = a[n + 1] * power;
        slope += term;
        fall += term * inverse[n + 2];
        if (std::abs(term) + std::abs(last) <= 1e-17 * std::abs(slope)) break;  // two: one may vanish by chance
        last = term;
    }
    return {-fall * delta * delta, -slope * delta};
}

double fall(double s, double delta) {
    if (std::abs(delta) <= series_reach(s)) return by_series(s, delta).fall;
    double const there = s + delta;
    auto const [lambda, excess] = hazard_of(s);
    if (s >= 0 || there >= 0) return log_probability(s) + lambda * delta - log_probability(there);
    return delta * delta / 2 + excess * delta + portable::log1p((hazard_of(there).excess - excess - delta) / lambda);
}

double slope(double s, double delta) {
    if (std::abs(delta) <= series_reach(s)) return by_series(s, delta).slope;
    double const there = s + delta;
    auto const from = hazard_of(s), to = hazard_of(there);
    return s >= 0 || there >= 0 ? from.lambda - to.lambda : delta + from.excess - to.excess;
}

/// −1 or 1: on which side the class is.
double side(double target) {
    return target > 0.5 ? 1 : -1;
}

}  // namespace

void probit::check(double target) const {
    check_class("probit", target);
}

double probit::log_likelihood_of(double target, double eta) const {
    return log_probability(side(target) * eta);
}

double probit::derivative_of(double target, double eta) const {
    return side(target) * hazard_of(side(target) * eta).lambda;
}

double probit::curvature_of(double target, double eta) const {
    return curvature(side(target) * eta);
}

double probit::fall_below_tangent(double target, double eta, double delta) const {
    return fall(side(target) * eta, side(target) * delta);
}

double probit::slope_below_tangent(double target, double eta, double delta) const {
    return side(target) * slope(side(target) * eta, side(target) * delta);
}

secant_range probit::secants_within(double target, double eta, double low, double high) const {
    double const s = side(target) * eta;
    if (target < 0.5) std::tie(low, high) = std::pair(-high, -low);
    auto const secant = [&](double delta) { return secant_of(fall(s, delta), delta, curvature(s)); };
    // Rounding of a long sum, not of one product: what it may take is measured.
    constexpr double rounding = 1e-13;
    return {std::isinf(low) ? 1 : std::min(secant(low) * (1 + rounding), 1.0), std::isinf(high) ? 0 : secant(high)};
}

}  // namespace firefly
