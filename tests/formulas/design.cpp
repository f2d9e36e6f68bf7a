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
using names = std::vector<std::string>;

TEST_CASE("a design is names of features, and rows of them") {
    design const made(flights(), "delay ~ log(distance) + origin");
    CHECK(made.features() == names{"(intercept)", "log(distance)", "origin[T.DFW]", "origin[T.ORD]"});
    auto const data = made.rows(flights());
    CHECK(data.features(2, 1) == portable::log(1200.0));
    CHECK(data.features(2, 2) == 1);
    CHECK(data.target(2) == 20);
    CHECK(data.target_name == "delay");
}

TEST_CASE("the target can be computed, and be a class") {
    auto const data = design(flights(), "log(distance) / 2 ~ hour").rows(flights());
    CHECK(data.target(0) == portable::log(300.0) / 2);
    CHECK(data.target_name == "log(distance) / 2");
    auto const classes = design(flights(), "origin ~ hour").rows(flights());
    CHECK(classes.labels == names{"ATL", "DFW", "ORD"});
    CHECK(classes.target(0) == 2);
}

TEST_CASE("offsets add up, and are no features") {
    design const made(flights(), "delay ~ hour + offset(log(distance)) + offset(hour / 2)");
    CHECK(made.features() == names{"(intercept)", "hour"});
    REQUIRE(made.has_offset());
    auto const raw = made.raw_rows(flights());
    CHECK(made.offset(&raw(1, 0)) == portable::log(500.0) + 4.5);
}

TEST_CASE("new rows are made with what was learned from the first ones") {
    design const made(flights(), "~ scale(hour) + C(origin) + bs(distance, df=4)");
    column_table const one(
        {{.name = "hour", .numbers = {9}}, {.name = "origin", .texts = {"DFW"}}, {.name = "distance", .numbers = {1200}}});
    auto const all = made.rows(flights()).features, alone = made.rows(one).features;
    for (std::size_t j = 0; j < made.features().size(); ++j) CHECK(alone(0, j) == all(2, j));
}

TEST_CASE("new rows that the design does not know are refused, with their row") {
    design const made(flights(), "delay ~ C(hour + 1) + bs(distance, df=4) + origin");
    auto const said = [&](double hour, double distance, char const* origin) {
        return complaint<invalid_argument>([&] {
            made.rows(column_table({{.name = "hour", .numbers = {6, hour}},
                                    {.name = "origin", .texts = {"ATL", origin}},
                                    {.name = "distance", .numbers = {300, distance}}}));
        });
    };
    CHECK(said(7, 300, "ATL") ==
          "delay ~ C(hour + 1) + bs(distance, df=4) + origin\n        ^ row 2: 8 is none of the levels that were fitted");
    CHECK(said(6, 3000, "ATL").find("row 2: 3000 lies beyond the numbers that were fitted") != std::string::npos);
    CHECK(said(6, 300, "XYZ") ==
          "table: column \"origin\" is \"XYZ\", which is none of the levels that were fitted, in row 2; remove the row "
          "or correct the cell");
    CHECK(complaint<invalid_argument>([&] {
              made.rows(column_table({{.name = "Hour", .numbers = {6}}, {.name = "origin", .texts = {"ATL"}}}));
          }) == "table: there is no column \"hour\"; did you mean \"Hour\"?");
}

TEST_CASE("what has no value in a row is pointed at") {
    CHECK(complaint_of("delay ~ log(delay + 1)").find("is the target and stands on the right side, too") != std::string::npos);
    CHECK(complaint_of("hour ~ distance + log(delay)") ==
          "hour ~ distance + log(delay)\n                  ^ row 2: there is no logarithm of -1");
    CHECK(complaint_of("hour ~ sqrt(delay)").ends_with("row 2: there is no square root of -1"));
    CHECK(complaint_of("hour ~ I(1 / delay)").ends_with("row 5: this divides by zero"));
    CHECK(complaint_of("hour ~ exp(distance)").ends_with("row 3: this is not a finite number"));
    CHECK(complaint_of("hour ~ scale(log(delay))").ends_with("row 2: there is no logarithm of -1"));
    CHECK(complaint_of("hour ~ offset(log(delay))").ends_with("row 2: there is no logarithm of -1"));
    CHECK(complaint_of("log(delay) ~ hour").ends_with("row 2: there is no logarithm of -1"));
}

