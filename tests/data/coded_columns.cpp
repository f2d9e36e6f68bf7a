#include <doctest/doctest.h>

#include <string>
#include <vector>

import firefly.core;
import firefly.data;

using firefly::category_form;
using firefly::coded_column;
using firefly::feature_layout;
using firefly::feature_names;
using names = std::vector<std::string>;

namespace {

/// Codes in order of appearance: west 0, north 1, south 2, and of rank 10 and 9.0 and 9.
std::vector<coded_column> const columns{
    {"a"}, {"region", {"north", "south", "west"}, {2, 0, 1}}, {"b"}, {"rank", {"9", "10"}, {1, 0, 0}}};

std::vector<double> expanded(feature_layout const& layout, std::vector<double> const& row) {
    std::vector<double> result(layout.features(), -1);
    CHECK(layout.expand(row.data(), result.data()));
    return result;
}

}  // namespace

TEST_CASE("the first level is the reference where there is an intercept, and of all categories but the first otherwise") {
    CHECK(feature_names(columns, true) == names{"(intercept)", "a", "region=south", "region=west", "b", "rank=10"});
    CHECK(feature_names(columns, false) == names{"a", "region=north", "region=south", "region=west", "b", "rank=10"});
    CHECK(feature_names(columns, false, true) == names{"a", "region=south", "region=west", "b", "rank=10"});
    CHECK(feature_names({}, true) == names{"(intercept)"});
}

TEST_CASE("numbers are copied, and codes become indicators of their levels") {
    feature_layout const layout("x.csv", columns, feature_names(columns, true));
    CHECK(expanded(layout, {5, 0, 7, 0}) == std::vector<double>{1, 5, 0, 1, 7, 1});
    CHECK(expanded(layout, {5, 1, 7, 1}) == std::vector<double>{1, 5, 0, 0, 7, 0});
    CHECK(expanded(layout, {5, 2, 7, 2}) == std::vector<double>{1, 5, 1, 0, 7, 0});
    std::vector<float> const four_bytes{0.5f, 1, 7, 0};
    std::vector<double> out(6);
    CHECK(layout.expand(four_bytes.data(), out.data()));
    CHECK(out == std::vector<double>{1, 0.5, 0, 0, 7, 1});
}

TEST_CASE("features are found in any order, and a code of no level is told") {
    feature_layout const layout("x.csv", columns, {"b", "region=west", "(intercept)", "a"});
    CHECK(expanded(layout, {5, 0, 7, 0}) == std::vector<double>{7, 1, 1, 5});
    std::vector<double> out(4);
    for (double const code : {-1.0, 3.0}) {
        std::vector<double> const row{5, code, 7, 0};
        CHECK_FALSE(layout.expand(row.data(), out.data()));
    }
}

TEST_CASE("codes become places of their levels where these are asked for, by the names of their columns") {
    feature_layout const layout("x.csv", columns, {"rank", "a", "region"}, category_form::places);
    CHECK(expanded(layout, {5, 0, 7, 0}) == std::vector<double>{1, 5, 2});
    CHECK(expanded(layout, {5, 2, 7, 2}) == std::vector<double>{0, 5, 1});
    std::vector<double> out(3);
    for (double const code : {-1.0, 3.0}) {
        std::vector<double> const row{5, code, 7, 0};
        CHECK_FALSE(layout.expand(row.data(), out.data()));
    }
    CHECK_THROWS_AS(feature_layout("x.csv", columns, {"region=west"}, category_form::places), firefly::data_error);
}

TEST_CASE("a column that has the name of an indicator comes before it") {
    std::vector<coded_column> const odd{{"k", {"u", "v"}, {0, 1}}, {"k=v"}};
    feature_layout const layout("x.csv", odd, {"k=v", "k=u"});
    CHECK(expanded(layout, {1, 42}) == std::vector<double>{42, 0});
}

TEST_CASE("a feature that is not there is named, with those that are") {
    try {
        feature_layout const layout("x.csv", columns, {"a", "region=east"});
        FAIL("there is no such level");
    } catch (firefly::data_error const& error) {
        CHECK(std::string(error.what()) ==
              "x.csv: there is no column \"region=east\"; there are \"(intercept)\", \"a\", \"region=south\", \"region=west\", "
              "\"b\", \"rank=10\"");
        CHECK(error.fault().column == "region=east");
    }
}
