#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"
#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

std::vector<draw> some_draws(auto const& made) {
    return advance(*made.make_chain({.seed = 9, .chain = 1, .warm_up = 30}), 80);
}

/// What a plan of some choices says of itself, given to another plan, gives the same draws bit for bit.
template <Model M>
void check_again(M const& model, choices const& wanted, plan_settings settings = {}) {
    plan const first(model, wanted, settings);
    CAPTURE(in_words(first.chosen().algorithm));
    CAPTURE(in_words(first.chosen().kernel));
    CAPTURE(in_words(first.chosen().anchor));
    plan const again(model, first.chosen(), settings);
    CHECK(again.chosen() == first.chosen());
    CHECK(some_draws(again) == some_draws(first));
}

std::string refusal(auto const& model, choices const& wanted) {
    try {
        plan const made(model, wanted);
    } catch (invalid_argument const& failure) { return failure.what(); }
    return "";
}

}  // namespace

TEST_CASE("a choice is left open, left out or made, and has a word for each") {
    CHECK(in_words(choice<double>()) == "auto");
    CHECK(in_words(choice<double>(none)) == "none");
    CHECK(in_words(choice<double>(0.1)) == "0.1");
    CHECK(in_words(choice(kernel_kind::slice_directions)) == "slice-directions");
    CHECK(from_word<updater_kind>("sweep") == updater_kind::deterministic_sweep);
    CHECK(!from_word<updater_kind>("broom"));
    CHECK(choice<double>().allows(3));
    CHECK(choice<double>(3.0).allows(3));
    CHECK(!choice<double>(3.0).allows(4));
    CHECK(!choice<double>(none).allows(3));
}

