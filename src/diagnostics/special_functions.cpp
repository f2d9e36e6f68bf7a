module;
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

module firefly.diagnostics;

import firefly.core;

namespace firefly {
namespace {

/// The ratio of two polynomials, constant terms first.
struct rational {
    std::array<double, 8> numerator, denominator;

    double operator()(double x) const { return horner(numerator, x) / horner(denominator, x); }

    static double horner(std::array<double, 8> const& coefficients, double x) {
        double sum = 0;
        for (auto i = coefficients.rbegin(); i != coefficients.rend(); ++i) sum = sum * x + *i;
        return sum;
    }
};

// Wichura's coefficients, with his bounds: |p − ½| ≤ 0.425, then √(−log min(p, 1 − p)) ≤ 5, then the rest.
constexpr rational centre{{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
                           4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
                          {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
                           3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}};
constexpr rational near_tail{
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}};
constexpr rational far_tail{
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}};

/// log Γ(x) less Stirling's (x − ½) log x − x + ½ log 2π, for x ≥ 1. By its asymptotic series (DLMF 5.11.1), whose first term left out
/// is 1e-16 at 16; below that directly.
double stirling_remainder(double x) {
    if (x < 16) return portable::lgamma(x) - (x - 0.5) * portable::log(x) + x - portable::log(2 * std::numbers::pi) / 2;
    double const y = 1 / (x * x);
    return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
}

/// xᵃ (1 − x)ᵇ / B(a, b). The large logarithms of the three factors cancel near the mean a/(a + b); so they are taken relative to there,
/// with what their sum does not depend on subtracted from each (the saddle-point expansion of Loader 2000, "Fast and accurate
/// computation of binomial probabilities"). The error grows with √(a + b) only.
double beta_kernel(double a, double b, double x) {
    double const sum = a + b;
    auto const deviance = [](double ratio) { return portable::log(ratio) - (ratio - 1); };
    double const exponent = a * deviance(x * sum / a) + b * deviance((1 - x) * sum / b);
    double const remainders = stirling_remainder(sum) - stirling_remainder(a) - stirling_remainder(b);
    return std::sqrt(a * b / (2 * std::numbers::pi * sum)) * portable::exp(exponent + remainders);
}

/// The continued fraction 1/(1 + d₁/(1 + d₂/(1 + …))) of DLMF 8.17.22 by Lentz's method as Thompson & Barnett (1986) changed it: the
/// ratios of successive numerators and of successive denominators are kept away from zero.
double beta_continued_fraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    constexpr double precision = 1e-15;  // a few roundings: the changes need not come closer to one
    auto const away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double numerators = 1, denominators = 0, fraction = 1;
    for (double m = 0;; ++m) {
        double const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double const even = (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2));
        double change = 1;
        for (double const d : {odd, even}) {
            denominators = 1 / away_from_zero(1 + d * denominators);
            numerators = away_from_zero(1 + d / numerators);
            change = numerators * denominators;
            fraction *= change;
        }
        if (!(std::abs(change - 1) > precision)) return 1 / fraction;
    }
}

/// I_x(a, b). The fraction converges fast below the mean of the distribution; above it the other tail is computed.
double incomplete_beta(double a, double b, double x) {
    if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
    return beta_kernel(a, b, x) / a * beta_continued_fraction(a, b, x);
}

}  // namespace

double normal_quantile(double p) {
    if (!(p >= 0 && p <= 1)) return not_a_number;
    if (p == 0 || p == 1) return p == 0 ? -infinity : infinity;
    double const q = p - 0.5;
    if (std::abs(q) <= 0.425) return q * centre(0.180625 - q * q);
    double const r = std::sqrt(-portable::log(std::min(p, 1 - p)));
    return std::copysign(r <= 5 ? near_tail(r - 1.6) : far_tail(r - 5), q);
}

double beta_quantile(double p, double a, double b) {
    double lower = 0, upper = 1, x = a / (a + b);
    for (;;) {
        double const excess = incomplete_beta(a, b, x) - p;
        (excess > 0 ? upper : lower) = x;
        double const next = x - excess * x * (1 - x) / beta_kernel(a, b, x);
        // Newton's error is squared at each step: once it moves by less than this, the next move is below rounding.
        if (std::abs(next - x) <= 1e-12 * x) return next;
        double const middle = (lower + upper) / 2;
        if (middle == lower || middle == upper) return middle;  // no number lies between
        x = next > lower && next < upper ? next : middle;
    }
}

}  // namespace firefly
