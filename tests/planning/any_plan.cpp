#include <algorithm>
#include <bit>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/numbers.hpp"
#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

bool says(std::vector<std::string> const& reasons, std::string const& what) {
    return std::ranges::any_of(reasons, [&](std::string const& reason) { return reason.find(what) != std::string::npos; });
}

/// The reason that begins so.
std::string reason(std::vector<std::string> const& reasons, std::string const& beginning) {
    auto const found = std::ranges::find_if(reasons, [&](std::string const& r) { return r.starts_with(beginning); });
    return found == reasons.end() ? "" : *found;
}

}  // namespace

TEST_CASE("a plan says what it chose: a region where it sharpens the bound, bright Gibbs where data are many") {
    plan const plan(synthetic_posterior(20'000, 4, 139));
    CHECK(plan.chosen().kernel == choice(kernel_kind::bright_gibbs));
    CHECK(plan.target().bound().regions() == 2);
    CHECK(says(plan.reasons(), "Maximum of the posterior found in"));
    CHECK(says(plan.reasons(), "sharp within"));
    CHECK(says(plan.reasons(), "Sampler: bright Gibbs."));
    CHECK(plan.expected()->bright == doctest::Approx(predict_cost(plan.target(), plan.at()).bright));
}

TEST_CASE("an effective draw costs the work of an iteration over the effective draws that it brings, in passes over the data") {
    std::size_t const rows = 20'000, dimension = 30;
    plan const plan(synthetic_posterior(rows, dimension, 139));
    std::smatch seen, said;
    std::string const pilot = reason(plan.reasons(), "Pilot"), sampler = reason(plan.reasons(), "Sampler");
    CAPTURE(pilot);
    CAPTURE(sampler);
    REQUIRE(std::regex_match(pilot, seen,
                             std::regex("Pilot: (.*) bright data, (.*) queries and (.*) effective draws per iteration\\.")));
    REQUIRE(std::regex_match(sampler, said, std::regex("Sampler: bright Gibbs\\. An effective draw costs (.*) of one pass .*")));
    double const bright = std::stod(seen[1]), queries = std::stod(seen[2]), effective = std::stod(seen[3]);
    REQUIRE(effective < 0.9);  // or it would be no matter whether one divides by it or multiplies
    workload const load = workload_of(synthetic_posterior(rows, dimension, 139));
    double const work = firefly_work({.mean = {}, .bright = bright, .queries = queries}, load);
    double const pass = regular_work(kernel_kind::independence, 1, load);
    CHECK(std::stod(said[1]) == doctest::Approx(work / effective / pass).epsilon(0.1).scale(0));  // two digits of each
}

TEST_CASE("a plan leaves the region out where it brings nothing, and firefly where all data are cheaper") {
    // 30 rows for 4 parameters: a pass over the data costs next to nothing
    plan const plan(synthetic_posterior(30, 4, 140));
    CHECK(plan.target().bound().regions() == 1);
    CHECK(plan.chosen().algorithm == choice(algorithm_kind::regular));
    CHECK(says(plan.reasons(), "on all data"));
    for (draw const& d : first_draws(plan.draws({.seed = 1}), 5)) CHECK(d.z == z_stats{});
}

TEST_CASE("a plan whose anchor is off moves it to where a pilot has been") {
    // Newton stopped after its first steps, far from the maximum by its own measure
    auto const model = synthetic_posterior(5000, 4, 141);
    plan const good(model), rough(model, {}, {.newton = {.tolerance = 1e3}});
    if (rough.at().decrement > 10) {
        CHECK(says(rough.reasons(), "Anchor moved"));
        CHECK(rough.expected()->bright < 2 * good.expected()->bright + 1);
    }
}

TEST_CASE("a plan of rare events has a small region and rings about it, and what it chose gives the same draws again") {
    data_set data = synthetic_logistic({.rows = 5000, .columns = 4, .seed = 3});
    int positives = 8;
    for (double& t : data.target) t = t > 0.5 && positives-- > 0 ? 1 : 0;
    posterior const model(logistic{}, gaussian_prior(2.5), dense_rows(std::move(data)));
    plan_settings const brief{.pilot_iterations = 100};
    plan const made(model, {.algorithm = algorithm_kind::firefly}, brief);
    CHECK(*made.chosen().region < region_radius(4, 1e-6));
    CHECK(made.target().bound().regions() > 3);
    CHECK(says(made.reasons(), " rings out to "));
    plan const again(model, made.chosen(), brief);
    CHECK(numbers(again.at().theta) == numbers(made.at().theta));
    CHECK(first_draws(again.draws({.seed = 3}), 20) == first_draws(made.draws({.seed = 3}), 20));
}

TEST_CASE("plans choose alike whatever the machine does: reasons and draws are the same in two runs") {
    auto const model = synthetic_posterior(200, 3, 142);
    plan const one(model), other(model);
    CHECK(one.reasons() == other.reasons());
    CHECK(first_draws(one.draws({.seed = 2}), 20) == first_draws(other.draws({.seed = 2}), 20));
}

TEST_CASE("plans of many rows choose and draw alike on any number of threads") {
    // 32 blocks: the maximum comes from some of them first
    posterior const model(logistic{}, gaussian_prior(1),
                          dense_rows(synthetic_logistic({.rows = 31 * block_rows + 7, .columns = 3})));
    auto const draw_some = [&](std::size_t threads) {
        set_pass_threads(threads);
        plan const made(model, {.algorithm = algorithm_kind::firefly}, {.pilot_iterations = 100});
        auto const chain = made.make_chain({.seed = 77, .warm_up = 10});
        for (int i = 0; i < 50; ++i) chain->advance();
        auto const control = made.make_control(kernel_kind::elliptical_slice, {.seed = 77, .warm_up = 2});
        for (int i = 0; i < 4; ++i) control->advance();
        set_pass_threads(1);
        auto reasons = made.reasons();
        for (draw const* const last : {&chain->current(), &control->current()})
            for (std::size_t i = 0; i < 3; ++i) reasons.push_back(std::to_string(std::bit_cast<std::uint64_t>(last->theta(i))));
        return reasons;
    };
    CHECK(draw_some(1) == draw_some(3));
}
