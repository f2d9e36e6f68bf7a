#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

import firefly.diagnostics;

using chains = std::vector<std::vector<double>>;

TEST_CASE("splitting leaves out the middle of an odd length, and puts first halves first") {
    auto const split = firefly::split_chains(chains{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}});
    CHECK(split.pooled() == std::vector<double>{1, 2, 6, 7, 4, 5, 9, 10});
    CHECK(split.chains().size() == 4);
}

TEST_CASE("ranks of equal draws are shared, whatever chain they are in") {
    auto const scores = firefly::rank_normalised(chains{{3, 1}, {3, 2}}).pooled();
    CHECK(scores[0] == firefly::normal_quantile((3.5 - 0.375) / 4.25));
    CHECK(scores[1] == firefly::normal_quantile((1 - 0.375) / 4.25));
    CHECK(scores[2] == scores[0]);
    CHECK(scores[3] == firefly::normal_quantile((2 - 0.375) / 4.25));
}

TEST_CASE("infinite draws have ranks, a NaN takes them from all") {
    auto const infinite = firefly::rank_normalised(std::vector{1.0, std::numeric_limits<double>::infinity(), 0.0}).pooled();
    CHECK(infinite[1] == firefly::normal_quantile((3 - 0.375) / 3.25));
    for (double const score : firefly::rank_normalised(std::vector{1.0, std::nan(""), 0.0}).pooled()) CHECK(std::isnan(score));
}

TEST_CASE("folded draws are distances from the median of all chains") {
    CHECK(firefly::folded(chains{{0, 10}, {4, 2}}).pooled() == std::vector<double>{3, 7, 1, 1});
}
