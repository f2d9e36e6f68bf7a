#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr double weight = 57, prior_scale = 0.8, spread = 1.3;

/// Two coefficients and τ.
noise_prior<gaussian_prior> const prior(gaussian_prior(spread), weight, {.prior_scale = prior_scale, .start = 2});

/// By definition, in long double: the prior of (β, σ) there, its Jacobians, and the factor τ of every datum.
long double log_prior(std::vector<double> const& theta) {
    long double const tau = theta.back(), sigma = 1 / tau;
    long double sum = weight * std::log(tau) - std::log(1 + sigma * sigma / (prior_scale * prior_scale)) - 2 * std::log(tau);
    for (std::size_t j = 0; j + 1 < theta.size(); ++j) {
        long double const beta = theta[j] * sigma;
        sum += -beta * beta / (2 * spread * spread) - std::log(tau);
    }
    return sum - 2 * std::log(static_cast<long double>(prior_scale));  // which the prior leaves out
}

std::vector<double> difference(std::vector<double> const& a, std::vector<double> const& b) {
    std::vector<double> d(a.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = a[i] - b[i];
    return d;
}

/// The gradients of both parts at θ add up to that of `log_density`, by differences.
template <Prior P>
void check_gradient(P const& of, std::vector<double> const& origin, std::vector<double> const& theta, auto const& log_density) {
    std::vector<double> gradient(theta.size());
    auto const d = difference(theta, origin);
    of.gaussian_part(origin).value(d, gradient);
    double size = 0;
    for (double const g : gradient) size += std::abs(g);
    of.add_remainder_gradient(origin, d, gradient);
    for (std::size_t i = 0; i < theta.size(); ++i) {
        double const step = 1e-5 * theta.back();
        auto above = theta, below = theta;
        above[i] += step;
        below[i] -= step;
        double const slope = static_cast<double>((log_density(above) - log_density(below)) / (2 * step));
        CHECK(std::abs(gradient[i] - slope) < 1e-5 * (std::abs(slope) + 1) + 1e-12 * size);
    }
}

std::vector<std::vector<double>> possible() {
    return {{0.3, -1, 0.7}, {0, 0, 1.3}, {4, -2, 0.05}, {-30, 8, 40}, {0.31, -1.01, 0.71}};
}
std::vector<std::vector<double>> impossible() {
    return {{0, 0, 0}, {0.3, -1, -0.7}, {1, 2, -1e-300}};
}
std::vector<std::vector<double>> everywhere() {
    auto result = possible();
    for (auto const& other : impossible()) result.push_back(other);
    return result;
}

}  // namespace

TEST_CASE("Gaussian part and remainder add up to the prior of coefficients and noise, about any origin, possible or not") {
    for (auto const& origin : everywhere())
        for (auto const& theta : possible()) {
            quadratic const part = prior.gaussian_part(origin);
            auto const d = difference(theta, origin);
            std::vector<double> scratch(3);
            double const gaussian = part.value(d, scratch), rest = prior.remainder(origin, d);
            double const terms = std::abs(gaussian) + std::abs(part.constant()) + std::abs(rest) + 1;
            CHECK(std::abs(gaussian + rest - static_cast<double>(log_prior(theta))) < 1e-9 * terms);
        }
}

TEST_CASE("the Gaussian part of a prior with noise is its expansion: gradient and curvature by differences") {
    for (auto const& origin : {possible()[0], possible()[1], possible()[3]}) {
        quadratic const part = prior.gaussian_part(origin);
        matrix const precision = part.precision();
        long double const step = 1e-4L * origin.back();
        auto const at = [&](std::size_t i, long double s, std::size_t j, long double t) {
            auto theta = origin;
            theta[i] += static_cast<double>(s);
            theta[j] += static_cast<double>(t);
            return log_prior(theta);
        };
        CHECK(part.constant() == doctest::Approx(static_cast<double>(log_prior(origin))));
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(part.gradient()(i) ==
                  doctest::Approx(static_cast<double>((at(i, step, i, 0) - at(i, -step, i, 0)) / (2 * step))).epsilon(1e-5));
            for (std::size_t j = 0; j < 3; ++j) {
                long double const mixed =
                    at(i, step, j, step) - at(i, step, j, -step) - at(i, -step, j, step) + at(i, -step, j, -step);
                CHECK(precision(i, j) == doctest::Approx(static_cast<double>(-mixed / (4 * step * step))).epsilon(1e-5));
            }
        }
    }
}

