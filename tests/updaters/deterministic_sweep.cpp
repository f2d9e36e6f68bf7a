#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "outcomes.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("one sweep asks for every datum once, in order, and the next one begins anew") {
    // L̃ = 0: nothing is ever lit, so that all are asked for
    for (row_index const block : {1u, 3u, 7u, 10u, 25u}) {
        CAPTURE(block);
        fixed_factors target(std::vector<double>(10, -infinity));
        random_source random({.seed = 27});
        deterministic_sweep const sweep({.block = block});
        auto state = sweep.start();
        for (int round = 0; round < 2; ++round) {
            std::vector<row_index> seen;
            do {
                update(sweep, state, target, random);
                seen.insert(seen.end(), target.candidates().begin(), target.candidates().end());
            } while (state.next != 0);
            CHECK(seen == std::vector<row_index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        }
    }
}

TEST_CASE("bright data of the block are not asked for") {
    fixed_factors target(std::vector<double>(6, infinity), {4, 1});  // L̃ = ∞: bright for ever
    random_source random({.seed = 28});
    deterministic_sweep const sweep({.block = 3});
    auto state = sweep.start();
    CHECK(update(sweep, state, target, random) == z_stats{.brightened = 2});
    CHECK(target.queries() == 2);  // 0 and 2
    CHECK(state.next == 3);
    CHECK(update(sweep, state, target, random) == z_stats{.brightened = 2});
    CHECK(target.queries() == 4);  // 3 and 5
    CHECK(update(sweep, state, target, random) == z_stats{});
    CHECK(target.queries() == 4);
}

TEST_CASE("the deterministic sweep says what is wrong with a block of nothing") {
    CHECK_THROWS_WITH_AS(
        deterministic_sweep({.block = 0}),
        "deterministic_sweep: block must be at least 1, got 0; a tenth of the data redraws every brightness in ten iterations",
        invalid_argument);
}

TEST_CASE("the deterministic sweep redraws its block and leaves all else alone") {
    for (auto const& bright : bright_lists())
        for (row_index next = 0; next < factors.size(); ++next) {
            auto const in_block = [&](std::size_t n) { return n >= next && n < next + 2; };
            CHECK(largest_difference(outcomes(deterministic_sweep({.block = 2}), {next}, bright), exact(bright, in_block)) < 1e-15);
        }
}
