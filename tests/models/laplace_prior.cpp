#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.core;
import firefly.models;

using namespace firefly;
using namespace firefly::testing;

namespace {

double log_density(std::vector<double> const& theta, double scale) {
    double sum = 0;
    for (double const t : theta) sum -= std::abs(t) / scale;
    return sum;
}

/// On the kink, within the smoothing, at its edge, beyond, far away.
std::vector<std::vector<double>> points() {
    return {{0, 0, 0},          {0.01, -0.02, 0}, {0.1, -0.1, 0.05},     {0.3, -1.7, 2.2},    {-0.3, 1.7, -2.2},
            {0.25, 0.25, 0.25}, {1e-9, -1e-9, 3}, {40.0, -0.05, 1e-300}, {-1e3, 1e3, 0.0999}, {0.1000001, 0, -5}};
}

std::vector<double> difference(std::vector<double> const& a, std::vector<double> const& b) {
    std::vector<double> d(a.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = a[i] - b[i];
    return d;
}

}  // namespace

TEST_CASE("Gaussian part and remainder add up to the Laplace prior, about any origin and at any θ") {
    for (double const scale : {0.1, 1.0, 2.5})
        for (auto const& origin : points())
            for (auto const& theta : points()) {
                laplace_prior const prior(scale);
                quadratic const part = prior.gaussian_part(origin);
                std::vector<double> const d = difference(theta, origin);
                std::vector<double> scratch(3);
                double const gaussian = part.value(d, scratch);
                // the terms that cancel are those of the quadratic
                double const terms = std::abs(gaussian) + std::abs(part.constant()) + std::abs(prior.remainder(origin, d)) + 1;
                CHECK(std::abs(gaussian + prior.remainder(origin, d) - log_density(theta, scale)) < 1e-14 * terms);
            }
}

TEST_CASE("the gradients add up to the Laplace prior's, away from its kinks") {
    for (auto const& origin : points())
        for (auto const& theta : points()) {
            laplace_prior const prior(0.7);
            std::vector<double> const d = difference(theta, origin);
            std::vector<double> gradient(3);
            prior.gaussian_part(origin).value(d, gradient);
            double size = 1;
            for (double const g : gradient) size += std::abs(g);
            prior.add_remainder_gradient(origin, d, gradient);
            for (std::size_t i = 0; i < 3; ++i) {
                double const there = origin[i] + d[i];
                double const sign = (there > 0) - (there < 0);
                CHECK(std::abs(gradient[i] + sign / 0.7) < 1e-13 * size);
            }
        }
}

TEST_CASE("the Gaussian part has the gradient and curvature of a |θ| smoothed within a tenth of the scale") {
    std::vector<double> const origin{0.05, -0.2, 3, 0};
    quadratic const part = laplace_prior(1).gaussian_part(origin);
    double const gradient[] = {-0.5, 1, -1, 0}, curvature[] = {10, 0, 0, 10};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(part.gradient()(i) == doctest::Approx(gradient[i]).epsilon(1e-15));
        for (std::size_t j = 0; j < 4; ++j) CHECK(part.precision()(i, j) == (i == j ? curvature[i] : 0));
    }
    CHECK(part.constant() == doctest::Approx(-(0.05 * 0.05 / 0.2 + 0.15 + 2.95)).epsilon(1e-15));
}

TEST_CASE("a Laplace prior's remainder is never NaN") {
    laplace_prior const prior(1);
    for (double const origin : {0.0, 0.05, 5.0, -5.0, 1e300, -1e308})
        for (double const d : {0.0, 1e-300, -1e160, 1e300, -1e308, 1.7e308}) {
            std::vector<double> const origins{origin, 0, 5}, steps{d, -d, -1.7e308};
            CHECK_FALSE(std::isnan(prior.remainder(origins, steps)));
        }
}

TEST_CASE("draws from a Laplace prior have its mean, its variance and its tails" * doctest::test_suite("statistics")) {
    // mean 0, variance 2 b², P(|θ| > 3b) = e^{−3}
    judge([](trial& run) {
        laplace_prior const prior(0.7);
        random_source random({.seed = run.seed(301)});
        std::vector<double> theta(run.times(200'000)), square, far;
        prior.draw(random, theta);
        for (double const x : theta) {
            square.push_back(x * x);
            far.push_back(std::abs(x) > 2.1);
        }
        run.equal(independent_mean(theta), 0, "mean");
        run.equal(independent_mean(square), 2 * 0.49, "square");
        run.equal(independent_mean(far), std::exp(-3.0), "tail");
    });
}

TEST_CASE("a Laplace prior says what is wrong with its scale") {
    CHECK(laplace_prior(2.5).scale() == 2.5);
    CHECK_THROWS_WITH_AS(laplace_prior(0), "laplace_prior: scale must lie between 1e-150 and 1e+150, got 0", invalid_argument);
    CHECK_THROWS_AS(laplace_prior(-1), invalid_argument);
    CHECK_THROWS_AS(laplace_prior(1e-200), invalid_argument);
    CHECK_THROWS_AS(laplace_prior{infinity}, invalid_argument);
    CHECK_THROWS_AS(laplace_prior{std::numeric_limits<double>::quiet_NaN()}, invalid_argument);
}