TEST_CASE("near the origin the remainder of a prior with noise keeps its digits: it is of the third order") {
    for (double const tau : {0.01, 0.7, 3.0, 200.0}) {
        long double const q =
            prior_scale * prior_scale * tau * tau / (1 + static_cast<long double>(prior_scale) * prior_scale * tau * tau);
        for (double const share : {1e-12, 1e-9, 1e-6, 1e-4, 1e-3})
            for (double const t : {share, -share}) {
                // The series in t of (W − D) log(1 + t) − log(1 + q(2t + t²)), from the third order on.
                long double const u = t, a = 2 * q, b = q;
                auto const third = a * a * a / 3 - a * b;
                auto const fourth = -b * b / 2 + a * a * b - a * a * a * a / 4;
                auto const fifth = a * b * b - a * a * a * b + a * a * a * a * a / 5;
                long double const logs = u * u * u * (1.0L / 3 - u / 4 + u * u / 5);
                long double const cauchy = u * u * u * (third + u * fourth + u * u * fifth);
                double const expected = static_cast<double>((weight - 2) * logs - cauchy);
                double const displacement = t * tau;
                // The coefficients stay where β does: only the terms of τ are left.
                std::vector<double> const origin{0, 0, tau}, d{0, 0, displacement};
                CHECK(prior.remainder(origin, d) == doctest::Approx(expected).epsilon(1e-8).scale(0));
            }
    }
}

TEST_CASE("the remainder of a prior with noise has no step where its form changes, and is right on both sides") {
    for (double const tau : {0.05, 1.0, 30.0})
        for (double const t :
             {0.0499999, 0.0500001, -0.0499999, -0.0500001, 0.0999999, 0.1000001, -0.0999999, -0.1000001, -0.9, 0.9, 7.0}) {
            long double const from = tau, to = from + static_cast<long double>(t * tau), r = (to - from) / from;
            long double const x = prior_scale * from, q = x * x / (1 + x * x), y = prior_scale * to;
            long double const exact = (weight - 2) * (std::log(to / from) - r + r * r / 2) -
                                      (std::log((1 + y * y) / (1 + x * x)) - 2 * q * r - q * (1 - 2 * q) * r * r);
            CHECK(prior.remainder(std::vector<double>{0, 0, tau}, std::vector<double>{0, 0, t * tau}) ==
                  doctest::Approx(static_cast<double>(exact)).epsilon(1e-11));
        }
}

TEST_CASE("where the scale of the noise is not positive there is no density, whatever the origin, and it is never NaN") {
    double const infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    for (auto const& origin : everywhere()) {
        for (auto const& theta : impossible()) {
            CHECK(prior.remainder(origin, difference(theta, origin)) == -infinity);
            std::vector<double> gradient(3);
            prior.add_remainder_gradient(origin, difference(theta, origin), gradient);
            CHECK(gradient == std::vector<double>(3));
        }
        for (double const wild : {infinite, -infinite, nan, 1e300, -1e300, 1e155, 800.0, -800.0, 1e-300})
            for (std::size_t i = 0; i < 3; ++i) {
                std::vector<double> d(3);
                d[i] = wild;
                CHECK(!std::isnan(prior.remainder(origin, d)));
                CHECK(prior.remainder(origin, d) < infinite);
            }
    }
}

TEST_CASE("the gradients add up to those of the prior with noise") {
    for (auto const& origin : everywhere())
        for (auto const& theta : {possible()[0], possible()[1], possible()[2]}) check_gradient(prior, origin, theta, log_prior);
}

TEST_CASE("the prior of the coefficients is whatever was given, with its kinks, and on their own scale") {
    constexpr double b = 0.7;
    laplace_prior const kinked(b);
    noise_prior<laplace_prior> const with(kinked, weight, {.prior_scale = prior_scale});
    noise_prior<gaussian_prior> const wide(gaussian_prior(1e50), weight, {.prior_scale = prior_scale});
    for (auto const& origin : everywhere())
        for (auto const& theta : possible()) {
            auto const d = difference(theta, origin);
            std::vector<double> scratch(3), slope(3), flat(3);
            double const value = with.gaussian_part(origin).value(d, slope) + with.remainder(origin, d);
            with.add_remainder_gradient(origin, d, slope);
            double const own = wide.gaussian_part(origin).value(d, flat) + wide.remainder(origin, d);
            wide.add_remainder_gradient(origin, d, flat);
            double const tau = theta[2], expected = -(std::abs(theta[0]) + std::abs(theta[1])) / (b * tau);
            double const size = std::abs(own) + std::abs(with.gaussian_part(origin).value(d, scratch)) + 1;
            CHECK(std::abs(value - own - expected) < 1e-9 * size);
            for (std::size_t j = 0; j < 2; ++j)
                if (theta[j] != 0)
                    CHECK(slope[j] - flat[j] ==
                          doctest::Approx(-(theta[j] > 0 ? 1 : -1) / (b * tau)).epsilon(1e-6 * (1 + std::abs(flat[j]))));
            CHECK(std::abs(slope[2] - flat[2] + expected / tau) < 1e-9 * (std::abs(slope[2]) + size / tau));
        }
}

