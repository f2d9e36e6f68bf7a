#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "outcomes.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("full Gibbs draws every brightness with its exact probability") {
    for (auto const& bright : bright_lists())
        CHECK(largest_difference(outcomes(full_gibbs{}, {}, bright), exact(bright, [](std::size_t) { return true; })) < 1e-15);
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

TEST_CASE("full Gibbs wants nothing ahead of time: all rows would be in memory at once") {
    bright_set const z(100);
    random_source random({.seed = 22});
    std::vector<row_index> wanted;
    full_gibbs{}.propose(z, {}, random, wanted);
    CHECK(wanted.empty());
}
