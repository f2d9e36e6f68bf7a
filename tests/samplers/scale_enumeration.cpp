/// Exactness of learned scales without Monte Carlo error: θ, s and z on lattices.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/two_scales.hpp"

import firefly.external;
import firefly.samplers;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A random walk of θ, and one of each log s on a lattice of three, given θ.
struct walk_on_lattice {
    random_walk walk = random_walk({.step = 1});
    using state = random_walk::state;
    struct info {
        double acceptance, step;
    };
    state start() const { return walk.start(); }
    static constexpr bool moves_scales() { return true; }
    template <class Target, class Source>
    info step(Target& target, state& own, Source& random) const {
        walk.step(target, own, random);
        for (std::size_t g = 0; g < target.log_scales().size(); ++g) {
            double const x = target.log_scales()[g], there = x + (random.pick(2) == 0 ? 1 : -1);
            if (std::abs(there) > 1.5) continue;
            if (random.accept(target.scale_given_theta(g, there) - target.scale_given_theta(g, x))) target.set_scale(g, there);
        }
        return {1, 0};
    }
};

/// θ on {−1, 0, 1}², each log s on {−1, 0, 1}, two data: 324 states with two scales, 972 with three.
struct lattice {
    std::size_t scales;
    state_space points = state_space(2, 1, 2);

    std::size_t size() const { return (scales == 2 ? 9 : 27) * points.size(); }
    std::vector<double> log_scales(std::size_t state) const {
        std::vector<double> result;
        for (std::size_t s = state / points.size(); result.size() < scales; s /= 3)
            result.push_back(static_cast<double>(s % 3) - 1);
        return result;
    }
    std::size_t number(any_firefly_density const& target) const {
        std::size_t s = 0;
        for (std::size_t g = scales; g-- > 0;) s = 3 * s + static_cast<std::size_t>(std::lround(target.log_scales()[g]) + 1);
        return s * points.size() + points.number(target);
    }
};

template <class Step>
double error_of(scaled_definition const& d, Step const& step) {
    lattice const space{d.prior.scale_count()};
    auto const target = d.target(two_targets);
    std::vector<double> probabilities;
    matrix transition = zeros(space.size(), space.size());
    for (std::size_t from = 0; from < space.size(); ++from) {
        std::size_t const place = from % space.points.size();
        vector const theta = space.points.theta(place);
        auto const scales = space.log_scales(from);
        std::vector<bool> const bright{space.points.bright(place, 0), space.points.bright(place, 1)};
        probabilities.push_back(std::exp(log_joint(d, as_view(theta), scales, bright)));
        starting_point here(firefly_density(target, as_view(theta)), 1);
        light(here.density(), bright);
        for (std::size_t g = 0; g < scales.size(); ++g) here.density().set_scale(g, scales[g]);
        REQUIRE(space.number(here.density()) == from);
        here.remember();
        scripted_random random(2);
        for (bool more = true; more; more = random.next()) {
            here.go_back();
            step(here.density(), random);
            transition(from, space.number(here.density())) += random.probability();
        }
    }
    return invariance_error(probabilities, transition);
}

template <class Updater>
auto iteration_with(Updater updater) {
    return [updater](any_firefly_density& target, scripted_random& random) {
        walk_on_lattice const kernel;
        auto kernel_state = kernel.start();
        auto updater_state = updater.start();
        std::vector<row_index> wanted;
        draw outcome;
        iterate(
            target, kernel, kernel_state, updater, updater_state, wanted, [&random](purpose) -> scripted_random& { return random; },
            outcome);
    };
}

}  // namespace

TEST_CASE("θ, each scale given θ, and z given θ in turn leave the joint distribution of θ, s and z invariant") {
    for (bool const has_region : {false, true}) {
        auto const d = two_scaled_data(has_region);
        CHECK(error_of(d, iteration_with(implicit_update({.q = 0.3}))) < 1e-12);
        CHECK(error_of(d, iteration_with(full_gibbs{})) < 1e-12);
    }
}

TEST_CASE("so do those of a horseshoe, each given θ and the others") {
    CHECK(error_of(two_scaled_data(true, true), iteration_with(implicit_update({.q = 0.3}))) < 1e-12);
}
