#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/secants.hpp"

import firefly.core;
import firefly.models;

using namespace firefly;
using namespace firefly::testing;

namespace {

struct reference {
    double freedom, scale, xi, delta;
    double log_likelihood, rise, rise_slope, fall, fall_slope;

    student_t likelihood() const { return student_t({.degrees_of_freedom = freedom, .scale = scale}); }
};

/// 300-digit values by mpmath 1.4.1: see student_t.py.
constexpr reference references[] = {
#include "student_t.inc"
};

double log_likelihood(student_t const& likelihood, double target, double eta) {
    double out;
    likelihood.log_likelihood({&target, 1}, {&eta, 1}, {&out, 1});
    return out;
}

struct pair {
    double first, second;
};

pair derivatives(student_t const& likelihood, double target, double eta) {
    pair out;
    likelihood.derivatives({&target, 1}, {&eta, 1}, {&out.first, 1}, {&out.second, 1});
    return out;
}

/// The definition, up to a constant, in long double.
long double by_definition(student_t const& likelihood, long double target, long double eta) {
    long double const nu = likelihood.degrees_of_freedom(), r = (target - eta) / likelihood.scale();
    return -(nu + 1) / 2 * std::log1p(r * r / nu);
}

std::vector<student_t> likelihoods() {
    return {student_t{}, student_t({.degrees_of_freedom = 0.5}), student_t({.degrees_of_freedom = 100, .scale = 0.3}),
            student_t({.degrees_of_freedom = 4, .scale = 20})};
}

std::vector<double> residuals() {
    std::vector<double> grid{0.0};
    for (double x = 1e-6; x <= 1e6; x *= 2.3) grid.insert(grid.end(), {x, -x});
    grid.insert(grid.end(), {1e6, -1e6});
    return grid;
}

}  // namespace

TEST_CASE("the Student-t likelihood has its normalising constant, to 14 digits for residuals up to 1e6") {
    for (auto const& r : references) {
        CAPTURE(r.freedom);
        CAPTURE(r.xi);
        CHECK(log_likelihood(r.likelihood(), 0, -r.xi * r.scale) == doctest::Approx(r.log_likelihood).epsilon(1e-14));
    }
}

TEST_CASE("the constant is as good for many degrees of freedom, and that of a Gaussian in the limit") {
    // log Γ((ν+1)/2) − log Γ(ν/2) − ½ log(νπ) by mpmath 1.4.1
    CHECK(log_likelihood(student_t({.degrees_of_freedom = 99.9}), 0, 0) == doctest::Approx(-0.921440993920281708).epsilon(1e-13));
    CHECK(log_likelihood(student_t({.degrees_of_freedom = 100.1}), 0, 0) == doctest::Approx(-0.921435994165232557).epsilon(1e-13));
    CHECK(log_likelihood(student_t({.degrees_of_freedom = 1e12}), 0, 0) == doctest::Approx(-0.918938533204922742).epsilon(1e-14));
    CHECK(log_likelihood(student_t({.degrees_of_freedom = 1e12}), 3, 0) == doctest::Approx(-5.41893853318917274).epsilon(1e-14));
}

TEST_CASE("Student-t derivatives equal central differences of the definition") {
    // Steps of 1e-3 of the scale, or of the residual where that is larger, in long double: relative errors of 1e-6 and 1e-18/1e-6.
    for (auto const& likelihood : likelihoods())
        for (double const residual : residuals()) {
            double const target = 2.5, eta = target - residual * likelihood.scale();
            auto const [first, second] = derivatives(likelihood, target, eta);
            CAPTURE(likelihood.degrees_of_freedom());
            CAPTURE(residual);
            long double const h = 1e-3L * likelihood.scale() * std::max(0.1, std::abs(residual)), at = eta;
            auto const value = [&](long double x) { return by_definition(likelihood, target, x); };
            double const slope = static_cast<double>((value(at + h) - value(at - h)) / (2 * h));
            double const curvature = static_cast<double>(-(value(at + h) - 2 * value(at) + value(at - h)) / (h * h));
            double const k = likelihood.tangent_curvature(residual);  // the scale of both
            CHECK(std::abs(first - slope) < 1e-5 * k * std::max(std::abs(residual), 1e-3) * likelihood.scale());
            CHECK(std::abs(second - curvature) < 1e-5 * k);
        }
}

