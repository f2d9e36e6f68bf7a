#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

#include "kernels/invariance.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("Hamiltonian Monte Carlo leaves a skewed and a two-humped density invariant, by quadrature over its momentum") {
    preconditioner const narrow{cholesky(matrix_of({{2.5}}))};
    for (std::size_t const steps : {1u, 2u, 3u})
        for (auto const& shape : {preconditioner{}, narrow}) {
            hamiltonian const kernel({.step = 0.4, .leapfrog_steps = steps, .jitter = 0, .shape = shape});
            CHECK(flow_imbalance(kernel, log_gamma_formula{3}, -10, 4.5) < 1e-8);
            CHECK(flow_imbalance(kernel, two_humps{}, -9, 9) < 1e-8);
        }
}

TEST_CASE("whatever the jitter draws, the density stays invariant") {
    hamiltonian const kernel({.step = 0.4, .leapfrog_steps = 3, .jitter = 0.5});
    for (double const unit : {0.01, 0.7}) CHECK(flow_imbalance(kernel, log_gamma_formula{3}, -10, 4.5, unit) < 1e-8);
}

TEST_CASE("jitter scales the step of a path by 1 ± j and leaves the reported one alone") {
    for (double const unit : {0.0, 0.25, 1.0}) {
        hamiltonian const jittered({.step = 0.5, .leapfrog_steps = 3, .jitter = 0.2});
        hamiltonian const plain({.step = 0.5 * (1 + 0.2 * (2 * unit - 1)), .leapfrog_steps = 3, .jitter = 0});
        analytic_density a(log_gamma_formula{2}, vector_of({0.3, 1})), b = a;
        fixed_random random{{0.4, -1.1}, unit};
        auto state = jittered.start();
        CHECK(jittered.step(a, state, random).step == doctest::Approx(0.5).epsilon(1e-15));
        state = plain.start();
        plain.step(b, state, random);
        for (std::size_t i = 0; i < 2; ++i) CHECK(a.current().theta(i) == doctest::Approx(b.current().theta(i)).epsilon(1e-13));
    }
}

TEST_CASE("a path of n leapfrog steps costs n evaluations") {
    analytic_density target(log_gamma_formula{2}, vector_of({0.3}));
    hamiltonian const kernel({.leapfrog_steps = 6});
    fixed_random random{{0.4}};
    auto state = kernel.start();
    auto const info = kernel.step(target, state, random);
    CHECK(target.queries() == 7);  // the starting point's and six more
    CHECK(info.accepted);
    CHECK_FALSE(info.diverging);
    CHECK(info.acceptance == doctest::Approx(std::exp(std::min(0.0, random.log_ratio))).epsilon(1e-14));
}

TEST_CASE("a diverging path is refused and flagged: energy beyond 1000, infinite, or density zero") {
    auto const check = [](auto const& formula, double step) {
        analytic_density target(formula, vector_of({1}));
        hamiltonian const kernel({.step = step, .leapfrog_steps = 5, .jitter = 0});
        fixed_random random{{-2}};
        auto state = kernel.start();
        auto const info = kernel.step(target, state, random);
        CHECK(info.diverging);
        CHECK_FALSE(info.accepted);
        CHECK(info.acceptance == 0);
        CHECK(random.log_ratio == -infinity);
        CHECK(target.current().theta(0) == 1);
    };
    check(standard_gaussian(1), 4.0);  // leapfrog is unstable there beyond 2
    check(
        [](vector_view theta, vector_out gradient) {
            gradient[0] = -4 * theta[0] * theta[0] * theta[0];
            return -theta[0] * theta[0] * theta[0] * theta[0];
        },
        1e100);
    check(
        [](vector_view theta, vector_out gradient) {
            gradient[0] = theta[0] > 0 ? -1 : std::nan("");
            return theta[0] > 0 ? -theta[0] : -infinity;
        },
        1.0);
}

TEST_CASE("a path that loses any amount of energy is accepted: a chain may start far out") {
    analytic_density target(standard_gaussian(1), vector_of({100}));
    hamiltonian const kernel({.step = 1.5, .leapfrog_steps = 1, .jitter = 0});
    fixed_random random{{0}};
    auto state = kernel.start();
    auto const info = kernel.step(target, state, random);
    CHECK(random.log_ratio > 1000);
    CHECK(info.accepted);
    CHECK_FALSE(info.diverging);
}

TEST_CASE("Hamiltonian Monte Carlo says what is wrong with its settings") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(hamiltonian({.step = 0}), "hamiltonian: step must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(hamiltonian({.leapfrog_steps = 0}), "hamiltonian: leapfrog_steps must be at least 1, got 0",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(hamiltonian({.jitter = 1}), "hamiltonian: jitter must lie in [0, 1), got 1", invalid_argument);
    CHECK_THROWS_WITH_AS(hamiltonian({.jitter = -0.1}), "hamiltonian: jitter must lie in [0, 1), got -0.1", invalid_argument);
    CHECK_THROWS_WITH_AS(hamiltonian({.jitter = nan}), "hamiltonian: jitter must lie in [0, 1), got nan", invalid_argument);
    CHECK_THROWS_WITH_AS(hamiltonian({.target_acceptance = 1}), "hamiltonian: target_acceptance must lie between 0 and 1, got 1",
                         invalid_argument);
}
