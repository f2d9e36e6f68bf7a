/// Moves of learned scales with θ as it is, and along with θ. Their distribution: samplers/learned_scales.cpp.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.kernels;

using namespace firefly;
using namespace firefly::testing;

namespace {

auto some_density() {
    posterior const model(logistic{},
                          composed_prior({prior_term::normal(1, 2), prior_term::half_cauchy(2, 1), prior_term::half_cauchy(1, 1)}),
                          dense_rows(synthetic_logistic({.rows = 40, .columns = 4, .seed = 3110})));
    return regular_density(model, as_view(vector_of({0.1, 0.4, -0.3, 0.7})));
}

}  // namespace

TEST_CASE("scales given θ move without θ and without a query") {
    auto density = some_density();
    auto const queries = density.queries();
    std::vector<double> const before(density.log_scales().begin(), density.log_scales().end());
    vector const theta = density.current().theta;
    random_source random({.seed = 3111});
    move_scales_given_theta(density, random);
    CHECK(density.queries() == queries);
    CHECK(density.current().theta == theta);
    for (std::size_t g = 0; g < 2; ++g) CHECK(density.log_scales()[g] != before[g]);
    double const kept = density.current().log_density;
    CHECK(density.evaluate(as_view(theta)) == doctest::Approx(kept).epsilon(1e-12));
}

TEST_CASE("scales that take θ along keep each coefficient's share of its scale") {
    auto density = some_density();
    vector const before = density.current().theta;
    std::vector<double> const logs(density.log_scales().begin(), density.log_scales().end());
    random_source random({.seed = 3112});
    move_scales_with_theta(density, random);
    vector const& after = density.current().theta;
    CHECK(after(0) == before(0));
    double const first = std::exp(density.log_scales()[0] - logs[0]), second = std::exp(density.log_scales()[1] - logs[1]);
    CHECK(first != 1);
    CHECK(after(1) == doctest::Approx(first * before(1)).epsilon(1e-13));
    CHECK(after(2) == doctest::Approx(first * before(2)).epsilon(1e-13));
    CHECK(after(3) == doctest::Approx(second * before(3)).epsilon(1e-13));
    double const kept = density.current().log_density;
    CHECK(density.evaluate(as_view(vector(after))) == doctest::Approx(kept).epsilon(1e-12));
}

TEST_CASE("scales of a horseshoe move one by one given θ, and by one number with it") {
    posterior const model(logistic{},
                          composed_prior({prior_term::normal(1, 2), prior_term::horseshoe(2, 1), prior_term::half_cauchy(1, 1)}),
                          dense_rows(synthetic_logistic({.rows = 40, .columns = 4, .seed = 3110})));
    regular_density density(model, as_view(vector_of({0.1, 0.4, -0.3, 0.7})));
    auto const logs = [&] { return std::vector<double>(density.log_scales().begin(), density.log_scales().end()); };
    auto const start = logs();
    vector const theta = density.current().theta;
    random_source random({.seed = 3113});
    move_scales_given_theta(density, random);
    auto const before = logs();
    for (std::size_t g = 0; g < 4; ++g) CHECK(before[g] != start[g]);
    CHECK(density.current().theta == theta);
    auto const queries = density.queries();
    move_scales_with_theta(density, random);
    auto const after = logs();
    double const shift = after[0] - before[0];
    CHECK(shift != 0);
    vector const& moved = density.current().theta;
    for (std::size_t g = 1; g < 3; ++g) {
        CHECK(after[g] - before[g] == doctest::Approx(shift).epsilon(1e-12));
        CHECK(moved(g) == doctest::Approx(std::exp(shift) * theta(g)).epsilon(1e-12));
    }
    CHECK(after[3] != before[3]);
    CHECK(density.queries() < queries + 40 * 60);  // two families, not four scales
    double const kept = density.current().log_density;
    CHECK(density.evaluate(as_view(vector(moved))) == doctest::Approx(kept).epsilon(1e-12));
}

TEST_CASE("a kernel that moves scales itself says so, erased or not") {
    bright_gibbs const gibbs({.centre = zeros(1)});
    elliptical_slice const slices({.centre = zeros(1)});
    CHECK(moves_scales(gibbs));
    CHECK_FALSE(moves_scales(slices));
    CHECK(moves_scales(any_kernel<any_firefly_density>(gibbs)));
    CHECK_FALSE(moves_scales(any_kernel<any_firefly_density>(slices)));
}
