#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.core;
import firefly.models;

using namespace firefly;
using namespace firefly::testing;

namespace {

struct shape {
    double freedom, scale;
};

std::vector<shape> const shapes{{0.5, 1}, {1, 2.5}, {4, 0.3}, {30, 7}, {1e8, 1}};

/// By definition, up to the constant that makes it zero at zero.
long double log_density(double theta, shape of) {
    long double const square = static_cast<long double>(theta) * theta;
    return -(of.freedom + 1.0L) / 2 * std::log1p(square / (static_cast<long double>(of.freedom) * of.scale * of.scale));
}

long double slope(double theta, shape of) {
    long double const x = theta, square = static_cast<long double>(of.freedom) * of.scale * of.scale;
    return -(of.freedom + 1.0L) * x / (square + x * x);
}

/// In units of √ν s: at zero, near it, where the curvature changes its sign, and far out.
std::vector<double> const places{0, 1e-9, -0.02, 0.3, -0.7, 0.999, 1.001, -1.5, 4, -60, 1e6};

double unit(shape of) {
    return std::sqrt(of.freedom) * of.scale;
}

double remainder(student_t_prior const& prior, double origin, double d) {
    return prior.remainder({&origin, 1}, {&d, 1});
}

}  // namespace

TEST_CASE("Gaussian part and remainder add up to the Student-t prior, about any origin and at any θ") {
    for (shape const of : shapes)
        for (double const from : places)
            for (double const to : places) {
                student_t_prior const prior(of.freedom, of.scale);
                double const origin = from * unit(of), d = (to - from) * unit(of);
                quadratic const part = prior.gaussian_part({&origin, 1});
                double scratch = 0;
                double const gaussian = part.value({&d, 1}, {&scratch, 1}), rest = remainder(prior, origin, d);
                // the terms that cancel are those of the quadratic
                double const terms =
                    std::abs(gaussian) + std::abs(part.constant()) + std::abs(rest) + std::abs(part.gradient()(0) * d) + 1;
                CHECK(std::abs(gaussian + rest - static_cast<double>(log_density(origin + d, of))) < 1e-14 * terms);
            }
}

TEST_CASE("the Gaussian part has the slope of a Student-t prior, and its curvature where that is positive") {
    for (shape const of : shapes)
        for (double const place : places) {
            double const x = place * unit(of);
            auto const [value, gradient, precision] = student_t_prior(of.freedom, of.scale).expand(0, x);
            long double const square = static_cast<long double>(of.freedom) * of.scale * of.scale, own = square + x * x;
            long double const curvature = (of.freedom + 1.0L) * (square - x * x) / (own * own);
            CHECK(value == doctest::Approx(static_cast<double>(log_density(x, of))).epsilon(1e-13));
            CHECK(gradient == doctest::Approx(static_cast<double>(slope(x, of))).epsilon(1e-13));
            CHECK(precision == doctest::Approx(std::max(0.0, static_cast<double>(curvature))).epsilon(1e-9));
            CHECK(precision >= 0);
        }
}

TEST_CASE(
    "near the origin the remainder of a Student-t prior keeps its digits: it is of the third order, or of the second where it is convex") {
    for (shape const of : shapes)
        for (double const place : {0.0, 0.1, -0.6, 0.99, 1.5, -8.0})
            for (double const size : {1e-12, 1e-9, 1e-6, 1e-4, 1e-3})
                for (double const step : {size, -size}) {
                    student_t_prior const prior(of.freedom, of.scale);
                    double const origin = place * unit(of), length = std::hypot(unit(of), origin), d = step * length;
                    long double const r = origin / static_cast<long double>(length), w = d / static_cast<long double>(length);
                    long double const square = r * r, lost = std::min(0.0L, 1 - 2 * square);
                    // The series in w of 2rw + cw² − log(1 + 2rw + w²).
                    long double const third = r * (2 - 8 * square / 3), fourth = 0.5L - 4 * square * (1 - square);
                    long double const fifth = -r * (2 - 8 * square + 32 * square * square / 5);
                    long double const sixth = -1.0L / 3 + square * (6 - 16 * square + 32 * square * square / 3);
                    long double const sum = w * w * (-lost + w * (third + w * (fourth + w * (fifth + w * sixth))));
                    double const expected = static_cast<double>((of.freedom + 1.0L) / 2 * sum);
                    CHECK(remainder(prior, origin, d) == doctest::Approx(expected).epsilon(1e-8).scale(0));
                    double gradient = 0;
                    prior.add_remainder_gradient({&origin, 1}, {&d, 1}, {&gradient, 1});
                    long double const slope_of_sum =
                        w * (-2 * lost + w * (3 * third + w * (4 * fourth + w * (5 * fifth + w * 6 * sixth))));
                    double const expected_slope = static_cast<double>((of.freedom + 1.0L) / 2 * slope_of_sum / length);
                    CHECK(gradient == doctest::Approx(expected_slope).epsilon(1e-8).scale(0));
                }
}

