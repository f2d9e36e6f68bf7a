/// Every kernel on densities whose moments are known.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// All kernels with this shape and this first step.
template <class Check>
void for_every_kernel(preconditioner const& shape, double step, Check const& check) {
    check("random_walk", random_walk({.step = step, .shape = shape}));
    check("mala", mala({.step = step, .shape = shape}));
    check("hamiltonian", hamiltonian({.step = step, .shape = shape}));
    check("slice, coordinates", slice({.shape = shape}));
    check("slice, random direction", slice({.lines = slice_lines::random_direction, .shape = shape}));
}

/// Draws after a warm-up, and the mean acceptance of their steps.
struct run {
    std::vector<vector> draws;
    double acceptance = 0;
};

template <class Formula, class K>
run run_chain(Formula const& formula, vector const& start, K const& kernel, std::uint64_t warm_up, std::uint64_t size,
              std::uint64_t seed) {
    analytic_density target(formula, start);
    auto state = kernel.start();
    random_source random({.seed = seed});
    run result;
    for (std::uint64_t i = 0; i < warm_up; ++i) kernel.adapt(state, kernel.step(target, state, random), i);
    for (std::uint64_t i = 0; i < size; ++i) {
        result.acceptance += kernel.step(target, state, random).acceptance / static_cast<double>(size);
        result.draws.push_back(target.current().theta);
    }
    return result;
}

template <class Functional>
estimate mean_of(run const& r, Functional const& functional) {
    std::vector<double> values;
    for (auto const& theta : r.draws) values.push_back(functional(theta));
    return chain_mean(values);
}

}  // namespace

TEST_CASE("every kernel has the moments of a correlated Gaussian in five dimensions, shaped and isotropic" *
          doctest::test_suite("statistics")) {
    // 60,000 draws after 2000 of warm-up
    gaussian_formula const target{matrix_of({{2.0, -0.9, 0.0, 0.3, 0.0},
                                             {-0.9, 1.5, -0.6, 0.0, 0.1},
                                             {0.0, -0.6, 1.0, -0.4, 0.0},
                                             {0.3, 0.0, -0.4, 0.8, -0.3},
                                             {0.0, 0.1, 0.0, -0.3, 0.6}}),
                                  vector_of({1, -2, 0.5, 3, 0})};
    cholesky const precision(target.precision);
    std::uint64_t seed = 400;
    for (auto const& shape : {preconditioner(precision), preconditioner()})
        for_every_kernel(shape, 0.7, [&](std::string const& name, auto const& kernel) {
            CAPTURE(name);
            ++seed;
            judge([&](trial& run) {
                auto const chain = run_chain(target, target.mean, kernel, 2000, run.times(60'000), run.seed(seed));
                for (std::size_t i = 0; i < 5; ++i) {
                    std::vector<double> column(5);
                    column[i] = 1;
                    precision.solve(column);
                    auto const variance =
                        mean_of(chain, [&](vector const& x) { return (x(i) - target.mean(i)) * (x(i) - target.mean(i)); });
                    run.equal(mean_of(chain, [&](vector const& x) { return x(i); }), target.mean(i), "mean");
                    run.equal(variance, column[i], "variance");
                    CHECK(variance.standard_error < 0.06 * column[i]);  // the test can see six per cent
                }
                // ‖θ − mean‖² in the metric of the precision is χ² with five degrees of freedom
                auto const distance = mean_of(chain, [&](vector const& x) {
                    std::vector<double> unused(5);
                    return -2 * target(as_view(x), unused);
                });
                run.equal(distance, 5, "distance");
            });
        });
}

TEST_CASE("every kernel has the moments of a skewed density" * doctest::test_suite("statistics")) {
    // 60,000 draws after 2000 of warm-up
    // digamma(2) = 1 − γ and trigamma(2) = π²/6 − 1 (Abramowitz & Stegun 6.3, 6.4)
    double const mean = 0.42278433509846714, variance = 0.64493406684822644;
    std::uint64_t seed = 420;
    for_every_kernel({}, 0.7, [&](std::string const& name, auto const& kernel) {
        CAPTURE(name);
        ++seed;
        judge([&](trial& run) {
            auto const chain = run_chain(log_gamma_formula{2}, zeros(3), kernel, 2000, run.times(60'000), run.seed(seed));
            for (std::size_t i = 0; i < 3; ++i) {
                run.equal(mean_of(chain, [&](vector const& x) { return x(i); }), mean, "mean");
                auto const square = mean_of(chain, [&](vector const& x) { return (x(i) - mean) * (x(i) - mean); });
                run.equal(square, variance, "variance");
                CHECK(square.standard_error < 0.06 * variance);
                run.equal(mean_of(chain, [&](vector const& x) { return std::exp(x(i)); }), 2, "exponential");
            }
            // the log density: 3 (2 digamma(2) − 2)
            auto const value = mean_of(chain, [&](vector const& x) {
                std::vector<double> unused(3);
                return log_gamma_formula{2}(as_view(x), unused);
            });
            run.equal(value, 3 * (2 * mean - 2), "log density");
        });
    });
}

TEST_CASE("warm-up brings acceptance to its target on a 20-dimensional Gaussian, from steps too short and too long" *
          doctest::test_suite("statistics")) {
    // 12 chains of 5000 steps of warm-up, then 5000 with the step frozen: the target on average, none far off
    auto const check = [](std::string const& name, auto const& kernel, double goal) {
        CAPTURE(name);
        judge([&](trial& run) {
            std::vector<double> acceptances;
            for (std::uint64_t chain = 0; chain < run.times(12); ++chain)
                acceptances.push_back(
                    run_chain(standard_gaussian(20), zeros(20), kernel, 5000, 5000, run.seed(441 + chain)).acceptance);
            run.equal(independent_mean(acceptances), goal);
            for (double const acceptance : acceptances) CHECK(std::abs(acceptance - goal) < 0.12);
        });
    };
    for (double const start : {0.01, 10.0}) {
        check("random walk", random_walk({.step = start}), 0.234);
        check("mala", mala({.step = start}), 0.574);
        check("hamiltonian", hamiltonian({.step = start}), 0.8);
    }
    check("mala, another target", mala({.target_acceptance = 0.7}), 0.7);
}
