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

TEST_CASE("a factor has one name, however it is written") {
    auto const name = [](std::string_view text) { return text_of(parse_sides("~ " + std::string(text)).right); };
    CHECK(name("bs( hour,df = 6 )") == "bs(hour, df=6)");
    CHECK(name("C(x,reference=\"a\")") == "C(x, reference='a')");
    CHECK(name("C(x, reference='it\\'s')") == "C(x, reference=\"it's\")");
    CHECK(name("I(x/2+1.50)") == "I(x / 2 + 1.5)");
    CHECK(name("I(1e3*x)") == "I(1000.0 * x)");
    CHECK(name("log(`my col`)") == "log(`my col`)");
    CHECK(name("log(`plain`)") == "log(plain)");
    CHECK(name("bs(x, knots=[1,2.0])") == "bs(x, knots=[1, 2.0])");
    CHECK(name("I(+x)") == "I(x)");
    CHECK(name("(a || b)") == "a || b");
}
