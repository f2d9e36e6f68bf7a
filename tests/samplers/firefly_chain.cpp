#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a chain that starts all dark has no bright data before its first update, one that starts by Gibbs may") {
    auto const model = synthetic_posterior(2000, 4, 305);
    joint const target(model, jaakkola_jordan::untuned(model));
    implicit_update const updater({.q = 1e-9});  // lights nothing in one iteration
    auto const bright_after_one = [&](brightness_start how) {
        auto const chain =
            make_firefly_chain(target, random_walk({.step = 1e-9}), updater, {.seed = 306, .brightness = how}, as_view(zeros(4)));
        z_stats const first = advance(*chain, 1).front().z;
        return first.bright + first.darkened;
    };
    CHECK(bright_after_one(brightness_start::dark) == 0);
    CHECK(bright_after_one(brightness_start::gibbs) > 10);
}

TEST_CASE("a stream of firefly yields the draws of the chain that is made of the same parts, from its start") {
    auto const model = synthetic_posterior(300, 3, 307);
    joint const target(model, jaakkola_jordan::untuned(model));
    random_walk const kernel({.step = 0.1});
    implicit_update const updater({.q = 0.1});
    chain_options const options{.seed = 308, .warm_up = 10};
    vector const start = near(as_view(zeros(3)), 0.2, 309);
    auto const expected = advance(*make_firefly_chain(target, kernel, updater, options, as_view(start)), 30);
    std::size_t i = 0;
    for (draw const& d : firefly_chain(target, kernel, updater, options, as_view(start))) {
        REQUIRE(d == expected[i]);
        if (++i == expected.size()) break;
    }
    CHECK(make_firefly_chain(target, kernel, updater, options, as_view(start))->density().current().theta == start);
}

TEST_CASE("the first z is drawn by whoever is told to, from the numbers of the start") {
    auto const model = synthetic_posterior(300, 3, 310);
    joint const target(model, jaakkola_jordan::untuned(model));
    firefly_density density(target, as_view(zeros(3)));
    auto const chain = start_firefly_chain(density, random_walk({.step = 0.1}), implicit_update({.q = 0.1}),
                                           {.seed = 311, .chain = 2}, full_gibbs{});
    random_source random({.seed = 311, .chain = 2, .use = purpose::start, .iteration = 0});
    full_gibbs{}.decide(density, {}, random);
    CHECK(density.brightness().count() > 0);
    CHECK(chain->density().save() == density.save());
}
