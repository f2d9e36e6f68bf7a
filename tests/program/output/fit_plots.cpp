#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "svg.hpp"

import firefly.program.setup;
import firefly.program.output;

using namespace firefly::program;

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

TEST_CASE("a curve of thresholds is drawn, and its area is the chance to put two data in order") {
    CHECK(roc_area({{0, 0}, {1, 1}}) == 0.5);
    CHECK(roc_area({{0, 0}, {0, 1}, {1, 1}}) == 1);
    CHECK(roc_area({{0, 0}, {0.5, 1}, {1, 1}}) == 0.75);
    CHECK(roc_area({}) == 0);
    auto const plot = roc_plot("ROC of a & b", {{0, 0}, {0.25, 0.75}, {1, 1}});
    CHECK(plot.find("aria-label=\"ROC of a &amp; b: area 0.750\"") != std::string::npos);
    CHECK(points_of(attribute(plot, "line c0", "d")).size() == 3);
    CHECK(count(plot, "class=\"expected\"") == 1);
    CHECK(roc_plot("x", {}).find("no data") != std::string::npos);
}
