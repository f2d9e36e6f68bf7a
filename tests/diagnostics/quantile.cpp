#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

import firefly.diagnostics;

TEST_CASE("a quantile is linear between order statistics and does not care for their order") {
    std::vector<double> const draws{4, 1, 3, 2};
    CHECK(firefly::quantile(draws, 0) == 1);
    CHECK(firefly::quantile(draws, 1) == 4);
    CHECK(firefly::quantile(draws, 0.5) == 2.5);
    CHECK(firefly::quantile(draws, 0.25) == 1.75);
    CHECK(firefly::quantile(std::vector{7.0}, 0.3) == 7);
}

TEST_CASE("a quantile is of all chains together") {
    CHECK(firefly::quantile(std::vector<std::vector<double>>{{1, 2}, {10, 20}, {3, 4}}, 1) == 20);
}

TEST_CASE("a quantile between two infinities is infinite, and among NaN is NaN") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(firefly::quantile(std::vector{1.0, infinity, infinity}, 0.8) == infinity);
    CHECK(std::isnan(firefly::quantile(std::vector{1.0, std::nan(""), 2.0}, 0.5)));
}
