/// White box, for `hit_probabilities`.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

module firefly.updaters;

import firefly.external;
import firefly.core;
import firefly.teams;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Λ as a clock has them: whole numbers of its unit.
std::vector<double> lengths_of(poisson_clock const& clock) {
    std::vector<double> result;
    for (row_index n = 0; n < clock.size(); ++n) result.push_back(clock.length(n));
    return result;
}

poisson_clock const inner_clock(std::vector{0.2, 0.05, 0.69, 0.4}), outer_clock(std::vector{0.3, 0.0, 0.1, 0.25});
std::vector<double> const lengths = lengths_of(inner_clock), more = lengths_of(outer_clock), log_factors{-0.7, 1.2, -3, 0.1};

clocked_update two_regions() {
    return clocked_update({.inner = inner_clock, .more = {outer_clock}});
}

/// All z of four data, from every one of them, in two orders of the bright list: the update against ∏ L̃.
double invariance(std::size_t region, double rate) {
    clocked_update const updater = two_regions();
    matrix transition = zeros(16, 16);
    std::vector<double> probability;
    for (std::size_t from = 0; from < 16; ++from) {
        double product = 1;
        std::vector<row_index> bright;
        for (row_index n = 4; n-- > 0;)
            if (from >> n & 1) {
                product *= std::exp(log_factors[n]);
                bright.push_back(n);
            }
        probability.push_back(product);
        scripted_random random(4);
        random.expect_clocks({lengths, more}, rate);
        do {
            fixed_factors target(log_factors, bright, region);
            auto state = updater.start();
            state.rate = rate;
            update(updater, state, target, random);
            std::size_t to = 0;
            for (std::size_t n = 0; n < 4; ++n) to |= std::size_t{target.z().is_bright(n)} << n;
            transition(from, to) += random.probability();
        } while (random.next());
    }
    return invariance_error(probability, transition);
}

}  // namespace

TEST_CASE("the clocked update leaves the distribution of z given θ invariant, in every region and at every rate") {
    for (std::size_t const region : {0u, 1u})
        for (double const rate : {0.3, 1.0, 2.5, 4.0, 6.0}) CHECK(invariance(region, rate) < 1e-12);
}

TEST_CASE("the clocked update asks each dark datum once, and no bright one") {
    clocked_update const updater = two_regions();
    for (std::uint64_t i = 0; i < 2000; ++i) {
        random_source random({.seed = 771, .iteration = i});
        fixed_factors target(log_factors, {1, 3}, i % 2);
        auto state = updater.start();
        state.rate = 3;
        z_stats const stats = update(updater, state, target, random);
        CHECK(target.queries() <= 2);  // two are dark
        CHECK(stats.brightened <= 2);
        CHECK(stats.darkened <= 2);
        CHECK(state.extra.empty());
    }
}

TEST_CASE("warm-up brings the clock's rate to where there is the wanted number of candidates per bright datum") {
    clocked_update const updater({.inner = poisson_clock(lengths), .more = {}, .candidates_per_bright = 2});
    auto state = updater.start();
    CHECK(state.rate == 1);
    for (std::uint64_t i = 0; i < 5000; ++i) updater.adapt(state, {.bright = 1 + i % 2}, i);
    CHECK(state.rate == doctest::Approx(2 * 1.5 / updater.start().bright / 2).epsilon(0.01));
    for (std::uint64_t i = 0; i < 50; ++i) updater.adapt(state, {.bright = 1'000'000}, i);
    CHECK(state.rate == 8);
}

TEST_CASE("a clock without length, that of a bound which is the likelihood, keeps its rate") {
    clocked_update const updater({.inner = poisson_clock(std::vector{0.0, 0.0})});
    auto state = updater.start();
    double const rate = state.rate;
    for (std::uint64_t i = 0; i < 50; ++i) updater.adapt(state, {.bright = 0}, i);
    CHECK(state.rate == rate);
}

TEST_CASE("the clocked update refuses clocks that do not fit, and settings that make no sense") {
    CHECK_THROWS_WITH_AS(clocked_update({.inner = poisson_clock(lengths), .more = {outer_clock, poisson_clock(std::vector{0.1})}}),
                         "clocked_update: a clock of 1 data beside one of 4; give one length per datum", invalid_argument);
    for (double const ratio : {0.0, -1.0, infinity, std::nan("")})
        CHECK_THROWS_WITH_AS(
            clocked_update({.inner = poisson_clock(lengths), .more = {}, .candidates_per_bright = ratio}),
            fmt::format("clocked_update: candidates_per_bright must be positive and finite, got {}", ratio).c_str(),
            invalid_argument);
}

TEST_CASE("the probability that a length is hit is right from the shortest to the longest") {
    std::vector<double> tried{0};
    for (double x = 1e-290; x < 1e3; x *= 1.7) tried.push_back(x);
    auto probabilities = tried;
    hit_probabilities(probabilities);
    CHECK(probabilities[0] == 0);
    for (std::size_t i = 1; i < tried.size(); ++i) {
        CAPTURE(tried[i]);
        long double const exact = -std::expm1(-static_cast<long double>(tried[i]));
        CHECK(probabilities[i] == doctest::Approx(static_cast<double>(exact)).epsilon(1e-14).scale(0));
    }
}
