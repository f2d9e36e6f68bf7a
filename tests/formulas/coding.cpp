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
using names = std::vector<std::string>;

TEST_CASE("categories are reduced where the terms before them span the rest") {
    CHECK(features_of("~ hour:origin") == names{"(intercept)", "hour:origin[ATL]", "hour:origin[DFW]", "hour:origin[ORD]"});
    CHECK(features_of("~ hour + hour:origin") == names{"(intercept)", "hour", "hour:origin[T.DFW]", "hour:origin[T.ORD]"});
    CHECK(features_of("~ origin + origin:hour") ==
          names{"(intercept)", "origin[T.DFW]", "origin[T.ORD]", "origin[ATL]:hour", "origin[DFW]:hour", "origin[ORD]:hour"});
}

TEST_CASE("a product of categories alone spans the intercept, and leaves no column that others make up") {
    // 3 × 5 cells, however they are written
    for (std::string_view const formula : {"~ origin*C(hour)", "~ origin:C(hour)", "~ 0 + origin:C(hour)",
                                           "~ 0 + origin + origin:C(hour)", "~ C(hour) + origin:C(hour)", "~ origin/C(hour)"})
        CHECK_MESSAGE(features_of(formula).size() == 15, formula);
}
