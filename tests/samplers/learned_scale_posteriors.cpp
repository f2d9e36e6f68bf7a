/// Chains with learned scales against posteriors that are known: in closed form, and by quadrature.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/weighted_sums.hpp"

#include "support/by_definition.hpp"
#include "support/problems.hpp"
#include "support/scaled_chains.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("normal means with a learned scale have the posterior of their closed form, by every way of sampling" *
          doctest::test_suite("statistics")) {
    vector const y = vector_of({1.5, -0.4, 2.2, 0.1, -1.9, 0.7});
    constexpr double a = 0.7;
    matrix features = zeros(y.size(), y.size());
    for (std::size_t j = 0; j < y.size(); ++j) features(j, j) = 1;
    posterior const model(gaussian({.scale = 1}), composed_prior({prior_term::half_cauchy(y.size(), a)}), dense_rows(features, y));
    // p(log s | y) ∝ p(log s) ∏ N(y_j; 0, 1 + s²);  E[β_j | s, y] = y_j s²/(1 + s²), and E β_j² has 1/(1 + 1/s²) besides
    weighted_sums exact;
    for (double x = -14; x < 10; x += 0.01) {
        double log_weight = log_density_of_log_scale(x, a), square = std::exp(2 * x), shrinkage = square / (1 + square);
        for (double const value : y) log_weight += log_normal(value, std::sqrt(1 + square));
        double const mean = y(2) * shrinkage;
        exact.add(std::exp(log_weight), {x, x * x, std::tanh(x), mean, mean * mean + shrinkage, x * mean});
    }
    check_means(
        model, exact.means(),
        [](draw const& d) {
            double const x = std::log(d.scales(0));
            return numbers{x, x * x, std::tanh(x), d.theta(2), d.theta(2) * d.theta(2), x * d.theta(2)};
        },
        3200, 40'000);
}

TEST_CASE(
    "a small logistic regression with a learned scale has the moments of its posterior by quadrature, by every way of sampling" *
    doctest::test_suite("statistics")) {
    matrix const features =
        matrix_of({{1, 0.5, -0.3}, {1, -1.2, 0.8}, {1, 1.7, 0.4}, {1, -0.3, -1.5}, {0.4, 1.5, 1}, {1, 0.7, 1.6}, {1, -0.8, -0.6}});
    vector const targets = vector_of({1, 0, 1, 1, 0, 1, 0});
    constexpr double a = 0.8, fixed = 1.2;
    posterior const model(logistic{}, composed_prior({prior_term::normal(1, fixed), prior_term::half_cauchy(2, a)}),
                          dense_rows(features, targets));
    // given s the coefficients lie within 7 s or 25 of zero; half as many points change nothing that the test could see
    weighted_sums exact;
    constexpr int points = 61, few = 25;
    for (double x = -10; x < 7; x += 0.25) {
        double const s = std::exp(x), half = std::min(7 * s, 25.0), step = 2 * half / (points - 1);
        for (int i = 0; i < few; ++i)
            for (int j = 0; j < points; ++j)
                for (int k = 0; k < points; ++k) {
                    double const theta[]{7 * fixed * (2.0 * i / (few - 1) - 1), -half + step * j, -half + step * k};
                    double log_weight = log_density_of_log_scale(x, a) + log_normal(theta[0], fixed) + log_normal(theta[1], s) +
                                        log_normal(theta[2], s) + 2 * std::log(step);
                    if (log_weight < -40) continue;
                    for (std::size_t n = 0; n < 7; ++n) {
                        double const eta = features(n, 0) * theta[0] + features(n, 1) * theta[1] + features(n, 2) * theta[2];
                        log_weight += log_sigmoid((2 * targets(n) - 1) * eta);
                    }
                    exact.add(std::exp(log_weight), {x, x * x, std::tanh(x), theta[0], std::tanh(theta[1]), std::asinh(theta[2]),
                                                     x * std::tanh(theta[1])});
                }
    }
    check_means(
        model, exact.means(),
        [](draw const& d) {
            double const x = std::log(d.scales(0));
            return numbers{
                x, x * x, std::tanh(x), d.theta(0), std::tanh(d.theta(1)), std::asinh(d.theta(2)), x * std::tanh(d.theta(1))};
        },
        3220, 40'000);
}
