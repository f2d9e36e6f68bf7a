#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Untuned, so that many data are bright.
any_firefly_density density_of(logistic_posterior const& model) {
    return any_firefly_density(firefly_density(joint(model, jaakkola_jordan::untuned(model)), as_view(zeros(3))));
}

/// Both on densities of their own, with the same numbers.
template <class Updater>
void check_alike(Updater const& updater) {
    auto const model = synthetic_posterior(300, 3, 451);
    any_updater const erased(updater);
    any_firefly_density here = density_of(model), there = density_of(model);
    auto state = updater.start();
    auto erased_state = erased.start();
    std::uint64_t flips = 0;
    for (std::uint64_t i = 0; i < 20; ++i) {
        random_source one({.seed = 452, .iteration = i}), other({.seed = 452, .iteration = i});
        std::vector<row_index> wanted, erased_wanted;
        updater.propose(here.brightness(), state, one, wanted);
        erased.propose(there.brightness(), erased_state, other, erased_wanted);
        REQUIRE(erased_wanted == wanted);
        here.request(wanted);
        here.collect();
        there.request(wanted);
        there.collect();
        z_stats const stats = updater.decide(here, state, one);
        REQUIRE(erased.decide(there, erased_state, other) == stats);
        if constexpr (AdaptiveUpdater<Updater>) updater.adapt(state, stats, i);
        erased.adapt(erased_state, stats, i);
        flips += stats.flips();
        REQUIRE(there.save() == here.save());
    }
    CHECK(flips > 0);
}

}  // namespace

TEST_CASE("an erased updater names and decides as the one that it holds, with and without adaptation") {
    static_assert(BrightnessUpdater<any_updater, any_firefly_density, random_source> && AdaptiveUpdater<any_updater>);
    check_alike(implicit_update({.q = 0.1}));
    check_alike(explicit_update({.alpha = 0.2}));
    check_alike(deterministic_sweep({.block = 40}));
    check_alike(full_gibbs{});
    check_alike(clocked_update({.inner = poisson_clock(std::vector<double>(300, 0.05))}));
}

TEST_CASE("states of erased updaters are equal when they are of the same updater and equal there") {
    any_updater const sweep(deterministic_sweep({.block = 5})), implicit(implicit_update({.q = 0.1}));
    CHECK(sweep.start() == any_updater(sweep).start());
    CHECK(sweep.start() != implicit.start());
}
