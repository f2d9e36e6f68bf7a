#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("equal options give equal draws, and another seed or chain gives others") {
    auto const model = synthetic_posterior(500, 3, 131);
    for (auto const &run : {+[](logistic_posterior const& m, chain_options o) { return first_draws(firefly_chain(m, o), 50); },
                            +[](logistic_posterior const& m, chain_options o) { return first_draws(regular_chain(m, o), 50); }}) {
        auto const one = run(model, {.seed = 1, .warm_up = 10});
        CHECK(run(model, {.seed = 1, .warm_up = 10}) == one);
        CHECK(run(model, {.seed = 2, .warm_up = 10}) != one);
        CHECK(run(model, {.seed = 1, .chain = 1, .warm_up = 10}) != one);
    }
}

TEST_CASE("a stream is its chain's draws, one after the other") {
    plan const plan(synthetic_posterior(500, 3, 132), {.algorithm = algorithm_kind::firefly});
    auto const chain = plan.make_chain({.seed = 3});
    for (draw const& d : draws(plan.make_chain({.seed = 3})) | std::views::take(50)) {
        chain->advance();
        CHECK(d == chain->current());
    }
}

TEST_CASE("a stream outlives the plan and the model that it was made from") {
    stream<draw> draws;
    {
        auto const model = synthetic_posterior(300, 3, 133);
        draws = firefly_chain(model, {.warm_up = 5});
    }
    CHECK(first_draws(draws, 20).size() == 20);
}

TEST_CASE("draws count their iterations, mark warm-up, and add up their queries") {
    plan const plan(synthetic_posterior(500, 3, 134), {.algorithm = algorithm_kind::firefly});
    auto const draws = first_draws(firefly::draws(plan.make_chain({.seed = 4, .warm_up = 30})), 200);
    for (std::size_t i = 0; i < draws.size(); ++i) {
        CHECK(draws[i].iteration == i);
        CHECK(draws[i].warm_up == (i < 30));
        CHECK(draws[i].acceptance >= 0);
        CHECK(draws[i].acceptance <= 1);
        CHECK(draws[i].queries() == draws[i].theta_queries + draws[i].z.queries);
        CHECK(draws[i].z.flips() == draws[i].z.brightened + draws[i].z.darkened);
        CHECK(draws[i].z.brightened <= draws[i].z.queries);
        if (i > 0) {
            // Bright Gibbs asks twice for each bright datum. Every 32nd step has an elliptical one besides; those take over where there are as
            // many bright data as parameters.
            std::uint64_t const bright = draws[i - 1].z.bright;
            if ((i + 1) % 32 != 0 && bright < 3) CHECK(draws[i].theta_queries == 2 * bright);
            CHECK(draws[i].z.bright == draws[i - 1].z.bright + draws[i].z.brightened - draws[i].z.darkened);
        }
    }
}

TEST_CASE("a regular chain asks for all data in every iteration and reports no brightness") {
    plan const plan(synthetic_posterior(500, 3, 135));
    for (draw const& d : first_draws(draws(plan.make_control(kernel_kind::elliptical_slice, {.seed = 4})), 20)) {
        CHECK(d.theta_queries > 0);
        CHECK(d.theta_queries % 500 == 0);
        CHECK(d.z == z_stats{});
        CHECK(d.log_density == doctest::Approx(naive_log_posterior(plan.target().model(), as_view(d.theta))).epsilon(1e-12));
    }
}

