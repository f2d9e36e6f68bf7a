#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

TEST_CASE("numbers are standardized by mean and standard deviation of their column") {
    standardization how{.divides = true};
    REQUIRE(how.learn(std::vector<double>{1, 2, 3, 6}));
    CHECK(how.centre == 3);
    CHECK(how.deviation == doctest::Approx(std::sqrt(14.0 / 3)).epsilon(1e-15));
    CHECK(how(3) == 0);
    standardization centred;
    REQUIRE(centred.learn(std::vector<double>{1e9, 1e9 + 1}));
    CHECK(centred(1e9) == -0.5);
    CHECK(how.restore(std::vector<double>{2, 4}));
    CHECK(how(6) == 1);
    CHECK_FALSE(how.restore(std::vector<double>{2, 0}));
}

TEST_CASE("equal numbers, and one alone, have no standard deviation") {
    standardization how{.divides = true};
    CHECK_FALSE(how.learn(std::vector<double>{5, 5, 5}));
    CHECK_FALSE(how.learn(std::vector<double>{5}));
}
