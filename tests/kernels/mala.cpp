#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

#include "kernels/invariance.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("MALA leaves a skewed and a two-humped density invariant, by quadrature over its noise") {
    preconditioner const narrow{cholesky(matrix_of({{2.5}}))};
    for (double const step : {0.3, 1.0})
        for (auto const& shape : {preconditioner{}, narrow}) {
            CHECK(flow_imbalance(mala({.step = step, .shape = shape}), log_gamma_formula{3}, -10, 4.5) < 1e-8);
            CHECK(flow_imbalance(mala({.step = step, .shape = shape}), two_humps{}, -9, 9) < 1e-8);
        }
}

TEST_CASE("MALA's ratio is that of the density and of its Gaussian proposals, in three dimensions") {
    // log q(θ' | θ) = −|θ' − θ − ½s²H⁻¹∇(θ)|²_H / (2s²), straight from the definition
    matrix const h = matrix_of({{4, 1, -0.5}, {1, 3, 0.2}, {-0.5, 0.2, 2}});
    log_gamma_formula const formula{1.5};
    double const step = 0.7;
    auto const log_proposal = [&](vector const& to, vector const& from) {
        std::vector<double> drift(3), away(3), product(3);
        formula(as_view(from), drift);
        cholesky(h).solve(drift);
        for (std::size_t i = 0; i < 3; ++i) away[i] = to(i) - from(i) - step * step / 2 * drift[i];
        multiply_symmetric(h, away, product);
        return -dot(away, product) / (2 * step * step);
    };

    mala const kernel({.step = step, .shape = preconditioner(cholesky(h))});
    vector const from = vector_of({0.3, -0.9, 0.6});
    for (auto const& noise : {std::vector{0.5, 1.2, -0.4}, std::vector{-1.5, 0.1, 2.0}, std::vector{0.0, 0.0, 0.0}}) {
        analytic_density target(formula, from);
        double const before = target.current().log_density;
        fixed_random random{noise};
        auto state = kernel.start();
        auto const info = kernel.step(target, state, random);
        vector const to = target.current().theta;
        CHECK(random.log_ratio ==
              doctest::Approx(target.current().log_density - before + log_proposal(from, to) - log_proposal(to, from))
                  .epsilon(1e-12));
        CHECK(info.acceptance == doctest::Approx(std::exp(std::min(0.0, random.log_ratio))).epsilon(1e-14));
        CHECK(info.step == doctest::Approx(step).epsilon(1e-15));
        CHECK(target.queries() == 2);  // the starting point's and one more
    }
}

TEST_CASE("MALA refuses a point of density zero, whatever the gradient there, and stays where it is") {
    auto const half_line = [](vector_view theta, vector_out gradient) {
        gradient[0] = theta[0] > 0 ? -1 : std::nan("");
        return theta[0] > 0 ? -theta[0] : -infinity;
    };
    analytic_density target(half_line, vector_of({0.5}));
    fixed_random random{{-3}};
    mala const kernel({});
    auto state = kernel.start();
    auto const info = kernel.step(target, state, random);
    CHECK(random.log_ratio == -infinity);
    CHECK_FALSE(info.accepted);
    CHECK(info.acceptance == 0);
    CHECK(target.current().theta(0) == 0.5);
    CHECK(target.current().log_density == -0.5);
}

TEST_CASE("MALA says what is wrong with its settings") {
    CHECK_THROWS_WITH_AS(mala({.step = -2}), "mala: step must be positive and finite, got -2", invalid_argument);
    CHECK_THROWS_WITH_AS(mala({.target_acceptance = 0}), "mala: target_acceptance must lie between 0 and 1, got 0",
                         invalid_argument);
}