TEST_CASE("the remainder of a Student-t prior has no step where its form changes") {
    for (shape const of : shapes)
        for (double const place : {0.0, -0.5, 0.999, 1.001, 3.0, -20.0}) {
            student_t_prior const prior(of.freedom, of.scale);
            double const origin = place * unit(of), length = std::hypot(unit(of), origin);
            for (double const edge : {0.05, -0.05}) {
                double const below = remainder(prior, origin, edge * (1 - 1e-9) * length);
                double const above = remainder(prior, origin, edge * (1 + 1e-9) * length);
                CHECK(below == doctest::Approx(above).epsilon(2e-8).scale(0));
            }
        }
}

TEST_CASE("the gradients add up to the Student-t prior's") {
    for (shape const of : shapes)
        for (double const from : places)
            for (double const to : places) {
                student_t_prior const prior(of.freedom, of.scale);
                double const origin = from * unit(of), d = (to - from) * unit(of);
                double gradient = 0;
                prior.gaussian_part({&origin, 1}).value({&d, 1}, {&gradient, 1});
                double const size = std::abs(gradient) + std::abs(prior.expand(0, origin).gradient);
                prior.add_remainder_gradient({&origin, 1}, {&d, 1}, {&gradient, 1});
                double const expected = static_cast<double>(slope(origin + d, of));
                CHECK(std::abs(gradient - expected) <= 1e-13 * (size + std::abs(expected)));
            }
}

TEST_CASE("a Student-t prior's remainder is never NaN, and none comes from an origin beside which the scale is nothing") {
    student_t_prior const prior(3, 1);
    for (double const origin : {0.0, 0.05, 5.0, -5.0, 1e30, 1e160, 1e300, -1e308})
        for (double const d : {0.0, 1e-300, -5.0, -1e30, -1e160, 1e300, -1e308, 1.7e308})
            CHECK_FALSE(std::isnan(remainder(prior, origin, d)));
    // from 1e30 to zero: log p rises by 4 log(1e30/√3), where the slope promised 4
    CHECK(remainder(prior, 1e30, -1e30) == doctest::Approx(4 * std::log(1e30 / std::sqrt(3.0)) - 4).epsilon(1e-13));
}

TEST_CASE("draws from a Student-t prior have its distribution" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        random_source random({.seed = run.seed(302)});
        std::vector<double> theta(run.times(50'000));
        student_t_prior(1, 0.7).draw(random, theta);
        run.add(kolmogorov_p(theta, [](double x) { return 0.5 + std::atan(x / 0.7) / std::numbers::pi; }), "ν = 1");
        student_t_prior(2, 3).draw(random, theta);
        run.add(kolmogorov_p(theta, [](double x) { return 0.5 + x / 3 / (2 * std::sqrt(2 + x * x / 9)); }), "ν = 2");
        student_t_prior(4, 1).draw(random, theta);
        run.add(kolmogorov_p(theta,
                             [](double x) {
                                 double const share = x / std::sqrt(4 + x * x);
                                 return 0.5 + 0.75 * share * (1 - share * share / 3);
                             }),
                "ν = 4");
        student_t_prior(1e9, 2).draw(random, theta);
        run.add(kolmogorov_p(theta, [](double x) { return 0.5 * std::erfc(-x / (2 * std::numbers::sqrt2)); }), "ν = ∞");
    });
}

TEST_CASE("a Student-t prior says what is wrong with its numbers") {
    CHECK(student_t_prior(3, 2.5).scale() == 2.5);
    CHECK(student_t_prior(3, 2.5).degrees_of_freedom() == 3);
    CHECK_THROWS_WITH_AS(student_t_prior(3, 0), "student_t_prior: scale must lie between 1e-140 and 1e+140, got 0",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(student_t_prior(0, 1), "student_t_prior: degrees_of_freedom must lie between 0.1 and 10000000000, got 0",
                         invalid_argument);
    CHECK_THROWS_AS(student_t_prior(infinity, 1), invalid_argument);
    CHECK_THROWS_AS(student_t_prior(1, infinity), invalid_argument);
    CHECK_THROWS_AS(student_t_prior(std::numeric_limits<double>::quiet_NaN(), 1), invalid_argument);
}
