#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "svg.hpp"

import firefly.program.output;

using namespace firefly::program;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

chain_series waves(std::size_t chains, std::size_t length) {
    chain_series series(chains);
    for (std::size_t c = 0; c < chains; ++c)
        for (std::size_t i = 0; i < length; ++i) series[c].push_back(std::sin(static_cast<double>(i * i + c)));
    return series;
}

std::string trace(chain_series const& chains, double expected = none) {
    return trace_plot("x", chains, chains_on_top(chains), expected);
}

std::string ranks(chain_series const& chains) {
    return rank_plot("x", chains, chains_on_top(chains));
}

std::string autocorrelations(chain_series const& chains) {
    return autocorrelation_plot("x", chains, chains_on_top(chains));
}

}  // namespace

TEST_CASE("a trace has a line for each of up to eight chains, in the chain's colour") {
    auto const plot = trace(waves(8, 50));
    CHECK(plot.starts_with("<svg "));
    CHECK(plot.ends_with("</svg>"));
    CHECK(count(plot, "class=\"line c") == 8);
    CHECK(count(plot, "class=\"line c7\"") == 1);
    CHECK(count(plot, "class=\"range\"") == 0);
    CHECK(count(plot, "class=\"expected\"") == 0);
    CHECK(count(trace(waves(1, 50), 0.5), "class=\"expected\"") == 1);
    CHECK(plot.find("aria-label=\"x: 8 chains, 50 draws, from −") != std::string::npos);
}

TEST_CASE("of many chains there is a band, and the three farthest from the rest are on top") {
    auto chains = waves(64, 200);
    for (double& x : chains[7]) x += 1;            // another place
    for (double& x : chains[30]) x *= 5;           // another scale
    for (double& x : chains[63]) x = 0.2 * x - 1;  // both
    auto const on_top = chains_on_top(chains);
    CHECK(on_top == std::vector<std::size_t>{7, 30, 63});
    for (auto const& plot :
         {trace_plot("x", chains, on_top, none), rank_plot("x", chains, on_top), autocorrelation_plot("x", chains, on_top)}) {
        CHECK(count(plot, "class=\"line c") == 3);
        CHECK(count(plot, "class=\"range\"") >= 1);
        CHECK(plot.find("a band of 64 chains, chains 8, 31 and 64 on top") != std::string::npos);
        CHECK(plot.size() < 15'000);
    }
    CHECK(chains_on_top(waves(2, 9)) == std::vector<std::size_t>{0, 1});
    chains[3][5] = none;
    CHECK(chains_on_top(chains).size() == 3);
}

TEST_CASE("a band is from the lowest to the highest draw of all chains") {
    chain_series chains(9, std::vector<double>(3));
    for (std::size_t c = 0; c < 9; ++c) chains[c] = {0.0 + static_cast<double>(c), 1, 2};
    auto const band = points_of(attribute(trace(chains), "range", "d"));
    REQUIRE(band.size() == 6);
    CHECK(band[0].second - band[5].second > 100);  // draw 1: from 0 to 8, most of the height
    CHECK(band[1].second == band[4].second);       // draw 2: all chains agree
    CHECK(band[1].second > band[2].second);        // and the draw after lies higher, so further up the page
}

TEST_CASE("a long trace is no larger than a short one") {
    CHECK(trace(waves(1, 100'000)).size() < 2 * trace(waves(1, 300)).size());
}

TEST_CASE("values that are not finite leave a gap, and never a coordinate") {
    auto series = waves(1, 20);
    series[0][7] = none;
    series[0][9] = std::numeric_limits<double>::infinity();
    auto const plot = trace(series);
    CHECK(plot.find("nan") == std::string::npos);
    CHECK(plot.find("inf") == std::string::npos);
    CHECK(trace({{none, none}}).find("no finite value") != std::string::npos);
    CHECK(trace({{5, 5, 5}}).find("nan") == std::string::npos);
    auto many = waves(12, 20);
    many[0][7] = none;
    many[1].assign(20, std::numeric_limits<double>::infinity());
    for (auto const& picture : {trace(many), ranks(many), autocorrelations(many)}) {
        CHECK(picture.find("nan") == std::string::npos);
        CHECK(picture.find("inf") == std::string::npos);
    }
}

TEST_CASE("ranks have a band for independent draws, and need some draws") {
    auto const plot = ranks(waves(4, 100));
    CHECK(count(plot, "class=\"band\"") == 1);
    CHECK(count(plot, "class=\"line c") == 4);
    CHECK(ranks(waves(2, 9)).find("too few draws") != std::string::npos);
}

TEST_CASE("the ranks of each chain are counted once: its bars sum to its draws") {
    // Twenty bins of 400 draws: all draws of a chain below another's are its first ten bins, twenty in each.
    chain_series chains(2);
    for (std::size_t i = 0; i < 200; ++i) {
        chains[0].push_back(static_cast<double>(i));
        chains[1].push_back(static_cast<double>(1000 + i));
    }
    auto const plot = ranks(chains);
    CHECK(plot.find("from 0 to 20 draws in a bin where 10 are expected") != std::string::npos);
    double const floor = points_of(attribute(plot, "axis", "d")).front().second;
    double const ten = floor - points_of(attribute(plot, "expected", "d")).front().second;  // as high as ten draws
    for (std::size_t c = 0; c < 2; ++c) {
        auto const steps = points_of(attribute(plot, "line c" + std::to_string(c), "d"));
        REQUIRE(steps.size() == 40);  // both ends of each bin
        double draws = 0;
        for (std::size_t b = 0; b < 20; ++b) {
            double const own = (floor - steps[2 * b].second) / ten * 10;
            CHECK(own == doctest::Approx((b < 10) == (c == 0) ? 20 : 0).epsilon(0.02));
            draws += own;
        }
        CHECK(draws == doctest::Approx(200).epsilon(0.01));
    }
}

TEST_CASE("autocorrelations are drawn for chains that move") {
    auto series = waves(2, 100);
    CHECK(count(autocorrelations(series), "class=\"line c") == 2);
    series[1].assign(100, 3.0);
    CHECK(count(autocorrelations(series), "class=\"line c") == 1);
    series[0].assign(100, 3.0);
    CHECK(autocorrelations(series).find("all draws are the same") != std::string::npos);
    CHECK(autocorrelations(waves(1, 2)).find("too few draws") != std::string::npos);
}

TEST_CASE("an autocorrelation begins at one and is where it should be") {
    chain_series alternating(1);
    for (std::size_t i = 0; i < 200; ++i) alternating[0].push_back(i % 4 < 2 ? 1 : -1);  // 1, 0, −1, 0, 1, … but for the ends
    auto const plot = autocorrelations(alternating);
    auto const line = points_of(attribute(plot, "line c0", "d"));
    double const zero = points_of(attribute(plot, "expected", "d")).front().second, one = zero - line.front().second;
    REQUIRE(line.size() == 51);
    CHECK((zero - line[1].second) / one == doctest::Approx(0).epsilon(0.02).scale(1));
    CHECK((zero - line[4].second) / one == doctest::Approx(0.98).epsilon(0.02));
    CHECK((zero - line[2].second) / one == doctest::Approx(-0.3).epsilon(0.02));  // cut off
}
