/// Exactness without Monte Carlo error: πP = π for the shipped kernels, updaters and their composition (docs/design.md).
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

import firefly;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// π by definition and the shipped joint, for bounds that touch at θ*.
struct anchored_case {
    logistic_toy toy;
    vector anchor;
    int reach;

    state_space space() const { return {anchor.size(), reach, toy.target.size()}; }
    auto target() const { return joint(toy.model(), jaakkola_jordan::anchored(toy.model(), anchor)); }
    std::vector<double> probabilities() const {
        return toy.joint_probabilities(space(), [&](std::size_t n) { return toy.predictor(n, anchor); });
    }
};

/// The same for bounds that all touch at one ξ.
struct untuned_case {
    logistic_toy toy;
    double xi;
    int reach;

    state_space space() const { return {toy.features.shape(1), reach, toy.target.size()}; }
    auto target() const { return joint(toy.model(), jaakkola_jordan::untuned(toy.model(), xi)); }
    std::vector<double> probabilities() const {
        return toy.joint_probabilities(space(), [&](std::size_t) { return xi; });
    }
};

/// Runs a check on every toy and bound.
template <class Check>
void for_every_case(Check const& check) {
    check(anchored_case{one_parameter(), {0.3}, 2});
    check(anchored_case{one_parameter(), {-5.0}, 2});  // an anchor far off is exact too
    check(anchored_case{two_parameters(), {0.2, -0.4}, 1});
    check(anchored_case{awkward(), {0.9}, 1});
    check(untuned_case{one_parameter(), 1.5, 2});
    check(untuned_case{two_parameters(), 0.5, 1});
    check(untuned_case{awkward(), 3.0, 1});
}

template <class Case, class Step>
double error_of(Case const& test, Step const& step) {
    return invariance_error(test.probabilities(), transition_matrix(test.target(), test.space(), step));
}

/// One update of z alone, θ fixed, from a state of the updater.
template <class Updater>
auto update_with(Updater updater, typename Updater::state start) {
    return [updater, start](auto& target, scripted_random& random) {
        auto state = start;
        update(updater, state, target, random);
    };
}

template <class Updater>
auto update_with(Updater updater) {
    return update_with(updater, updater.start());
}

/// A whole iteration of a chain.
template <class Kernel, class Updater>
auto iterate_with(Kernel kernel, Updater updater, typename Updater::state start) {
    return [kernel, updater, start](auto& target, scripted_random& random) {
        auto kernel_state = kernel.start();
        auto updater_state = start;
        std::vector<row_index> wanted;
        draw outcome;
        iterate(
            target, kernel, kernel_state, updater, updater_state, wanted, [&random](purpose) -> scripted_random& { return random; },
            outcome);
    };
}

template <class Kernel, class Updater>
auto iterate_with(Kernel kernel, Updater updater) {
    return iterate_with(kernel, updater, updater.start());
}

/// Runs a check with several sizes of block, from every datum on: the sweep's only state.
template <class Check>
void for_every_block(row_index size, Check const& check) {
    for (row_index const block : {1u, 2u, 100u})
        for (row_index next = 0; next < size; ++next)
            check(deterministic_sweep({.block = block}), deterministic_sweep::state{next});
}

}  // namespace

TEST_CASE("every row of an enumerated transition matrix sums to one") {
    anchored_case const test{one_parameter(), {0.3}, 2};
    auto const transition =
        transition_matrix(test.target(), test.space(), iterate_with(random_walk({}), implicit_update({.q = 0.2})));
    for (std::size_t from = 0; from < transition.shape(0); ++from) {
        double sum = 0;
        for (std::size_t to = 0; to < transition.shape(1); ++to) sum += transition(from, to);
        CHECK(sum == doctest::Approx(1).epsilon(1e-13));
    }
}

TEST_CASE("the random walk leaves the density of θ given z invariant") {
    for_every_case([](auto const& test) {
        for (double const step : {1.0, 2.0}) {
            random_walk const kernel({.step = step});
            auto const error = error_of(test, [&](auto& target, scripted_random& random) {
                auto state = kernel.start();
                kernel.step(target, state, random);
            });
            CHECK(error < 1e-12);
        }
    });
}

TEST_CASE("the implicit update leaves the distribution of z given θ invariant") {
    for_every_case([](auto const& test) {
        for (double const q : {0.01, 0.1, 0.5}) CHECK(error_of(test, update_with(implicit_update({.q = q}))) < 1e-12);
    });
}

TEST_CASE("full Gibbs leaves the distribution of z given θ invariant") {
    for_every_case([](auto const& test) { CHECK(error_of(test, update_with(full_gibbs{})) < 1e-12); });
}

TEST_CASE("the explicit update leaves the distribution of z given θ invariant, with and without replacement") {
    for_every_case([](auto const& test) {
        for (double const alpha : {0.2, 0.6}) {
            CHECK(error_of(test, update_with(explicit_update({.alpha = alpha}))) < 1e-12);
            CHECK(error_of(test, update_with(explicit_distinct({.alpha = alpha}))) < 1e-12);
        }
        CHECK(error_of(test, update_with(explicit_distinct({.alpha = 1}))) < 1e-12);
    });
}

TEST_CASE("the deterministic sweep leaves the distribution of z given θ invariant with every block") {
    for_every_case([](auto const& test) {
        for_every_block(test.toy.target.size(), [&](deterministic_sweep const& sweep, deterministic_sweep::state const& state) {
            CHECK(error_of(test, update_with(sweep, state)) < 1e-12);
        });
    });
}

TEST_CASE("a whole iteration leaves the joint distribution of θ and z invariant") {
    for_every_case([](auto const& test) {
        for (double const q : {0.05, 0.5})
            CHECK(error_of(test, iterate_with(random_walk({.step = 1.0}), implicit_update({.q = q}))) < 1e-12);
        CHECK(error_of(test, iterate_with(random_walk({.step = 1.0}), full_gibbs{})) < 1e-12);
        for (double const alpha : {0.2, 0.6}) {
            CHECK(error_of(test, iterate_with(random_walk({.step = 1.0}), explicit_update({.alpha = alpha}))) < 1e-12);
            CHECK(error_of(test, iterate_with(random_walk({.step = 1.0}), explicit_distinct({.alpha = alpha}))) < 1e-12);
        }
        for_every_block(test.toy.target.size(), [&](deterministic_sweep const& sweep, deterministic_sweep::state const& state) {
            CHECK(error_of(test, iterate_with(random_walk({.step = 1.0}), sweep, state)) < 1e-12);
        });
    });
}

TEST_CASE("who redraws every datum forgets z: every state with the same θ goes to the same distribution") {
    anchored_case const test{one_parameter(), {0.3}, 2};
    auto const check_forgets = [&](auto const& updater) {
        auto const transition = transition_matrix(test.target(), test.space(), update_with(updater));
        std::size_t const with_one_theta = 8;
        for (std::size_t from = 0; from < transition.shape(0); ++from)
            for (std::size_t to = 0; to < transition.shape(1); ++to)
                CHECK(transition(from, to) == doctest::Approx(transition(from - from % with_one_theta, to)).epsilon(1e-12));
    };
    check_forgets(full_gibbs{});
    check_forgets(explicit_distinct({.alpha = 1}));
    check_forgets(deterministic_sweep({.block = 3}));
}
