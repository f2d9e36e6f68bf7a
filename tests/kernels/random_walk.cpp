#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A density on the lattice {−1, 0, 1}^D, zero elsewhere.
struct on_points {
    std::vector<double> probabilities;  // the first coordinate varies fastest

    static std::size_t number(vector_view theta) {
        std::size_t result = 0, place = 1;
        for (double const x : theta) {
            result += place * static_cast<std::size_t>(std::lround(x) + 1);
            place *= 3;
        }
        return result;
    }

    double operator()(vector_view theta, vector_out) const {
        for (double const x : theta)
            if (std::abs(x) > 1.5) return -infinity;  // a step of exp(log(2)) may miss the point by a rounding
        return std::log(probabilities[number(theta)]);
    }
};

matrix enumerate(random_walk const& kernel, on_points const& density, std::size_t dimension) {
    std::size_t const states = density.probabilities.size();
    matrix transition = zeros(states, states);
    for (std::size_t from = 0; from < states; ++from) {
        vector theta = zeros(dimension);
        for (std::size_t d = 0, rest = from; d < dimension; ++d, rest /= 3) theta(d) = static_cast<double>(rest % 3) - 1;
        scripted_random random(0);
        do {
            analytic_density target(density, theta);
            auto state = kernel.start();
            kernel.step(target, state, random);
            transition(from, on_points::number(as_view(target.current().theta))) += random.probability();
        } while (random.next());
    }
    return transition;
}

}  // namespace

TEST_CASE("the random walk leaves a three-point density invariant, whatever the step") {
    on_points const density{{0.2, 0.5, 0.3}};
    for (double const step : {1.0, 2.0, 10.0})
        CHECK(invariance_error(density.probabilities, enumerate(random_walk({.step = step}), density, 1)) < 1e-12);
}

TEST_CASE("the random walk leaves a density on a square of nine points invariant") {
    on_points const density{{1, 2, 3, 4, 0.5, 6, 0.1, 8, 9}};
    for (double const step : {1.0, 2.0})
        CHECK(invariance_error(density.probabilities, enumerate(random_walk({.step = step}), density, 2)) < 1e-12);
}

TEST_CASE("the random walk moves by its step times S times the noise") {
    matrix const precision = matrix_of({{4, 1}, {1, 3}});
    random_walk const kernel({.step = 0.5, .shape = preconditioner(cholesky(precision))});
    analytic_density target(standard_gaussian(2), vector_of({1, -1}));
    fixed_random random{{0.3, -0.8}};
    auto state = kernel.start();
    auto const info = kernel.step(target, state, random);

    std::vector<double> expected = {0.3, -0.8};
    cholesky(precision).solve_upper(expected);
    CHECK(target.current().theta(0) == doctest::Approx(1 + 0.5 * expected[0]).epsilon(1e-14));
    CHECK(target.current().theta(1) == doctest::Approx(-1 + 0.5 * expected[1]).epsilon(1e-14));
    double const log_ratio = target.current().log_density + 1;  // log π = −|θ|²/2 was −1
    CHECK(random.log_ratio == doctest::Approx(log_ratio).epsilon(1e-14));
    CHECK(info.acceptance == doctest::Approx(std::exp(std::min(0.0, log_ratio))).epsilon(1e-14));
    CHECK(info.step == doctest::Approx(0.5).epsilon(1e-15));
    CHECK(info.accepted);
    CHECK(target.queries() == 2);  // the starting point's and one more
}

TEST_CASE("the random walk refuses a point of density zero and stays where it is") {
    analytic_density target(on_points{{0.2, 0.5, 0.3}}, vector_of({1}));
    fixed_random random{{1}};
    random_walk const kernel({});
    auto state = kernel.start();
    auto const info = kernel.step(target, state, random);
    CHECK_FALSE(info.accepted);
    CHECK(info.acceptance == 0);
    CHECK(random.log_ratio == -infinity);
    CHECK(target.current().theta(0) == 1);
    CHECK(target.current().log_density == std::log(0.3));
}

TEST_CASE("the random walk says what is wrong with its settings") {
    CHECK_THROWS_WITH_AS(random_walk({.step = 0}), "random_walk: step must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(random_walk({.target_acceptance = 1.5}),
                         "random_walk: target_acceptance must lie between 0 and 1, got 1.5", invalid_argument);
}
