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

TEST_CASE("a table has columns of one length and different names") {
    column_table const some = flights();
    CHECK(some.rows() == 6);
    CHECK(some.names().size() == 6);
    CHECK(some.find("origin")->is_text());
    CHECK(some.find("Origin") == nullptr);
    auto const said = [](std::vector<table_column> columns) {
        return complaint<invalid_argument>([&] { column_table made(columns); });
    };
    CHECK(said({{.name = "a", .numbers = {1, 2}}, {.name = "b", .texts = {"x"}}}) ==
          "table: column \"b\" has 1 rows where \"a\" has 2; give columns of one length");
    CHECK(said({{.name = "a", .numbers = {1}}, {.name = "a", .texts = {"x"}}}) ==
          "table: there are two columns \"a\"; rename one of them");
    CHECK(said({{.name = "a"}}) == "table: column \"a\" has no rows; give numbers or texts");
    CHECK(said({{.name = "a", .numbers = {1}, .texts = {"x"}}}) == "table: column \"a\" has numbers and texts; give one of both");
}