/// A flat coefficient, a Laplace one and two that share a learned scale.
noise_prior<composed_prior> learned_prior() {
    return noise_prior(composed_prior({prior_term::flat(1), prior_term::laplace(1, 0.7), prior_term::half_cauchy(2, 0.4)}), weight,
                       {.prior_scale = prior_scale, .start = 2})
        .with_scales(std::vector<double>{1.7});
}

/// By definition, in long double: β = (β̃/τ) of the first two have priors of their own, β̃ of the others is N(0, s²).
long double log_learned_prior(std::vector<double> const& theta) {
    long double const tau = theta[4], sigma = 1 / tau, s = 1.7;
    long double const of_sigma = -std::log(1 + sigma * sigma / (prior_scale * prior_scale)) - 2 * std::log(tau);
    long double const of_beta = -std::abs(theta[1] * sigma) / static_cast<long double>(0.7) - 2 * std::log(tau);
    long double const of_group =
        -(static_cast<long double>(theta[2]) * theta[2] + static_cast<long double>(theta[3]) * theta[3]) / (2 * s * s);
    return weight * std::log(tau) + of_sigma + of_beta + of_group - 2 * std::log(static_cast<long double>(prior_scale));
}

TEST_CASE(
    "a coefficient whose scale is learned has its prior in units of the noise: no Jacobian, no coupling, nothing that remains") {
    auto const learned = learned_prior();
    std::vector<std::vector<double>> const thetas{
        {0.3, -1, 0.5, 2, 0.7}, {-2, 0.2, -1, 0.1, 1.3}, {4, -2, 3, -3, 0.05}, {-30, 8, 1, 0.2, 40}};
    auto origins = thetas;
    origins.insert(origins.end(), {{0, 0, 0, 0, 0}, {1, 2, 3, 4, -1}});
    for (auto const& origin : origins) {
        quadratic const part = learned.gaussian_part(origin);
        matrix const precision = part.precision();
        for (std::size_t j = 2; j < 4; ++j) {
            CHECK(part.gradient()(j) == doctest::Approx(-origin[j] / (1.7 * 1.7)).epsilon(1e-14));
            for (std::size_t i = 0; i < 5; ++i)
                CHECK(precision(i, j) == doctest::Approx(i == j ? 1 / (1.7 * 1.7) : 0).epsilon(1e-14));
        }
        std::vector<double> aside(5);
        aside[2] = 40;
        if (origin[4] > 0) CHECK(learned.remainder(origin, aside) == learned.remainder(origin, std::vector<double>(5)));
        for (auto const& theta : thetas) {
            auto const d = difference(theta, origin);
            std::vector<double> scratch(5);
            double const gaussian = part.value(d, scratch), rest = learned.remainder(origin, d);
            double const terms = std::abs(gaussian) + std::abs(part.constant()) + std::abs(rest) + 1;
            CHECK(std::abs(gaussian + rest - static_cast<double>(log_learned_prior(theta))) < 1e-9 * terms);
            check_gradient(learned, origin, theta, log_learned_prior);
        }
    }
}

