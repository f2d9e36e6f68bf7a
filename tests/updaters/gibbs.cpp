/// What every update of z has in common, on data whose L̃ are given numbers: computed branch by branch, no Monte Carlo error.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.testing;
import firefly;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// L̃ of four data: rare, common, even, impossible.
std::vector<double> const factors{0.05, 3.0, 1.0, 0.0};

fixed_factors target_with(std::vector<row_index> const& bright) {
    std::vector<double> logarithms;
    for (double const factor : factors) logarithms.push_back(std::log(factor));
    return fixed_factors(logarithms, bright);
}

std::size_t number(bright_set const& z) {
    std::size_t result = 0;
    for (row_index n = 0; n < z.size(); ++n) result |= std::size_t{z.is_bright(n)} << n;
    return result;
}

/// Where one update goes from a bright list, over all branches; checks on every branch what it says that it did.
template <class Updater>
std::vector<double> outcomes(Updater const& updater, typename Updater::state const& start, std::vector<row_index> const& bright) {
    std::vector<double> probabilities(std::size_t{1} << factors.size());
    scripted_random random(factors.size());
    do {
        auto target = target_with(bright);
        bright_set const before = target.z();
        auto state = start;
        z_stats const stats = update(updater, state, target, random);
        z_stats recount;
        for (row_index n = 0; n < before.size(); ++n) {
            recount.brightened += !before.is_bright(n) && target.z().is_bright(n);
            recount.darkened += before.is_bright(n) && !target.z().is_bright(n);
        }
        REQUIRE(stats == recount);
        for (std::size_t i = 0; i < target.z().count(); ++i)
            REQUIRE(target.bright_log_factors()[i] == std::log(factors[target.z().ith_bright(i)]));
        probabilities[number(target.z())] += random.probability();
    } while (random.next());
    return probabilities;
}

/// Runs a check on every updater, in every state that it can be in between iterations.
template <class Check>
void for_every_updater(Check const& check) {
    auto const from_start = [&](auto const& updater) { check(updater, updater.start()); };
    from_start(full_gibbs{});
    for (double const q : {0.1, 0.5}) from_start(implicit_update({.q = q}));
    for (double const alpha : {0.25, 0.5, 0.75}) {
        from_start(explicit_update({.alpha = alpha}));
        from_start(explicit_distinct({.alpha = alpha}));
    }
    for (row_index const block : {1u, 3u, 9u})
        for (row_index next = 0; next < factors.size(); ++next)
            check(deterministic_sweep({.block = block}), deterministic_sweep::state{next});
}

/// Every set of data that can be bright.
std::vector<std::vector<row_index>> bright_lists() {
    return {{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
}

double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

/// Of z drawn from its conditional distribution where `redrawn` says so, and kept elsewhere.
template <class Redrawn>
std::vector<double> exact(std::vector<row_index> const& bright, Redrawn const& redrawn) {
    std::size_t const before = number(target_with(bright).z());
    std::vector<double> result(std::size_t{1} << factors.size(), 1.0);
    for (std::size_t z = 0; z < result.size(); ++z)
        for (std::size_t n = 0; n < factors.size(); ++n) {
            bool const lit = (z >> n & 1) != 0, was_lit = (before >> n & 1) != 0;
            double const p = factors[n] / (1 + factors[n]);
            result[z] *= redrawn(n) ? (lit ? p : 1 - p) : (lit == was_lit ? 1.0 : 0.0);
        }
    return result;
}

}  // namespace

TEST_CASE("every update leaves the distribution of z invariant and says what it did, on every branch") {
    for_every_updater([](auto const& updater, auto const& state) {
        std::vector<double> before(std::size_t{1} << factors.size()), after(before.size());
        for (auto const& bright : bright_lists()) {
            double probability = 1;
            for (row_index n = 0; n < factors.size(); ++n)
                probability *= (std::ranges::find(bright, n) != bright.end() ? factors[n] : 1) / (1 + factors[n]);
            before[number(target_with(bright).z())] = probability;
            auto const to = outcomes(updater, state, bright);
            for (std::size_t z = 0; z < to.size(); ++z) after[z] += probability * to[z];
        }
        CHECK(largest_difference(before, after) < 1e-15);
    });
}

TEST_CASE("no update lets the order of the bright list decide anything") {
    for_every_updater([](auto const& updater, auto const& state) {
        for (auto bright : bright_lists()) {
            auto const sorted = outcomes(updater, state, bright);
            while (std::next_permutation(bright.begin(), bright.end()))
                CHECK(largest_difference(outcomes(updater, state, bright), sorted) < 1e-15);
        }
    });
}

TEST_CASE("full Gibbs draws every brightness with its exact probability") {
    for (auto const& bright : bright_lists())
        CHECK(largest_difference(outcomes(full_gibbs{}, {}, bright), exact(bright, [](std::size_t) { return true; })) < 1e-15);
}

TEST_CASE("the deterministic sweep redraws its block and leaves all else alone") {
    for (auto const& bright : bright_lists())
        for (row_index next = 0; next < factors.size(); ++next) {
            auto const in_block = [&](std::size_t n) { return n >= next && n < next + 2; };
            CHECK(largest_difference(outcomes(deterministic_sweep({.block = 2}), {next}, bright), exact(bright, in_block)) < 1e-15);
        }
}

TEST_CASE("the explicit updates redraw each datum as often as they pick it") {
    // Datum 1 is dark at first. With replacement, two of four: missed with probability (3/4)². Without: 2/4.
    double const p = factors[1] / (1 + factors[1]);
    auto const lit = [](auto const& updater) {
        auto const to = outcomes(updater, updater.start(), {});
        double sum = 0;
        for (std::size_t z = 0; z < to.size(); ++z) sum += (z >> 1 & 1) != 0 ? to[z] : 0;
        return sum;
    };
    CHECK(lit(explicit_update({.alpha = 0.5})) == doctest::Approx(p * (1 - 9.0 / 16)).epsilon(1e-14));
    CHECK(lit(explicit_distinct({.alpha = 0.5})) == doctest::Approx(p / 2).epsilon(1e-14));
}

TEST_CASE("full Gibbs of more data than a block holds draws them with their probabilities and asks for the dark ones only" *
          doctest::test_suite("statistics")) {
    // 10,000 data, L̃ in turn 0.1, 1 and 10; every seventh bright at first
    std::size_t const size = 10'000;
    std::vector<double> logarithms;
    std::vector<row_index> bright;
    for (row_index n = 0; n < size; ++n) {
        logarithms.push_back(std::log(10.0) * (static_cast<double>(n % 3) - 1));
        if (n % 7 == 0) bright.push_back(n);
    }
    judge([&](trial& run) {
        fixed_factors target(logarithms, bright);
        random_source random({.seed = run.seed(21)});
        full_gibbs::state state;
        std::vector<double> lit(3), draws(3);
        for (std::size_t i = 0; i < run.times(100); ++i) {
            auto const dark = size - target.z().count(), asked = target.queries();
            auto const stats = update(full_gibbs{}, state, target, random);
            CHECK(target.queries() - asked == dark);
            CHECK(target.z().count() == size - dark + stats.brightened - stats.darkened);
            for (row_index n = 0; n < size; ++n) {
                draws[n % 3] += 1;
                lit[n % 3] += target.z().is_bright(n);
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            double const p = std::array{0.1 / 1.1, 0.5, 10.0 / 11.0}[k];
            run.equal(share(lit[k], draws[k], p), p);
        }
    });
}