TEST_CASE("what a plan chose, given to another plan, gives the same draws bit for bit") {
    auto const many = synthetic_posterior(20'000, 4, 411);
    check_again(many, {});
    check_again(many, {.region = 3.5});
    check_again(many, {.region = none, .candidates = 5.0});
    check_again(many, {.kernel = kernel_kind::mala});
    check_again(many, {.updater = updater_kind::thinned_gibbs, .start = start_kind::maximum});
    check_again(many, {.algorithm = algorithm_kind::regular});
    check_again(many, {.anchor = anchor_kind::pilot_mean});
    check_again(many, {.anchor = anchor_kind::pilot_mean, .region = 5.0});
    check_again(synthetic_posterior(2000, 3, 412), {.anchor = none});
    check_again(synthetic_posterior(30, 4, 140), {});  // regular MCMC
    check_again(synthetic_softmax(800, 2, 3, 413), {.bound = bound_kind::bohning});
    check_again(synthetic_posterior(5000, 4, 141), {}, {.newton = {.tolerance = 1e3}});  // a rough anchor, which a pilot may move
}

TEST_CASE("every kernel and every updater can be chosen, and a chain of it moves") {
    auto const model = synthetic_posterior(400, 3, 414);
    for (std::size_t k = 0; k < choice_words<kernel_kind>::words.size(); ++k) {
        auto const kernel = static_cast<kernel_kind>(k);
        CAPTURE(word_of(kernel));
        choice const by = kernel == kernel_kind::independence ? algorithm_kind::regular : algorithm_kind::firefly;
        auto const draws = some_draws(plan(model, {.algorithm = by, .kernel = kernel}));
        CHECK(draws.front() != draws.back());
    }
    for (std::size_t u = 0; u < choice_words<updater_kind>::words.size(); ++u) {
        auto const updater = static_cast<updater_kind>(u);
        CAPTURE(word_of(updater));
        // Of untuned bounds hundreds of data are bright; these two need to know how loose a bound is.
        bool const needs_anchor = updater == updater_kind::clocked || updater == updater_kind::thinned_gibbs;
        auto const draws = some_draws(
            plan(model, {.anchor = needs_anchor ? choice<anchor_kind>() : choice<anchor_kind>(none), .updater = updater}));
        std::uint64_t flips = 0;
        for (draw const& d : draws) flips += d.z.flips();
        CHECK(flips > 0);
    }
}

TEST_CASE("choosing a part of firefly chooses firefly, and independence chooses regular MCMC") {
    auto const model = synthetic_posterior(30, 4, 140);  // where all data would be cheaper
    CHECK(plan(model).chosen().algorithm == choice(algorithm_kind::regular));
    CHECK(plan(model, {.updater = updater_kind::implicit_form}).chosen().algorithm == choice(algorithm_kind::firefly));
    CHECK(plan(model, {.region = none}).chosen().algorithm == choice(algorithm_kind::firefly));
    CHECK(plan(synthetic_posterior(20'000, 4, 411), {.kernel = kernel_kind::independence}).chosen().algorithm ==
          choice(algorithm_kind::regular));
}

TEST_CASE("choices that contradict each other are refused in one line that says which to change") {
    auto const model = synthetic_posterior(100, 2, 415);
    choice const regular = algorithm_kind::regular;
    CHECK(refusal(model, {.algorithm = regular, .updater = updater_kind::clocked}) ==
          "updater clocked: regular MCMC has no brightness to update; leave it out");
    CHECK(refusal(model, {.algorithm = regular, .bound = bound_kind::jaakkola_jordan}) ==
          "bound jaakkola-jordan: regular MCMC has no bound; leave it out");
    CHECK(refusal(model, {.algorithm = regular, .region = 3.5}) == "region 3.5: regular MCMC has no bound; leave it out");
    CHECK(refusal(model, {.algorithm = regular, .candidates = 3.0}) ==
          "candidates 3: regular MCMC has no brightness to update; leave it out");
    CHECK(refusal(model, {.algorithm = regular, .kernel = kernel_kind::bright_gibbs}) ==
          "kernel bright-gibbs: there are no bright data in regular MCMC; use elliptical-slice");
    CHECK(refusal(model, {.algorithm = algorithm_kind::firefly, .kernel = kernel_kind::independence}) ==
          "kernel independence: proposes for all data at once; use algorithm regular");
    CHECK(refusal(model, {.anchor = none, .kernel = kernel_kind::bright_gibbs}) ==
          "kernel bright-gibbs: needs the maximum of the posterior; leave out anchor none");
    CHECK(refusal(model, {.anchor = none, .updater = updater_kind::clocked}) ==
          "updater clocked: needs the maximum of the posterior; leave out anchor none");
    CHECK(refusal(model, {.anchor = none, .start = start_kind::laplace}) ==
          "start laplace: there is no maximum with anchor none; use prior");
    CHECK(refusal(model, {.bound = bound_kind::bohning}) ==
          "bound bohning: not a bound of this model; use jaakkola-jordan or auto");
    CHECK(refusal(model, {.updater = updater_kind::implicit_form, .candidates = 3.0}) ==
          "candidates 3: only the updater clocked asks for candidates; leave it out");
    CHECK(refusal(model, {.anchor = anchor_kind::pilot_mean, .kernel = kernel_kind::mala}) ==
          "anchor pilot: a pilot runs with the default kernel and updater only; use map");
    CHECK_THROWS_WITH_AS(plan(model, {.updater = updater_kind::implicit_form}).updater(),
                         "plan: its updater is not the clocked one; choose updater clocked", invalid_argument);
    CHECK_THROWS_WITH_AS(plan(model, {.algorithm = regular}).updater(),
                         "plan: it has no firefly chain with this bound; make one with algorithm firefly", invalid_argument);
    CHECK(refusal(model, {.algorithm = none}) == "algorithm none: there must be one; use firefly or regular");
    CHECK(refusal(model, {.kernel = none}) == "kernel none: there must be one; leave it out");
    CHECK(refusal(model, {.start = none}) == "start none: there must be one; leave it out");
}
