/// The explicit updates, with and without replacement: what they pick.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.testing;
import firefly;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// The probability of every set of data that `propose` can name, over all branches.
template <class Updater>
std::map<std::vector<row_index>, double> named(Updater const& updater, bright_set const& z) {
    std::map<std::vector<row_index>, double> probabilities;
    scripted_random random(z.size());
    do {
        std::vector<row_index> wanted;
        auto state = updater.start();
        updater.propose(z, state, random, wanted);
        std::ranges::sort(wanted);
        probabilities[wanted] += random.probability();
    } while (random.next());
    return probabilities;
}

/// How many data are named, on average: 500 data, every fifth bright.
template <class Updater>
estimate named_on_average(Updater const& updater, std::size_t proposals, std::uint64_t seed) {
    bright_set z(500);
    for (row_index n = 0; n < 500; n += 5) z.brighten(n);
    random_source random({.seed = seed});
    std::vector<double> counts;
    auto state = updater.start();
    for (std::size_t i = 0; i < proposals; ++i) {
        std::vector<row_index> wanted;
        updater.propose(z, state, random, wanted);
        REQUIRE(std::ranges::none_of(wanted, [&](row_index n) { return z.is_bright(n); }));
        std::ranges::sort(wanted);
        REQUIRE(std::ranges::is_sorted(wanted, std::ranges::less_equal{}));  // strictly: none twice
        counts.push_back(static_cast<double>(wanted.size()));
    }
    return independent_mean(counts);
}

double binomial(double n, double k) {
    return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}

}  // namespace

TEST_CASE("without replacement all subsets of a size are equally likely: every branch") {
    for (row_index const data : {1u, 2u, 5u, 6u})
        for (row_index members = 1; members <= data; ++members) {
            CAPTURE(data);
            CAPTURE(members);
            double const alpha = static_cast<double>(members) / static_cast<double>(data);
            auto const subsets = named(explicit_distinct({.alpha = alpha}), bright_set(data));
            double const count = binomial(static_cast<double>(data), static_cast<double>(members));
            CHECK(static_cast<double>(subsets.size()) == count);
            for (auto const& [subset, probability] : subsets) {
                CHECK(subset.size() == members);
                CHECK(probability == doctest::Approx(1 / count).epsilon(1e-12));
            }
        }
}

TEST_CASE("with replacement a pick may be one of those before: every branch") {
    // Three picks of four: one datum thrice 4/64, two data 6·6/64, three data 24/64.
    auto const subsets = named(explicit_update({.alpha = 0.75}), bright_set(4));
    CHECK(subsets.size() == 4 + 6 + 4);
    for (auto const& [subset, probability] : subsets)
        CHECK(probability == doctest::Approx((subset.size() == 2 ? 6.0 : subset.size() == 1 ? 1.0 : 6.0) / 64).epsilon(1e-12));
}

TEST_CASE("bright members of the subset are not asked for") {
    bright_set z(4);
    z.brighten(2);
    for (auto const& [subset, probability] : named(explicit_distinct({.alpha = 0.75}), z))
        // {0, 1, 3} with probability 1/4; otherwise 2 and two others
        CHECK(probability == doctest::Approx(0.25).epsilon(1e-12));
    CHECK(named(explicit_distinct({.alpha = 1}), z).begin()->first == std::vector<row_index>{0, 1, 3});
}

TEST_CASE("the queries of the explicit updates are as many as expected" * doctest::test_suite("statistics")) {
    // 400 of 500 data are dark, 50 and 350 are picked
    judge([](trial& run) {
        for (double const alpha : {0.1, 0.7}) {
            double const members = 500 * alpha;
            run.equal(named_on_average(explicit_distinct({.alpha = alpha}), run.times(5000), run.seed(23)), members * 0.8);
            run.equal(named_on_average(explicit_update({.alpha = alpha}), run.times(5000), run.seed(24)),
                      400 * (1 - std::pow(1 - 1 / 500.0, members)));
        }
    });
}

TEST_CASE("a fraction of the data is a whole number of them, rounded up, and at least one") {
    auto const members = [](double alpha, row_index data) {
        bright_set const z(data);
        random_source random({.seed = 25});
        std::vector<row_index> wanted;
        explicit_distinct const updater({.alpha = alpha});
        auto state = updater.start();
        updater.propose(z, state, random, wanted);
        return wanted.size();
    };
    CHECK(members(0.25, 10) == 3);
    CHECK(members(0.07, 100) == 7);  // in double a little more than 7
    CHECK(members(1e-12, 100) == 1);
    CHECK(members(1, 12'345) == 12'345);
}

TEST_CASE("the picks are forgotten after the update: the state between iterations is the first one") {
    fixed_factors target(std::vector<double>(50, 0.0), {3, 4, 5});
    random_source random({.seed = 26});
    explicit_update const updater({.alpha = 0.5});
    auto state = updater.start();
    for (int i = 0; i < 10; ++i) {
        update(updater, state, target, random);
        CHECK(state == updater.start());
    }
}

TEST_CASE("the explicit updates say what is wrong with an alpha that is not a share of the data") {
    CHECK_THROWS_WITH_AS(explicit_update({.alpha = 0}),
                         "explicit_update: alpha must lie in (0, 1], got 0; it is the fraction of the data picked in an iteration, "
                         "0.1 for example",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(explicit_distinct({.alpha = 1.5}),
                         "explicit_distinct: alpha must lie in (0, 1], got 1.5; it is the fraction of the data picked in an "
                         "iteration, 0.1 for example",
                         invalid_argument);
    CHECK_THROWS_AS(explicit_update({.alpha = -0.1}), invalid_argument);
    CHECK_THROWS_AS(explicit_distinct({.alpha = std::nan("")}), invalid_argument);
    CHECK_NOTHROW(explicit_update({.alpha = 1}));
}
