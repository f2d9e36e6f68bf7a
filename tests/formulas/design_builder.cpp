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

TEST_CASE("columns that are not there are pointed at, with the nearest name") {
    CHECK(complaint_of("delay ~ hour + log(distnce)") ==
          "delay ~ hour + log(distnce)\n                   ^ there is no column \"distnce\"; did you mean \"distance\"?");
    CHECK(complaint_of("delay ~ zzz")
              .ends_with(
                  "there is no column \"zzz\"; there are \"delay\", \"distance\", \"hour\", \"origin\", \"time\", \"my col\""));
    CHECK(complaint_of("dely ~ hour").ends_with("there is no column \"dely\"; did you mean \"delay\"?"));
}

TEST_CASE("columns are used as what they are") {
    CHECK(complaint_of("delay ~ log(origin)").ends_with("\"origin\" is a column of texts, and numbers are needed here"));
    CHECK(complaint_of("delay ~ year(hour)")
              .ends_with("\"hour\" is a column of numbers, and times such as 2001-02-03T04:05 are needed here"));
    CHECK(complaint_of("delay ~ year(time) + C(time)")
              .ends_with("\"time\" is a time in one place of the formula and a category in another"));
    CHECK(complaint_of("hour ~ hour + delay").ends_with("\"hour\" is the target and stands on the right side, too"));
    CHECK(complaint_of("scale(delay) ~ hour").ends_with("the target is not scaled by what is learned; leave it as it is"));
    CHECK(complaint_of("3 ~ hour").ends_with("there is no column in the target"));
}

TEST_CASE("codings other than treatment are refused") {
    CHECK(complaint_of("delay ~ C(origin, Sum)")
              .ends_with("the coding is treatment alone; say C(x, reference=…) for another reference"));
    CHECK(complaint_of("delay ~ cr(hour, df=3, constraints='all')").ends_with("constraints is 'center', or is left out"));
    CHECK(complaint_of("delay ~ bs(hour, df=4, extrapolation='no')")
              .ends_with("extrapolation is 'raise', 'clip', 'extend' or 'zero'"));
    CHECK(complaint_of("delay ~ poly(hour, 0)").ends_with("the degree is 1 or more"));
}

TEST_CASE("what differs between levels is a number, and what stands behind the bar has levels") {
    CHECK(complaint_of("delay ~ (1 + origin | hour)").ends_with("\"origin\" is a column of texts, and numbers are needed here"));
    CHECK(complaint_of("delay ~ (1 + C(hour) | origin)").ends_with("what differs between the levels of a group is a number"));
    CHECK(complaint_of("delay ~ (1 | log(distance))")
              .ends_with("what stands behind the bar is a column of categories; write C(…) for the levels of numbers"));
}

TEST_CASE("factors of groups are no features") {
    CHECK(features_of("delay ~ hour + (1 + distance | origin)") == names{"(intercept)", "hour"});
}
