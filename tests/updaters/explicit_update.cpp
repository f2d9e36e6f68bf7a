#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "named_sets.hpp"
#include "outcomes.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

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

}  // namespace

TEST_CASE("with replacement a pick may be one of those before: every branch") {
    // Three picks of four: one datum thrice 4/64, two data 6·6/64, three data 24/64.
    auto const subsets = named_sets(explicit_update({.alpha = 0.75}), bright_set(4));
    CHECK(subsets.size() == 4 + 6 + 4);
    for (auto const& [subset, probability] : subsets)
        CHECK(probability == doctest::Approx((subset.size() == 2 ? 6.0 : subset.size() == 1 ? 1.0 : 6.0) / 64).epsilon(1e-12));
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