TEST_CASE("the curvature is negative beyond the square root of the degrees of freedom") {
    student_t const likelihood;
    CHECK(derivatives(likelihood, 1.9, 0).second > 0);
    CHECK(derivatives(likelihood, 2, 0).second == 0);
    CHECK(derivatives(likelihood, 2.1, 0).second < 0);
    CHECK(derivatives(likelihood, 0, 0).second == 1.25);
}

TEST_CASE("a batch of Student-t likelihoods and derivatives is what its data are one by one") {
    student_t const likelihood({.degrees_of_freedom = 3, .scale = 2});
    std::vector<double> const targets{0, 1.5, -1e6, 7}, eta{-2, 0.5, 30, 1e6};
    std::vector<double> values(4), first(4), only_first(4), second(4), bounding(4);
    likelihood.log_likelihood(targets, eta, values);
    likelihood.derivatives(targets, eta, first, second);
    likelihood.derivatives(targets, eta, only_first);
    likelihood.bounding_curvature(targets, eta, bounding);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(values[i] == log_likelihood(likelihood, targets[i], eta[i]));
        CHECK(first[i] == derivatives(likelihood, targets[i], eta[i]).first);
        CHECK(only_first[i] == doctest::Approx(first[i]).epsilon(1e-15));
        CHECK(second[i] == derivatives(likelihood, targets[i], eta[i]).second);
        CHECK(bounding[i] == likelihood.tangent_curvature(likelihood.residual(targets[i], eta[i])));
        CHECK(bounding[i] >= second[i]);
    }
}

TEST_CASE("the rise above the tangent in r² has a relative error below 1e-14, at tiny steps and at the second contact too") {
    CHECK(std::size(references) > 500);
    for (auto const& r : references) {
        double const value = r.likelihood().rise_above_tangent(r.xi, r.delta);
        CAPTURE(r.freedom);
        CAPTURE(r.xi);
        CAPTURE(r.delta);
        CHECK(std::abs(value - r.rise) <= 1e-14 * r.rise);
        double const slope = r.likelihood().slope_above_tangent(r.xi, r.delta);
        CHECK(std::abs(slope - r.rise_slope) <= 1e-14 * std::abs(r.rise_slope));
    }
}

TEST_CASE("the fall below the tangent in η is good to 1e-14 of its terms, which cancel only where it changes sign") {
    for (auto const& r : references) {
        CAPTURE(r.freedom);
        CAPTURE(r.xi);
        CAPTURE(r.delta);
        double const step = -r.delta / r.scale, spread = r.freedom + r.xi * r.xi;
        bool const near = std::abs(step * (2 * r.xi + step) / spread) < 0.1;
        double const terms = near ? r.rise : (r.freedom + 1) * std::abs(r.xi * step) / spread;
        CHECK(std::abs(r.likelihood().fall_below_tangent(r.xi, r.delta) - r.fall) <= 1e-14 * (std::abs(r.fall) + terms));
        double const there = r.xi + step;  // ν − ξr changes sign
        double const least = (r.freedom + 1) / r.scale * std::abs(step) * (r.freedom + std::abs(r.xi * there)) /
                             (spread * (r.freedom + there * there));
        CHECK(std::abs(r.likelihood().slope_below_tangent(r.xi, r.delta) - r.fall_slope) <= 1e-14 * least);
    }
}

TEST_CASE("nothing is negative that must not be, nothing is NaN, however far") {
    std::vector<double> far = residuals();
    far.insert(far.end(), {1e12, -1e12, 1e90, -1e160, 1e300, -1e308});
    for (auto const& likelihood : likelihoods())
        for (double const target : {0.0, 1e6, -1e308})
            for (double const eta : far) {
                CAPTURE(target);
                CAPTURE(eta);
                CHECK(std::isfinite(log_likelihood(likelihood, target, eta)));
                auto const [first, second] = derivatives(likelihood, target, eta);
                CHECK(std::isfinite(first));
                CHECK(std::isfinite(second));
                double const xi = likelihood.residual(target, 0);
                CHECK(likelihood.rise_above_tangent(xi, eta) >= 0);
                CHECK(std::isfinite(likelihood.rise_above_tangent(xi, eta)));
                CHECK(std::isfinite(likelihood.slope_above_tangent(xi, eta)));
                CHECK(std::isfinite(likelihood.fall_below_tangent(xi, eta)));
                CHECK(std::isfinite(likelihood.slope_below_tangent(xi, eta)));
            }
}

