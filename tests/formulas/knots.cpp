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

TEST_CASE("knots are quantiles of the column") {
    b_spline spline{.settings = {.degrees_of_freedom = 5}};
    REQUIRE(spline.learn(std::vector<double>{10, 0, 1, 2, 4}) == "");
    CHECK(spline.knots[4] == doctest::Approx(1 + 1.0 / 3).epsilon(1e-15));
    CHECK(spline.knots[5] == doctest::Approx(2 + 2 * 2.0 / 3).epsilon(1e-15));
    cubic_spline natural{.settings = {.degrees_of_freedom = 3}};
    REQUIRE(natural.learn(std::vector<double>{0, 0, 0, 0, 1, 2, 4, 10}) == "");
    CHECK(natural.knots == std::vector<double>{0, 2, 10});  // of different numbers
}
