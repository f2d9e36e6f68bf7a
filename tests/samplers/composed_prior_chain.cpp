/// Chains whose prior has learned scales and a remainder besides: noise of unknown scale, Laplace and Student-t terms. Closed forms and quadrature.
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"
#include "support/weighted_sums.hpp"

#include "support/scaled_chains.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

double log_half_cauchy(double log_sigma, double a) {
    return log_density_of_log_scale(log_sigma, a);
}

}  // namespace

TEST_CASE("linear regression with unknown noise and a learned scale in units of it has its closed form, by every way of sampling" *
          doctest::test_suite("statistics")) {
    matrix const features = matrix_of({{1, 0.5, -0.3},
                                       {1, -1.2, 0.8},
                                       {1, 1.7, 0.4},
                                       {1, -0.3, -1.5},
                                       {1, 1.5, 1},
                                       {1, 0.7, 1.6},
                                       {1, -0.8, -0.6},
                                       {1, 0.2, 0.1}});
    vector const y = vector_of({0.9, -0.7, 1.9, 1.1, 0.4, -0.2, 0.3, 1.2});
    constexpr double fixed = 1.5, of_noise = 0.7, of_group = 0.8;
    auto const model = with_noise(gaussian(), composed_prior({prior_term::normal(1, fixed), prior_term::half_cauchy(2, of_group)}),
                                  of_noise, dense_rows(features, y));
    matrix gram = zeros(3, 3);
    vector moment = zeros(3);
    double square = 0;
    for (std::size_t n = 0; n < y.size(); ++n) {
        square += y(n) * y(n);
        for (std::size_t i = 0; i < 3; ++i) {
            moment(i) += features(n, i) * y(n);
            for (std::size_t j = 0; j < 3; ++j) gram(i, j) += features(n, i) * features(n, j);
        }
    }
    // p(log σ, log s | y): given both, β_0 ~ N(0, fixed²) and the others ~ N(0, s²σ²), and y is Gaussian
    weighted_sums sums;
    for (double log_sigma = -4; log_sigma < 4; log_sigma += 0.04)
        for (double x = -12; x < 9; x += 0.1) {
            double const sigma = std::exp(log_sigma), s = std::exp(x), spread[]{fixed, s * sigma, s * sigma};
            matrix precision = gram / (sigma * sigma);
            double log_weight = log_half_cauchy(log_sigma, of_noise) + log_density_of_log_scale(x, of_group) -
                                static_cast<double>(y.size()) * log_sigma;
            for (std::size_t i = 0; i < 3; ++i) {
                precision(i, i) += 1 / (spread[i] * spread[i]);
                log_weight -= std::log(spread[i]);
            }
            cholesky const factor(precision);
            vector mean = moment / (sigma * sigma);
            factor.solve(as_out(mean));
            log_weight -= (square - dot(as_view(moment), as_view(mean))) / (2 * sigma * sigma);
            for (std::size_t i = 0; i < 3; ++i) log_weight -= std::log(factor.lower()(i, i));
            matrix const inverse = factor.inverse();
            sums.add(std::exp(log_weight),
                     {x, x * x, std::tanh(x), log_sigma, log_sigma * log_sigma, x * log_sigma, mean(0),
                      mean(0) * mean(0) + inverse(0, 0), mean(1), mean(1) * mean(1) + inverse(1, 1), x * mean(1)});
        }
    check_means(
        model, sums.means(),
        [](draw const& d) {
            double const x = std::log(d.scales(0)), tau = d.theta(3), log_sigma = -std::log(tau), b0 = d.theta(0) / tau,
                         b1 = d.theta(1) / tau;
            return numbers{x,       x * x, std::tanh(x), log_sigma, log_sigma * log_sigma, x * log_sigma, b0,
                           b0 * b0, b1,    b1 * b1,      x * b1};
        },
        3600, 40'000);
}

TEST_CASE(
    "robust regression with unknown noise and a learned scale in units of it has its moments by quadrature, by every way of sampling" *
    doctest::test_suite("statistics")) {
    constexpr double freedom = 4, of_noise = 0.8, of_group = 1.2;
    vector const x_of = vector_of({-1.5, -0.5, 0.3, 1, 2, 0.5, -1, 0, 1.3}),
                 y = vector_of({-1.1, 0.2, 0.6, 0.4, 1.9, -0.5, -1, 0.1, 5});
    matrix features = zeros(y.size(), 1);
    for (std::size_t n = 0; n < y.size(); ++n) features(n, 0) = x_of(n);
    auto const model = with_noise(student_t({.degrees_of_freedom = freedom}),
                                  composed_prior({prior_term::half_cauchy(1, of_group)}), of_noise, dense_rows(features, y));
    // b = β/σ lies within 7 s of zero, and within 30
    weighted_sums sums;
    constexpr int points = 301;
    for (double x = -10; x < 8; x += 0.25)
        for (double log_sigma = -4; log_sigma < 4; log_sigma += 0.1) {
            double const s = std::exp(x), sigma = std::exp(log_sigma), half = std::min(7 * s, 30.0), step = 2 * half / (points - 1);
            for (int i = 0; i < points; ++i) {
                double const b = -half + step * i;
                double log_weight = log_density_of_log_scale(x, of_group) + log_half_cauchy(log_sigma, of_noise) +
                                    log_normal(b, s) + std::log(step);
                for (std::size_t n = 0; n < y.size(); ++n) {
                    double const r = y(n) / sigma - b * x_of(n);
                    log_weight -= log_sigma + (freedom + 1) / 2 * std::log1p(r * r / freedom);
                }
                sums.add(std::exp(log_weight), {x, x * x, std::tanh(x), log_sigma, log_sigma * log_sigma, x * log_sigma, b * sigma,
                                                std::asinh(b), x * std::tanh(b)});
            }
        }
    check_means(
        model, sums.means(),
        [](draw const& d) {
            double const x = std::log(d.scales(0)), b = d.theta(0), sigma = 1 / d.theta(1), log_sigma = std::log(sigma);
            return numbers{x,         x * x,         std::tanh(x),    log_sigma, log_sigma * log_sigma, x * log_sigma,
                           b * sigma, std::asinh(b), x * std::tanh(b)};
        },
        3620, 40'000);
}

TEST_CASE(
    "Student-t and Laplace terms beside a learned one have the moments of their posterior by quadrature, by every way of sampling" *
    doctest::test_suite("statistics")) {
    matrix const features = matrix_of({{1, 0.5, -0.3},
                                       {1, -1.2, 0.8},
                                       {1, 1.7, 0.4},
                                       {1, -0.3, -1.5},
                                       {0.4, 1.5, 1},
                                       {1, 0.7, 1.6},
                                       {1, -0.8, -0.6},
                                       {-1, 0.6, 1.2},
                                       {-0.5, -1, 0.3}});
    vector const targets = vector_of({1, 0, 1, 1, 0, 1, 0, 0, 1});
    constexpr double freedom = 3, wide = 0.7, b = 0.5, a = 0.8;
    posterior const model(
        logistic{},
        composed_prior({prior_term::student_t(1, freedom, wide), prior_term::laplace(1, b), prior_term::half_cauchy(1, a)}),
        dense_rows(features, targets));
    // With s integrated out, the last coefficient β = ±e^u has ∫ f(x) p(x) N(β; 0, e^{2x}) dx of each function f of x = log s.
    struct node {
        double beta, weight;
        numbers of_x;  // means of functions of x given β
    };
    std::vector<node> nodes;
    for (double u = -16; u < 3.8; u += 0.1)
        for (double const sign : {1.0, -1.0}) {
            weighted_sums over_x;
            for (double x = -20; x < 12; x += 0.2)
                over_x.add(std::exp(log_density_of_log_scale(x, a) + log_normal(std::exp(u), std::exp(x))),
                           {x, x * x, std::tanh(x)});
            nodes.push_back({sign * std::exp(u), over_x.total * std::exp(u), over_x.means()});
        }
    weighted_sums sums;
    constexpr int half = 50;  // Simpson's rule on either side of the kink
    for (double v = -5; v < 5.1; v += 0.2)
        for (int j = -half; j <= half; ++j) {
            double const theta[]{std::sinh(v), 0.16 * j};
            double const simpson = std::abs(j) == half ? 1 : j % 2 == 0 ? 2 : 4;
            double const outer = std::cosh(v) * simpson * std::exp(-std::abs(theta[1]) / b) *
                                 std::pow(1 + theta[0] * theta[0] / (freedom * wide * wide), -(freedom + 1) / 2);
            for (node const& at : nodes) {
                double log_likelihood = 0;
                for (std::size_t n = 0; n < targets.size(); ++n)
                    log_likelihood += log_sigmoid(
                        (2 * targets(n) - 1) * (features(n, 0) * theta[0] + features(n, 1) * theta[1] + features(n, 2) * at.beta));
                sums.add(outer * at.weight * std::exp(log_likelihood),
                         {at.of_x[0], at.of_x[1], at.of_x[2], std::tanh(theta[0]), std::asinh(theta[0]), theta[1],
                          std::abs(theta[1]), std::tanh(at.beta), at.of_x[2] * std::tanh(at.beta), std::tanh(theta[0]) * theta[1]});
            }
        }
    check_means(
        model, sums.means(),
        [](draw const& d) {
            double const x = std::log(d.scales(0)), first = std::tanh(d.theta(0)), last = std::tanh(d.theta(2));
            return numbers{x,
                           x * x,
                           std::tanh(x),
                           first,
                           std::asinh(d.theta(0)),
                           d.theta(1),
                           std::abs(d.theta(1)),
                           last,
                           std::tanh(x) * last,
                           first * d.theta(1)};
        },
        3640, 40'000);
}
