#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a stream of regular MCMC yields the draws of the chain that is made of the same parts, from its start") {
    auto const model = synthetic_posterior(200, 3, 321);
    random_walk const kernel({.step = 0.1});
    chain_options const options{.seed = 322, .warm_up = 10};
    vector const start = near(as_view(zeros(3)), 0.2, 323);
    auto const chain = make_regular_chain(model, kernel, options, as_view(start));
    CHECK(chain->density().current().theta == start);
    auto const expected = advance(*chain, 30);
    std::size_t i = 0;
    for (draw const& d : regular_chain(model, kernel, options, as_view(start))) {
        REQUIRE(d == expected[i]);
        if (++i == expected.size()) break;
    }
}

TEST_CASE("the random walk of regular MCMC asks for every datum once an iteration and has no brightness") {
    auto const model = synthetic_posterior(200, 3, 324);
    for (draw const& d : advance(*make_regular_chain(model, random_walk({.step = 0.1}), {.seed = 325}, as_view(zeros(3))), 20)) {
        CHECK(d.theta_queries == 200);
        CHECK(d.z == z_stats{});
        CHECK(d.log_density == doctest::Approx(naive_log_posterior(model, as_view(d.theta))).epsilon(1e-12));
    }
}

TEST_CASE("a chain cannot start where its model has no parameters for") {
    CHECK_THROWS_WITH_AS(make_regular_chain(synthetic_posterior(20, 3, 326), random_walk({.step = 1}), {}, as_view(zeros(2))),
                         "start: theta has 2 numbers but the model has 3 parameters", invalid_argument);
}
