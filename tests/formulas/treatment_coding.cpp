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

TEST_CASE("a column of texts is an indicator for each level but the first, which is the reference") {
    CHECK(features_of("~ origin") == names{"(intercept)", "origin[T.DFW]", "origin[T.ORD]"});
    CHECK(column_of("~ origin", 2) == std::vector<double>{1, 0, 0, 0, 1, 0});
    CHECK(features_of("~ 0 + origin") == names{"origin[ATL]", "origin[DFW]", "origin[ORD]"});
}

TEST_CASE("the reference and the order of levels can be chosen") {
    CHECK(features_of("~ C(origin, reference='DFW')") ==
          names{"(intercept)", "C(origin, reference='DFW')[T.ATL]", "C(origin, reference='DFW')[T.ORD]"});
    CHECK(column_of("~ C(origin, reference='DFW')", 1) == std::vector<double>{0, 1, 0, 1, 0, 0});
    CHECK(column_of("~ C(origin, reference='DFW')", 2) == std::vector<double>{1, 0, 0, 0, 1, 0});
    CHECK(features_of("~ C(hour, Treatment(9))")[1] == "C(hour, Treatment(9))[T.6]");
    CHECK(features_of("~ C(origin, levels=['ORD', 'XYZ', 'ATL', 'DFW'])").size() == 4);
    CHECK(complaint_of("~ C(origin, reference='XYZ')")
              .ends_with("the reference \"XYZ\" is no level; there are \"ATL\", \"DFW\", \"ORD\""));
    CHECK(complaint_of("~ C(origin, levels=['ORD'])")
              .ends_with("the column has \"ATL\", which is none of the levels that are listed"));
}

TEST_CASE("numbers can be categories, and a column can be both") {
    CHECK(features_of("~ C(hour)").size() == 5);
    CHECK(features_of("~ C(hour)")[4] == "C(hour)[T.22]");
    CHECK(column_of("~ C(hour)", 1) == std::vector<double>{0, 1, 1, 0, 0, 0});
    CHECK(column_of("~ hour + C(hour)", 2) == column_of("~ C(hour)", 1));
    CHECK(features_of("~ C(month(time))") ==
          names{"(intercept)", "C(month(time))[T.2]", "C(month(time))[T.3]", "C(month(time))[T.7]", "C(month(time))[T.12]"});
}

TEST_CASE("a number that was never seen is no level") {
    treatment_coding levels;
    REQUIRE(levels.learn_numbers(std::vector<double>{3, 1, 1, 2.5}) == "");
    CHECK(levels.levels == names{"1", "2.5", "3"});
    std::vector<double> out(3);
    levels.encode(2.5, out.data());
    CHECK(out == std::vector<double>{0, 1, 0});
    levels.encode(2, out.data());
    CHECK(std::isnan(out[0]));
}

TEST_CASE("more than a thousand different numbers are no levels") {
    std::vector<double> many;
    for (int i = 0; i <= 1000; ++i) many.push_back(i);
    CHECK(treatment_coding{}.learn_numbers(many) == "there are more than 1000 different numbers; use them as numbers");
}

TEST_CASE("one level alone explains nothing, and that is said") {
    column_table const one({{.name = "x", .numbers = {1, 2}}, {.name = "c", .texts = {"a", "a"}}});
    design const made(one, "~ x + c");
    CHECK(made.features() == names{"(intercept)", "x"});
    CHECK(made.warnings() == names{"c has one level only, \"a\": it explains nothing"});
}
