#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr chain_options options{.seed = (std::uint64_t{7} << 32) + 5, .chain = 3, .warm_up = 20};

}  // namespace

TEST_CASE("starting points are made of a stream of their own, the first z of another") {
    auto const model = synthetic_posterior(200, 3, 143);
    anchor const at = find_map(model);
    std::vector<double> theta(3);
    random_source random({.seed = options.seed, .chain = options.chain, .use = purpose::start, .iteration = 1});
    random.normals(theta);
    vector const prior = prior_draw(model, options), laplace = laplace_draw(at, options);
    for (std::size_t i = 0; i < 3; ++i) CHECK(prior(i) == theta[i]);
    at.precision.solve_upper(theta);
    for (std::size_t i = 0; i < 3; ++i) CHECK(laplace(i) == theta[i] + at.theta(i));
}

TEST_CASE("every chain and every seed has a starting point of its own, whatever the warm-up") {
    anchor const at = find_map(synthetic_posterior(200, 3, 145));
    vector const first = laplace_draw(at, {.seed = 1, .chain = 0});
    CHECK(laplace_draw(at, {.seed = 1, .chain = 0, .warm_up = 7}) == first);
    CHECK(laplace_draw(at, {.seed = 1, .chain = 1}) != first);
    CHECK(laplace_draw(at, {.seed = 2, .chain = 0}) != first);
}

TEST_CASE("a draw that a prior forbids comes half the way to the maximum, until it does not") {
    // One datum in each category: the Laplace approximation has cutpoints out of order every now and then.
    auto const model = ordinal(gaussian_prior(1), dense_rows(matrix_of({{1}, {-1}, {0.5}, {2}}), vector_of({0, 1, 2, 3})));
    anchor const at = find_map(model);
    int moved = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        vector const plain = laplace_draw(at, {.seed = seed}), draw = laplace_draw(model, at, {.seed = seed});
        CHECK(draw(1) < draw(2));
        CHECK(draw(2) < draw(3));
        if (draw == plain) continue;
        ++moved;
        CHECK(!(plain(1) < plain(2) && plain(2) < plain(3)));
        double const share = (draw(0) - at.theta(0)) / (plain(0) - at.theta(0));
        CHECK(std::log2(share) == doctest::Approx(std::round(std::log2(share))).epsilon(1e-6));
        CHECK(share <= 0.5 + 1e-12);
    }
    CHECK(moved > 10);
    CHECK(moved < 190);
}