TEST_CASE("warm-up brings acceptance near its target, and nothing adapts after it" * doctest::test_suite("statistics")) {
    // synthetic 500 x 3, seed 136; 12 chains of 2000 iterations of warm-up, then 2000
    plan const plan(synthetic_posterior(500, 3, 136));
    random_walk const walk({.step = 1, .shape = preconditioner(plan.at().precision)});
    auto const acceptance = [](auto const& chain) {
        for (int i = 0; i < 2000; ++i) chain->advance();
        auto const frozen = chain->state();
        double sum = 0;
        for (int i = 0; i < 2000; ++i) {
            chain->advance();
            sum += chain->current().acceptance / 2000;
        }
        CHECK(chain->state().kernel == frozen.kernel);
        CHECK(chain->state().updater == frozen.updater);
        return sum;
    };
    judge([&](trial& run) {
        std::vector<double> firefly, regular;
        for (std::uint32_t c = 0; c < run.times(12); ++c) {
            chain_options const options{.seed = run.seed(6), .chain = c, .warm_up = 2000};
            firefly.push_back(
                acceptance(make_firefly_chain(plan.target(), walk, plan.updater(), options, as_view(plan.at().theta))));
            regular.push_back(acceptance(make_regular_chain(plan.target().model(), walk, options, as_view(plan.at().theta))));
        }
        for (auto const& found : {independent_mean(firefly), independent_mean(regular)})
            run.equal(found, std::clamp(found.mean, 0.224, 0.244));  // the step's last value, not its mean, is kept
    });
}

TEST_CASE("chains start at their own draws from the Laplace approximation" * doctest::test_suite("statistics")) {
    // 2000 chains; the mean and the variance of each coordinate, whitened
    auto const model = synthetic_posterior(500, 3, 137);
    anchor const at = find_map(model);
    judge([&](trial& run) {
        std::vector<std::vector<double>> whitened(3), squares(3);
        for (std::uint32_t chain = 0; chain < run.times(2000); ++chain) {
            vector const theta = laplace_draw(at, {.seed = run.seed(7), .chain = chain});
            matrix const& lower = at.precision.lower();
            for (std::size_t i = 0; i < 3; ++i) {
                double w = 0;
                for (std::size_t k = i; k < 3; ++k) w += lower(k, i) * (theta(k) - at.theta(k));
                whitened[i].push_back(w);
                squares[i].push_back(w * w);
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            run.equal(independent_mean(whitened[i]), 0, "mean");
            run.equal(independent_mean(squares[i]), 1, "square");
        }
    });
}

TEST_CASE("firefly and regular chains agree on a few thousand data" * doctest::test_suite("statistics")) {
    // synthetic 2000 x 4, seed 138; 60,000 and 15,000 iterations; means and second moments about θ*
    plan const plan(synthetic_posterior(2000, 4, 138), {.algorithm = algorithm_kind::firefly});
    auto const run_chain = [&](auto const& chain, std::size_t iterations) {
        std::vector<std::vector<double>> functionals(8);
        for (std::size_t i = 0; i < iterations; ++i) {
            chain->advance();
            if (chain->current().warm_up) continue;
            for (std::size_t d = 0; d < 4; ++d) {
                double const x = chain->current().theta(d) - plan.at().theta(d);
                functionals[d].push_back(x);
                functionals[4 + d].push_back(x * x);
            }
        }
        std::vector<estimate> estimates;
        for (auto const& values : functionals) estimates.push_back(chain_mean(values));
        return estimates;
    };
    judge([&](trial& run) {
        auto const firefly = run_chain(plan.make_chain({.seed = run.seed(8)}), run.times(60'000));
        auto const regular = run_chain(plan.make_control(kernel_kind::elliptical_slice, {.seed = run.seed(9)}), run.times(15'000));
        for (std::size_t i = 0; i < firefly.size(); ++i) run.equal(firefly[i], regular[i], std::to_string(i));
    });
}

TEST_CASE("a plan refuses settings that make no sense") {
    auto const model = synthetic_posterior(30, 2, 143);
    CHECK_THROWS_WITH_AS(plan(model, {}, {.outside = 0.7}), "plan: outside must lie in (0, 0.5), got 0.7", invalid_argument);
    CHECK_THROWS_WITH_AS(plan(model, {}, {.pilot_iterations = 5}), "plan: pilot_iterations must be at least 20, got 5",
                         invalid_argument);
}