TEST_CASE(
    "the density of noise and coefficients with a learned scale is normalised in each of them: nothing of one leaks into another") {
    // ∫∫∫ dβ dβ̃ dσ of the prior alone, in the coordinates (β̃_0, β̃_1, τ): 1 for each weight, since p(θ) = τ^W p(prior)
    noise_prior const own(composed_prior({prior_term::normal(1, spread), prior_term::half_cauchy(1, 0.6)}), 1,
                          {.prior_scale = prior_scale});
    std::vector<double> const nowhere(3);
    quadratic const part = own.gaussian_part(nowhere);
    double sum = 0;
    for (int k = -100; k <= 100; ++k)
        for (int i = -15; i <= 15; ++i)
            for (int j = -15; j <= 15; ++j) {
                // log τ in steps of a fifth, the coefficients in halves of their scales
                double const tau = std::exp(0.2 * k), area = spread / 2 * tau * (0.6 / 2) * (0.2 * tau);
                std::vector<double> const theta{i * spread / 2 * tau, j * 0.6 / 2, tau};
                std::vector<double> scratch(3);
                sum += area * std::exp(part.value(theta, scratch) + own.remainder(nowhere, theta)) / tau;
            }
    // what the prior leaves out: a 2/π · 1/(2π spread 0.6)
    CHECK(sum * prior_scale * 2 / std::numbers::pi / (2 * std::numbers::pi * spread * 0.6) == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("with nothing learned a prior with noise is that of the plain one, number by number") {
    noise_prior const composed(composed_prior({prior_term::normal(2, spread)}), weight, {.prior_scale = prior_scale, .start = 2});
    for (auto const& origin : everywhere()) {
        quadratic const part = composed.gaussian_part(origin), plain = prior.gaussian_part(origin);
        CHECK(part.constant() == plain.constant());
        CHECK(part.gradient() == plain.gradient());
        CHECK(part.precision() == plain.precision());
        for (auto const& theta : everywhere()) {
            auto const d = difference(theta, origin);
            CHECK(composed.remainder(origin, d) == prior.remainder(origin, d));
            std::vector<double> one(3), other(3);
            composed.add_remainder_gradient(origin, d, one);
            prior.add_remainder_gradient(origin, d, other);
            CHECK(one == other);
        }
    }
    random_source random({.seed = 9}), same({.seed = 9});
    std::vector<double> theta(3), expected(3);
    composed.draw(random, theta);
    prior.draw(same, expected);
    CHECK(theta == expected);
}

TEST_CASE("a draw has coefficients with a learned scale in units of the noise, and the others on the scale of the data" *
          doctest::test_suite("statistics")) {
    judge([&](trial& run) {
        auto const learned = learned_prior();
        std::vector<double> slopes, group;
        random_source random({.seed = run.seed(962)});
        for (std::size_t i = 0; i < run.times(4000); ++i) {
            std::vector<double> theta(5);
            learned.draw(random, theta);
            slopes.push_back(std::abs(theta[1] / theta[4]));
            group.push_back(theta[3]);
        }
        run.add(kolmogorov_p(slopes, [](double x) { return -std::expm1(-x / 0.7); }), "β");
        run.add(kolmogorov_p(group, [](double x) { return 0.5 * std::erfc(-x / (1.7 * std::numbers::sqrt2)); }), "β/σ");
    });
    CHECK(learned_prior().of_share(0.1).reference_scales()[0] == 1.7);
}

TEST_CASE("a prior with noise starts where it was told, and knows its share of the data") {
    vector const start = prior.start(3);
    CHECK(start(0) == 0);
    CHECK(start(1) == 0);
    CHECK(start(2) == 0.5);
    auto const origin = possible()[0];
    auto const tenth = prior.of_share(0.1);
    double const tau = origin[2];
    CHECK(prior.gaussian_part(origin).gradient()(2) - tenth.gaussian_part(origin).gradient()(2) ==
          doctest::Approx(0.9 * weight / tau));
    CHECK(tenth.start(3)(2) == 0.5);
}

TEST_CASE("a prior with noise draws a half-Cauchy scale, and coefficients from their own prior" *
          doctest::test_suite("statistics")) {
    judge([&](trial& run) {
        std::vector<double> scales, slopes;
        random_source random({.seed = run.seed(961)});
        for (std::size_t i = 0; i < run.times(4000); ++i) {
            std::vector<double> theta(3);
            prior.draw(random, theta);
            scales.push_back(1 / theta[2]);
            slopes.push_back(theta[1] / theta[2]);
        }
        run.add(kolmogorov_p(scales, [](double x) { return 2 / std::numbers::pi * std::atan(x / prior_scale); }), "σ");
        run.add(kolmogorov_p(slopes, [](double x) { return 0.5 * std::erfc(-x / (spread * std::numbers::sqrt2)); }), "β");
    });
}

TEST_CASE("a prior with noise refuses scales and weights that are no numbers to work with") {
    CHECK_THROWS_WITH_AS(noise_prior(gaussian_prior(1), 0, {.prior_scale = 1}),
                         "noise_prior: the data must have a positive weight, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(noise_prior(gaussian_prior(1), 5, {.prior_scale = -1}),
                         "noise_prior: prior_scale must lie between 1e-100 and 1e+100, got -1", invalid_argument);
    CHECK_THROWS_WITH_AS(noise_prior(gaussian_prior(1), 5, {.prior_scale = 1, .start = 0}),
                         "noise_prior: start must lie between 1e-100 and 1e+100, got 0", invalid_argument);
}
