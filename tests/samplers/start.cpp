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
