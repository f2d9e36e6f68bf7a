/// Axes and words of plots, through plots.
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

std::string trace_between(double low, double high) {
    return trace_plot("Trace of x & y", {{low, high, low}}, {0}, std::numeric_limits<double>::quiet_NaN());
}

/// The numbers along the upright axis.
std::vector<std::string> numbers_upwards(std::string const& svg) {
    std::vector<std::string> result;
    for (auto at = svg.find("class=\"ty\""); at != std::string::npos; at = svg.find("class=\"ty\"", at + 1)) {
        auto const start = svg.find('>', at) + 1;
        result.push_back(svg.substr(start, svg.find('<', start) - start));
    }
    return result;
}

}  // namespace

TEST_CASE("a picture has a name and words for those who do not see it, which are not taken for HTML") {
    auto const plot = trace_between(0, 1);
    CHECK(plot.find("role=\"img\" aria-label=\"Trace of x &amp; y: 1 chain, 3 draws, from 0 to 1\"") != std::string::npos);
    CHECK(plot.find("<title>Trace of x &amp; y</title>") != std::string::npos);
    auto const pair = pair_plot({"<b>", "\"", {{1, 2}}, {{1, 2}}, 1});
    CHECK(pair.find("<b>") == std::string::npos);
    CHECK(pair.find("aria-label=\"&quot; against &lt;b&gt;: correlation 1.00\"") != std::string::npos);
}

TEST_CASE("numbers along an axis are round, grouped, and can be told apart") {
    CHECK(numbers_upwards(trace_between(0, 1)) == std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
    CHECK(numbers_upwards(trace_between(-2000, 2000)) == std::vector<std::string>{"−2,000", "−1,000", "0", "1,000", "2,000"});
    for (auto const& [low, high] : std::vector<std::pair<double, double>>{{1e6, 1e6 + 1e-3},
                                                                          {3e8, 3e8 + 7},
                                                                          {-1e-9, 1e-9},
                                                                          {1e200, 3e200},
                                                                          {5, 5},
                                                                          {0, 0},
                                                                          {-1e299, 1e299},
                                                                          {123456.789, 123456.790}}) {
        auto const numbers = numbers_upwards(trace_between(low, high));
        CAPTURE(low);
        CHECK(numbers.size() >= 2);
        for (std::size_t i = 1; i < numbers.size(); ++i) CHECK(numbers[i] != numbers[i - 1]);
    }
}

TEST_CASE("long numbers have the room that they need") {
    auto const left = [](std::string const& plot) { return points_of(attribute(plot, "axis", "d")).front().first; };
    CHECK(left(trace_between(0, 1)) < left(trace_between(1'000'000, 1'000'001)));
    CHECK(left(trace_between(1e6, 1e6 + 1e-3)) <= 110);
}

TEST_CASE("names beside an axis are cut where there is no room") {
    auto const plot = pair_plot({std::string(300, 'x'), "ä" + std::string(300, 'y'), {{1, 2}}, {{1, 2}}, 1});
    CHECK(plot.find(std::string(44, 'x') + "…") != std::string::npos);
    CHECK(plot.find(">" + std::string(45, 'x')) == std::string::npos);
    CHECK(plot.find("yyy…</text>") != std::string::npos);
}
