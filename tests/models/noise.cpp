#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a draw of β/σ and 1/σ becomes one of β and σ, and so does a small move") {
    vector theta = vector_of({3, -8, 4});
    vector const before = theta;
    to_noise_scale(as_out(theta));
    CHECK(theta == vector_of({0.75, -2, 0.25}));
    for (std::size_t i = 0; i < 3; ++i) {
        vector step = zeros(3), there = before;
        constexpr double size = 1e-6;
        step(i) = size;
        there(i) += size;
        to_noise_scale(as_view(before), as_out(step));
        to_noise_scale(as_out(there));
        for (std::size_t j = 0; j < 3; ++j) CHECK(std::abs(there(j) - theta(j) - step(j)) < 1e-5 * size);
    }
}

TEST_CASE("the log posterior with noise is that of coefficients and scale, by definition") {
    matrix const features = matrix_of({{1, 0.5}, {1, -2}, {1, 1.5}, {1, 0}});
    vector const target = vector_of({3, -1, 2.5, 0.3});
    auto const check = [&](auto const& noise, auto const& log_density) {
        auto const model = with_noise(noise, gaussian_prior(2), 1.5, dense_rows(features, target));
        CHECK(model.dimension() == 3);
        auto const by_definition = [&](double sigma, double a, double b) {
            double sum = -(a * a + b * b) / 8 - std::log(1 + sigma * sigma / 2.25);
            for (std::size_t n = 0; n < 4; ++n) sum += log_density((target(n) - a - b * features(n, 1)) / sigma) - std::log(sigma);
            return sum - 4 * std::log(1 / sigma);  // the Jacobians of two coefficients and of the scale
        };
        auto const found = [&](double sigma, double a, double b) {
            vector const theta = vector_of({a / sigma, b / sigma, 1 / sigma});
            return regular_density(model, as_view(theta)).current().log_density;
        };
        double const constant = found(1, 0, 0) - by_definition(1, 0, 0);
        CHECK(found(0.4, 1, -0.5) - by_definition(0.4, 1, -0.5) == doctest::Approx(constant));
        CHECK(found(7, -3, 2) - by_definition(7, -3, 2) == doctest::Approx(constant));
    };
    check(gaussian(), [](double e) { return -e * e / 2; });
    check(student_t({.degrees_of_freedom = 3}), [](double e) { return -2 * std::log(1 + e * e / 3); });
    check(log_cosh(), [](double e) { return -std::log(std::cosh(e)); });
    check(huber({.threshold = 1.2}), [](double e) { return std::abs(e) < 1.2 ? -e * e / 2 : -1.2 * std::abs(e) + 0.72; });
}

TEST_CASE("offsets and weights are those of the noise, too: weights count data, offsets move targets") {
    matrix const features = matrix_of({{1}, {0.5}, {-2}});
    vector const target = vector_of({1, 2, 4}), offset = vector_of({0.3, -1, 2}), weight = vector_of({2, 0, 3});
    auto const adjusted_model = with_noise(adjusted(student_t()), gaussian_prior(1), 1,
                                           rows_with_cases(features, target, {.offset = offset, .weight = weight}));
    auto const repeated = with_noise(student_t(), gaussian_prior(1), 1,
                                     dense_rows(matrix_of({{1}, {1}, {-2}, {-2}, {-2}}), vector_of({0.7, 0.7, 2, 2, 2})));
    auto const value = [](auto const& model, vector const& theta) {
        return regular_density(model, as_view(theta)).current().log_density;
    };
    vector const here = vector_of({0.3, 0.8}), there = vector_of({-2, 1.7});
    CHECK(value(adjusted_model, there) - value(adjusted_model, here) ==
          doctest::Approx(value(repeated, there) - value(repeated, here)));
}

TEST_CASE("a likelihood with a scale of its own is refused, and so are targets without noise") {
    dense_rows const rows(matrix_of({{1}, {2}}), vector_of({1, 2})), still(matrix_of({{1}, {2}}), vector_of({0, 0}));
    CHECK_THROWS_WITH_AS(with_noise(student_t({.scale = 2}), gaussian_prior(1), 1, rows),
                         "with_noise: the likelihood must have the scale 1, since σ is sampled; got 2", invalid_argument);
    CHECK_THROWS_WITH_AS(with_noise(gaussian(), gaussian_prior(1), 1, still),
                         doctest::Contains("noise_prior: start must lie between"), invalid_argument);
}