TEST_CASE("two features of one name are refused, and so is none at all") {
    column_table const clash({{.name = "x", .numbers = {1, 2}}, {.name = "log(x)", .numbers = {1, 2}}});
    CHECK(complaint<formula_error>([&] {
              design(clash, "~ log(x) + `log(x)`");
          }).ends_with("two features are called \"log(x)\"; rename a column"));
    CHECK(complaint_of("delay ~ 0").ends_with("no feature is left"));
}

TEST_CASE("missing cells are refused with their row") {
    auto const said = [](table_column column) {
        return complaint<invalid_argument>([&] { design(column_table({column}), "~ x"); });
    };
    CHECK(said({.name = "x", .numbers = {1, std::numeric_limits<double>::quiet_NaN()}})
              .find("\"x\" is missing or not finite in row 2") != std::string::npos);
    CHECK(said({.name = "x", .texts = {"a", ""}}).find("\"x\" is empty in row 2") != std::string::npos);
}

TEST_CASE("a group has a coefficient for each level of its factor, an intercept or a slope, behind the features") {
    design const made(flights(), "delay ~ hour + (1 + distance | origin)");
    REQUIRE(made.groups().size() == 2);
    CHECK(made.features().size() == 2);
    CHECK(made.groups()[0].name == "origin");
    CHECK(made.groups()[1].name == "origin:distance");
    CHECK(made.parameters() == std::vector<std::string>{"(intercept)", "hour", "origin[ATL]", "origin[DFW]", "origin[ORD]",
                                                        "origin:distance[ATL]", "origin:distance[DFW]", "origin:distance[ORD]"});
    auto const rows = made.rows(flights()).features;
    CHECK(rows(1, 2) == 1);
    CHECK(rows(1, 3) == 0);
    CHECK(rows(1, 5) == 500);
    CHECK(rows(2, 6) == 1200);
}

TEST_CASE("a column of numbers behind a bar has levels, even where it is a number elsewhere, and a product has all pairs") {
    design const made(flights(), "~ hour + (1 | hour) + (1 | origin:hour)");
    CHECK(made.groups()[0].levels == std::vector<std::string>{"6", "9", "13", "18", "22"});
    CHECK(made.groups()[1].levels.size() == 15);
    CHECK(made.groups()[1].levels[1] == "ATL:9");
    auto const rows = made.rows(flights()).features;
    names const pairs{"ORD:6", "ATL:9", "DFW:9", "ATL:13", "ORD:18", "DFW:22"};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t j = 0; j < 15; ++j) CHECK(rows(i, 2 + 5 + j) == (made.groups()[1].levels[j] == pairs[i] ? 1 : 0));
}

TEST_CASE("a level that was not fitted is none of a group's, and is refused as a feature") {
    column_table const other({{.name = "hour", .numbers = {7}}, {.name = "origin", .texts = {"JFK"}}});
    auto const rows = design(flights(), "~ hour + (1 | origin)").rows(other).features;
    for (std::size_t j = 2; j < rows.shape(1); ++j) CHECK(rows(0, j) == 0);
    CHECK_THROWS_AS(design(flights(), "~ hour + origin + (1 | origin)").rows(other), invalid_argument);
}

TEST_CASE("groups are the same after they were written as facts") {
    design const made(flights(), "~ hour + (1 + distance | origin) + (1 | hour)");
    auto const again = design::from_facts(made.facts());
    REQUIRE(again);
    CHECK(again->parameters() == made.parameters());
    CHECK(again->inputs().size() == made.inputs().size());
    for (std::size_t i = 0; i < made.inputs().size(); ++i) CHECK(again->inputs()[i].open == made.inputs()[i].open);
    CHECK(again->rows(flights()).features == made.rows(flights()).features);
}
