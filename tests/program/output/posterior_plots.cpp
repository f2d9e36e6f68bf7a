#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "svg.hpp"

import firefly.program.output;

using namespace firefly::program;

namespace {

posterior_interval const example{.median = 2, .low_50 = 1, .high_50 = 3, .low_94 = 0, .high_94 = 4};

/// Where a path in a strip begins and ends.
std::pair<double, double> ends_of(std::string const& strip, std::string const& style) {
    std::string const path = attribute(strip, style, "d");
    return {std::stod(path.substr(1)), std::stod(path.substr(path.find('H') + 1))};
}

}  // namespace

TEST_CASE("an interval is drawn from end to end, along the axis") {
    strip_axis const axis{.low = -1, .high = 9, .ticks = {{0, "0"}, {5, "5"}}};
    auto const strip = interval_strip("x < y: 2", example, axis);
    CHECK(strip.find("role=\"img\" aria-label=\"x &lt; y: 2\"") != std::string::npos);
    CHECK(ends_of(strip, "thin") == std::pair{100.0, 500.0});
    CHECK(ends_of(strip, "thick") == std::pair{200.0, 400.0});
    CHECK(attribute(strip, "point", "d") == "M300.0 9h.1");
    CHECK(attribute(strip, "zero", "d") == "M100 0V18");
    CHECK(attribute(strip, "grid", "d") == "M600 0V18");
    CHECK(count(strip, "hill") == 0);
    auto curved = example;
    curved.density = {{0, 0}, {2, 0.5}, {4, 0}};
    auto const hill = points_of(attribute(interval_strip("x", curved, axis), "hill", "d"));
    REQUIRE(hill.size() == 5);
    CHECK(hill[2] == std::pair{300.0, 2.0});  // as high as there is room
}

TEST_CASE("an interval that is not finite is left out, and one beyond the axis is cut") {
    auto broken = example;
    broken.high_94 = std::numeric_limits<double>::infinity();
    auto const axis = axis_of({example, broken});
    CHECK(count(interval_strip("x", broken, axis), "class=\"thin\"") == 0);
    CHECK(interval_stack("x", {broken, example}, axis).find("inf") == std::string::npos);
    CHECK(ends_of(interval_strip("x", example, {.low = 1, .high = 2, .ticks = {}}), "thin") == std::pair{0.0, 1000.0});
}

TEST_CASE("an axis has room for all intervals, and for zero where it is near") {
    auto const near = axis_of({example, {.median = 6, .low_50 = 5.5, .high_50 = 7, .low_94 = 5, .high_94 = 8}});
    CHECK(near.low < 0);
    CHECK(near.high > 8);
    auto const far = axis_of({{.median = 100.5, .low_50 = 100.2, .high_50 = 100.8, .low_94 = 100, .high_94 = 101}});
    CHECK(far.low > 99);
    CHECK(far.ticks.size() >= 3);
    CHECK(axis_of({}).low < axis_of({}).high);
    auto const numbers = axis_numbers({.low = 0, .high = 4, .ticks = {{0, "0"}, {1, "1"}}});
    CHECK(numbers.find("<span style=\"left:25.0%\">1</span>") != std::string::npos);
}

TEST_CASE("very many intervals are one picture, in the order of their medians") {
    auto higher = example;
    higher.median = 3.5;
    strip_axis const axis{.low = 0, .high = 10, .ticks = {}};
    auto const stack = interval_stack("all", {higher, example}, axis);
    CHECK(attribute(stack, "speck", "d") == "M200 300.0h.1M350 100.0h.1");
    CHECK(attribute(stack, "faint", "d") == "M0 300.0H400M0 100.0H400");
    CHECK(interval_stack("all", std::vector<posterior_interval>(1000, example), axis).size() < 70'000);
}

TEST_CASE("prior and posterior share an axis, however far one exceeds the other") {
    auto const plot = prior_plot("Prior and posterior of x", {{0, 0}, {1, 2}, {2, 0}}, {{-1, 0.1}, {3, 50}});
    CHECK(count(plot, "class=\"hill\"") == 1);
    auto const prior = points_of(attribute(plot, "line prior", "d"));
    REQUIRE(prior.size() == 2);
    CHECK(prior[1].second >= 0);
    CHECK(prior[0].first < points_of(attribute(plot, "line c0", "d"))[0].first);
    CHECK(prior_plot("x", {}, {}).find("all draws are the same") != std::string::npos);
}

TEST_CASE("a pair has a point for each of some draws, chain by chain") {
    chain_series const few{{1, 2, 3}, {4, 5, 6}};
    auto const plot = pair_plot({"a", "b", few, few, 0.987});
    CHECK(count(plot, "h0") == 6);
    CHECK(count(plot, "class=\"cloud c1\"") == 1);
    CHECK(plot.find("b against a: correlation 0.99") != std::string::npos);
    chain_series const many(64, std::vector<double>(1000, 1.5));
    auto const large = pair_plot({"a", "b", many, many, 0});
    CHECK(count(large, "h0") == 64 * 9);
    CHECK(count(large, "class=\"cloud c0\"") == 64);
    CHECK(pair_plot({"a", "b", {{std::numeric_limits<double>::quiet_NaN()}}, {{1}}, 0}).find("no finite value") !=
          std::string::npos);
}
