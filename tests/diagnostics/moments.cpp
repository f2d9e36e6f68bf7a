/// White box: users have `summarise`.
module;
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

module firefly.diagnostics;

using namespace firefly;

TEST_CASE("the mean has the digits that one pass of adding would lose") {
    // 10⁵ copies of 0.1: a plain sum is wrong in the 12th digit
    CHECK(mean(std::vector<double>(100'000, 0.1)) == 0.1);
    CHECK(mean(std::vector{1e15, 1e15 + 1, 1e15 + 2}) == 1e15 + 1);
    CHECK(mean(std::vector{-3.0}) == -3);
}

TEST_CASE("a mean that overflows or is infinite is infinite and not NaN") {
    double const infinite = std::numeric_limits<double>::infinity();
    CHECK(mean(std::vector{1.0, infinite}) == infinite);
    CHECK(mean(std::vector{-1e308, -1e308, -1e308}) == -infinite);
    CHECK(std::isnan(mean(std::vector{infinite, -infinite})));
}

TEST_CASE("the variance divides by one less than there are, and does not depend on where the values lie") {
    CHECK(variance(std::vector{1.0, 2.0, 4.0}) == doctest::Approx(7.0 / 3).epsilon(1e-15));
    CHECK(variance(std::vector{1e9 + 1, 1e9 + 2, 1e9 + 4}) == doctest::Approx(7.0 / 3).epsilon(1e-13));
    CHECK(variance(std::vector{5.0, 5.0}) == 0);
    CHECK(std::isnan(variance(std::vector{5.0})));
}
