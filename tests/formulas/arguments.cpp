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

TEST_CASE("arguments of functions are given by place or by name") {
    CHECK(column_of("~ poly(hour, 2)", 2) == column_of("~ poly(hour, degree=2)", 2));
    CHECK(column_of("~ bs(x=hour, df=4)", 3) == column_of("~ bs(hour, 4)", 3));
    CHECK(column_of("~ bs(hour, knots=[9, 13])", 3) == column_of("~ bs(hour, knots=c(9, 13))", 3));
    CHECK(column_of("~ poly(hour, 2, raw=TRUE)", 2) == column_of("~ poly(hour, 2, True)", 2));
}

TEST_CASE("wrong arguments are pointed at") {
    CHECK(complaint_of("delay ~ bs(hour, df=x)") == "delay ~ bs(hour, df=x)\n                    ^ df is a number");
    CHECK(complaint_of("delay ~ bs(hour, df=2.5)").ends_with("df is a whole number up to 1000"));
    CHECK(complaint_of("delay ~ bs(hour, knots=3)").ends_with("knots is a list: [1, 2]"));
    CHECK(complaint_of("delay ~ bs(hour, knots=[])").ends_with("knots is an empty list"));
    CHECK(complaint_of("delay ~ bs(hour, knots=['a'])").ends_with("knots are numbers"));
    CHECK(
        complaint_of("delay ~ bs(hour, size=3)")
            .ends_with(
                "bs has no such argument; there are x, df, knots, degree, include_intercept, lower_bound, upper_bound, extrapolation"));
    CHECK(complaint_of("delay ~ bs(hour, 4, df=3)").ends_with("df is given twice"));
    CHECK(complaint_of("delay ~ bs(df=3)").ends_with("bs of what? Write bs(x)"));
    CHECK(complaint_of("delay ~ bs()").ends_with("bs of what? Write bs(x)"));
    CHECK(complaint_of("delay ~ poly(hour, 2, raw=1)").ends_with("raw is True or False"));
    CHECK(complaint_of("delay ~ bs(hour, df=4, extrapolation=3)").ends_with("extrapolation is a word in quotes"));
    CHECK(complaint_of("delay ~ C(origin, reference=ATL)").ends_with("reference is a level: a text in quotes, or a number"));
    CHECK(complaint_of("delay ~ C(origin, levels=['ATL', 'ATL'])").ends_with("\"ATL\" is listed twice"));
}
