#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

import firefly.program.setup;
import firefly.program.output;

using namespace firefly::program;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

chain_series waves(std::size_t chains, std::size_t length) {
    chain_series series(chains);
    for (std::size_t c = 0; c < chains; ++c)
        for (std::size_t i = 0; i < length; ++i) series[c].push_back(std::sin(static_cast<double>(i * i + c)));
    return series;
}

}  // namespace

TEST_CASE("a trace has a line for each chain, in the chain's colour") {
    auto const plot = trace_plot("Trace of x & y", waves(10, 50), none);
    CHECK(plot.starts_with("<svg "));
    CHECK(plot.ends_with("</svg>"));
    CHECK(plot.find("<title>Trace of x &amp; y</title>") != std::string::npos);
    CHECK(count(plot, "class=\"line c") == 10);
    CHECK(count(plot, "class=\"line c0\"") == 2);  // colours repeat after eight
    CHECK(count(plot, "class=\"expected\"") == 0);
    CHECK(count(trace_plot("x", waves(1, 50), 0.5), "class=\"expected\"") == 1);
}

TEST_CASE("a long trace is no larger than a short one") {
    CHECK(trace_plot("x", waves(1, 100'000), none).size() < 2 * trace_plot("x", waves(1, 360), none).size());
}

TEST_CASE("values that are not finite leave a gap, and never a coordinate") {
    auto series = waves(1, 20);
    series[0][7] = none;
    series[0][9] = std::numeric_limits<double>::infinity();
    auto const plot = trace_plot("x", series, none);
    CHECK(plot.find("nan") == std::string::npos);
    CHECK(plot.find("inf") == std::string::npos);
    CHECK(trace_plot("x", {{none, none}}, none).find("no finite value") != std::string::npos);
    CHECK(trace_plot("x", {{5, 5, 5}}, none).find("nan") == std::string::npos);
}

TEST_CASE("ranks have a band for independent draws, and need some draws") {
    auto const plot = rank_plot("x", waves(4, 100));
    CHECK(count(plot, "class=\"band\"") == 1);
    CHECK(count(plot, "class=\"line c") == 4);
    CHECK(rank_plot("x", waves(2, 9)).find("too few draws") != std::string::npos);
}

TEST_CASE("autocorrelations are drawn for chains that move") {
    auto series = waves(2, 100);
    CHECK(count(autocorrelation_plot("x", series), "class=\"line c") == 2);
    series[1].assign(100, 3.0);
    CHECK(count(autocorrelation_plot("x", series), "class=\"line c") == 1);
    series[0].assign(100, 3.0);
    CHECK(autocorrelation_plot("x", series).find("all draws are the same") != std::string::npos);
    CHECK(autocorrelation_plot("x", waves(1, 2)).find("too few draws") != std::string::npos);
}

TEST_CASE("bars hang from the line of what is expected, and the last stands for all others") {
    binned_data const bins{.start = 0, .width = 1, .observed = {4, 9, 16, 0}, .expected = {4, 16, 9, 1}};
    auto const plot = rootogram("Counts", bins, bin_kind::counts);
    CHECK(plot.starts_with("<svg "));
    CHECK(plot.find("<title>Counts</title>") != std::string::npos);
    CHECK(count(plot, "class=\"block\"") == 4);
    CHECK(count(plot, "class=\"band\"") == 1);
    CHECK(count(plot, "class=\"line c1\"") == 2);
    CHECK(plot.find(">count</text>") != std::string::npos);
    CHECK(plot.find(">more</text>") != std::string::npos);
    // √4 − √4 = 0, √16 − √9 = 1, √9 − √16 = −1: heights are as 2, 3 and 4, and the first ends where the axis is.
    auto const height = [&](std::size_t bar) {
        std::size_t at = 0;
        for (std::size_t i = 0; i <= bar; ++i) at = plot.find("class=\"block\"", at + 1);
        at = plot.find("height=\"", at) + 8;
        return std::stod(plot.substr(at, plot.find('"', at) - at));
    };
    CHECK(height(1) / height(0) == doctest::Approx(1.5).epsilon(0.02));
    CHECK(height(2) / height(0) == doctest::Approx(2).epsilon(0.02));
    CHECK(height(3) == 0);
    auto const residuals =
        rootogram("Residuals", {.start = -1, .width = 0.5, .observed = {1, 2, 0}, .expected = {1, 2, 0}}, bin_kind::numbers);
    CHECK(residuals.find(">standardised residual</text>") != std::string::npos);
    CHECK(residuals.find(">others</text>") != std::string::npos);
    CHECK(residuals.find("nan") == std::string::npos);
}

TEST_CASE("shares are drawn with their errors against what is predicted") {
    auto const plot = calibration_plot("Calibration of a & b", {{0.1, 0.05, 0.03}, {0.4, 0.5, 0.05}, {0.9, 1, 0.04}});
    CHECK(plot.find("<title>Calibration of a &amp; b</title>") != std::string::npos);
    CHECK(count(plot, "class=\"dot\"") == 3);
    CHECK(count(plot, "class=\"line c0\"") == 4);
    CHECK(count(plot, "class=\"expected\"") == 1);
    auto const one = calibration_plot("x", {{0, 0, 0}});
    CHECK(one.find("nan") == std::string::npos);
    CHECK(one.find("inf") == std::string::npos);
    CHECK(calibration_plot("x", {}).find("no data") != std::string::npos);
}