TEST_CASE("Student-t says what is wrong with its settings and its targets") {
    CHECK(student_t{}.degrees_of_freedom() == 4);
    CHECK(student_t{}.scale() == 1);
    CHECK_THROWS_WITH_AS(student_t({.degrees_of_freedom = 0}),
                         "student_t: degrees_of_freedom must be positive and finite, between 1e-100 and 1e+100, got 0",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(student_t({.scale = -2}),
                         "student_t: scale must be positive and finite, between 1e-100 and 1e+100, got -2", invalid_argument);
    CHECK_THROWS_AS(student_t({.scale = infinity}), invalid_argument);
    CHECK_THROWS_AS(student_t({.degrees_of_freedom = std::numeric_limits<double>::quiet_NaN()}), invalid_argument);
    CHECK_NOTHROW(student_t{}.check(-1e300));
    CHECK_THROWS_WITH_AS(student_t{}.check(infinity),
                         "student_t: a target must be finite, got inf; remove the row or fill the cell", invalid_argument);
    CHECK_THROWS_AS(student_t{}.check(std::numeric_limits<double>::quiet_NaN()), invalid_argument);
}

TEST_CASE("the Student-t curvature of an interval is the largest secant within it, and the least lies below all of them") {
    for (student_t const& noise : {student_t({4, 1}), student_t({1.5, 0.3}), student_t({30, 7})})
        for (double const size : {0.0, 1e-6, 0.05, 0.8, 1.9, 3.5, 12.0, 1e3})
            for (double const xi : {size, -size})
                for (double const reach : reaches) {
                    CAPTURE(noise.degrees_of_freedom());
                    CAPTURE(xi);
                    CAPTURE(reach);
                    double const global = noise.tangent_curvature(xi);
                    auto const secant = [&](double step) { return 2 * noise.fall_below_tangent(xi, step) / step / step; };
                    double highest = -infinity, lowest = infinity;
                    for (double const step : steps_within(reach)) {
                        if (std::abs(step) < 1e-7 * noise.scale()) continue;  // where the secant itself has no digits left
                        highest = std::max(highest, secant(step));
                        lowest = std::min(lowest, secant(step));
                    }
                    if (highest == -infinity) continue;
                    double const most = noise.curvature_within(xi, reach), least = noise.least_curvature_within(xi, reach);
                    double const rounding = 1e-6 * global;
                    CHECK(most >= highest - rounding);
                    CHECK(most <= global * (1 + 1e-14));
                    CHECK(least <= lowest + rounding);
                    if (size >= 0.05) CHECK(most <= highest + 0.03 * (highest - lowest) + rounding);
                    if (reach >= 2 * size * noise.scale()) CHECK(most == doctest::Approx(global).epsilon(1e-12));
                }
    student_t const noise({4, 1});
    CHECK(noise.least_curvature_within(0, infinity) == doctest::Approx(-5.0 / 32));  // −(ν+1)/(8ν), at √(3ν)
}

TEST_CASE("by target and predictor the Student-t secants are those of the residual, the longer side of an interval counting") {
    student_t const noise({4, 0.6});
    for (double const target : {-2.0, 0.3, 8.0})
        for (double const eta : {-1.0, 0.5}) {
            double const xi = noise.residual(target, eta);
            CHECK(noise.fall_below_tangent(target, eta, 0.7) == noise.fall_below_tangent(xi, 0.7));
            CHECK(noise.slope_below_tangent(target, eta, 0.7) == noise.slope_below_tangent(xi, 0.7));
            for (auto const& [low, high] : {std::pair{-0.5, 1.5}, {-1.5, 0.0}, {-1.5, 1.5}}) {
                auto const [most, least] = noise.secants_within(target, eta, low, high);
                CHECK(most == noise.curvature_within(xi, 1.5));
                CHECK(least == noise.least_curvature_within(xi, 1.5));
            }
        }
}
