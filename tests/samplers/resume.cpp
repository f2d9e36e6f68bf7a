#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr chain_options options{.seed = 5, .chain = 2, .warm_up = 100};

template <class Chain>
std::vector<draw> advance(Chain& chain, int iterations) {
    std::vector<draw> draws;
    for (int i = 0; i < iterations; ++i) {
        chain.advance();
        draws.push_back(chain.current());
    }
    return draws;
}

/// Lets a chain run, saves it, lets it go on, and compares with one that is made from what was saved: every bit.
template <class Make, class Resume>
void check_resume(Make const& make, Resume const& resume) {
    for (int const saved_after : {0, 1, 37, 99, 100, 101, 250}) {
        CAPTURE(saved_after);
        auto const chain = make();
        advance(*chain, saved_after);
        auto const saved = chain->state();
        auto const again = resume(saved);
        CHECK(again->state() == saved);
        CHECK(saved.iteration == static_cast<std::uint64_t>(saved_after));
        CHECK(advance(*again, 200) == advance(*chain, 200));
        CHECK(again->state() == chain->state());
    }
}

}  // namespace

TEST_CASE("a firefly chain that is resumed goes on bit for bit, in warm-up and after it") {
    // Several widths of row: BLAS adds in another order for another number of columns.
    for (std::size_t const columns : {1u, 3u, 8u, 11u, 30u}) {
        CAPTURE(columns);
        plan const plan(synthetic_posterior(1000, columns, 121));
        check_resume([&] { return plan.make_chain(options); },
                     [&](auto const& saved) { return resume_firefly_chain(plan.target(), plan.kernel(), plan.updater(), saved); });
    }
}

TEST_CASE("an untuned firefly chain with hundreds of bright data is resumed bit for bit") {
    auto const model = synthetic_posterior(1000, 7, 122);
    joint const target(model, jaakkola_jordan::untuned(model));
    anchor const at = find_map(model);
    random_walk const kernel({.step = 0.5, .shape = preconditioner(at.precision)});
    implicit_update const updater({.q = 0.1});
    check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); },
                 [&](auto const& saved) { return resume_firefly_chain(target, kernel, updater, saved); });
}

TEST_CASE("a firefly chain is resumed bit for bit with every updater") {
    auto const model = synthetic_posterior(1000, 5, 126);
    joint const target(model, jaakkola_jordan::untuned(model));
    anchor const at = find_map(model);
    random_walk const kernel({.step = 0.5, .shape = preconditioner(at.precision)});
    auto const check = [&](auto const& updater) {
        check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); },
                     [&](auto const& saved) { return resume_firefly_chain(target, kernel, updater, saved); });
    };
    check(explicit_update({.alpha = 0.05}));
    check(explicit_distinct({.alpha = 0.05}));
    check(deterministic_sweep({.block = 77}));
    check(full_gibbs{});
}

TEST_CASE("a firefly chain with a poor anchor and hundreds of bright data is resumed bit for bit") {
    // Its bright rows came two or three at a time and come back all at once: what is computed of a row must not depend on its neighbours.
    for (std::size_t const columns : {5u, 8u, 11u}) {
        CAPTURE(columns);
        auto const model = synthetic_posterior(1000, columns, 124);
        anchor const at = find_map(model);
        joint const target(model, jaakkola_jordan::anchored(model, near(as_view(at.theta), 1, 125)));
        random_walk const kernel({.step = 0.5, .shape = preconditioner(at.precision)});
        implicit_update const updater({.q = 0.003});
        check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); },
                     [&](auto const& saved) { return resume_firefly_chain(target, kernel, updater, saved); });
    }
}

TEST_CASE("a regular chain that is resumed goes on bit for bit, in warm-up and after it") {
    plan const plan(synthetic_posterior(1000, 6, 123));
    check_resume([&] { return plan.make_regular_chain(options); },
                 [&](auto const& saved) { return resume_regular_chain(plan.target().model(), plan.kernel(), saved); });
}

TEST_CASE("chains with gradients and slices are resumed bit for bit, firefly and regular") {
    auto const model = synthetic_posterior(300, 5, 126);
    anchor const at = find_map(model);
    joint const target(model, jaakkola_jordan::untuned(model));
    implicit_update const updater({.q = 0.1});
    auto const check = [&](auto const& kernel) {
        check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); },
                     [&](auto const& saved) { return resume_firefly_chain(target, kernel, updater, saved); });
        check_resume([&] { return make_regular_chain(model, kernel, options, as_view(at.theta)); },
                     [&](auto const& saved) { return resume_regular_chain(model, kernel, saved); });
    };
    preconditioner const shape(at.precision);
    check(mala({.shape = shape}));
    check(hamiltonian({.shape = shape}));
    check(slice({.shape = shape}));
    check(slice({.lines = slice_lines::random_direction, .shape = shape}));
}
