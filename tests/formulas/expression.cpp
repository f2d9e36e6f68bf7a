#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

TEST_CASE("arithmetic inside functions is arithmetic") {
    CHECK(column_of("~ I(hour**2 + 1)", 1)[0] == 37);
    CHECK(column_of("~ I(hour^2 - distance * 2 / 4)", 1)[0] == 36 - 150);
    CHECK(column_of("~ I(-hour**2)", 1)[0] == -36);
    CHECK(column_of("~ I(2 - 1 - hour)", 1)[0] == -5);
    CHECK(column_of("~ I(distance / hour / 5)", 1)[0] == 10);
    CHECK(column_of("~ log(hour + `my col`)", 1)[0] == portable::log(7.0));
    CHECK(column_of("~ np.log10(distance)", 1)[1] == portable::log10(500.0));
    CHECK(column_of("~ abs(delay) + log1p(hour) + expm1(delay) + sin(hour) + cos(hour) + floor(hour / 4) + log2(hour)", 1)[1] == 1);
}

TEST_CASE("parts of times are numbers") {
    CHECK(column_of("~ year(time)", 1) == std::vector<double>{2001, 2001, 2000, 2001, 1999, 2001});
    CHECK(column_of("~ month(time)", 1) == std::vector<double>{1, 2, 2, 7, 12, 3});
    CHECK(column_of("~ weekday(time)", 1) == std::vector<double>{1, 6, 2, 7, 5, 7});
    CHECK(column_of("~ I(hour(time) + minute(time) / 60)", 1)[4] == 9.5);
    CHECK(column_of("~ day(time)", 1)[2] == 29);
}

TEST_CASE("what is no arithmetic is pointed at") {
    CHECK(complaint_of("delay ~ lug(hour)").find("there is no function \"lug\"; did you mean log? Else there are I, center") !=
          std::string::npos);
    CHECK(complaint_of("delay ~ log(hour, 2)").ends_with("log has one argument"));
    CHECK(complaint_of("delay ~ log()").ends_with("log has one argument"));
    CHECK(complaint_of("delay ~ log(C(origin))").ends_with("C makes several columns: it is a term of its own"));
    CHECK(complaint_of("delay ~ log(hour:distance)").ends_with("this is no arithmetic"));
    CHECK(complaint_of("delay ~ log('a')").ends_with("this is no arithmetic"));
    CHECK(complaint_of("delay ~ year(log(hour))").ends_with("year is of a column of times"));
}
