module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.program.setup;
import :canvas;

namespace firefly::program {

std::string rootogram(std::string const& title, binned_data const& bins, bin_kind kind) {
    bool const counts = kind == bin_kind::counts;
    double const width = bins.width, from = counts ? bins.start - 0.5 : bins.start;  // a count has the place ±½
    std::size_t const inside = bins.bins();
    auto const place = [&](std::size_t b) {  // the middle of a bin; the last one stands apart
        return from + width * (static_cast<double>(b) + (b == inside ? 1.25 : 0.5));
    };
    interval y{-1.5, 1.5};
    canvas::points expected;
    std::size_t outside = 0;
    for (std::size_t b = 0; b <= inside; ++b) {
        double const top = std::sqrt(bins.expected[b]);
        y.include(top);
        double const end = top - std::sqrt(bins.observed[b]);
        y.include(end);
        outside += std::abs(end) > 1;
        expected.emplace_back(place(b), top);
    }
    double const end = from + width * static_cast<double>(inside);
    canvas result({title, fmt::format("{} bars, of which {} end outside of the band", inside + 1, outside)},
                  {from - 0.5 * width, place(inside) + width}, y.padded(),
                  {.x_label = counts ? "count" : "standardised residual", .y_label = "√ data", .last_tick = end});
    result.band(-1, 1);
    result.level(0, "axis");
    for (std::size_t b = 0; b <= inside; ++b) {
        auto const [x, top] = expected[b];
        result.box({x - 0.4 * width, x + 0.4 * width}, {top - std::sqrt(bins.observed[b]), top}, "block");
    }
    auto const [x, top] = expected.back();
    expected.pop_back();
    result.line(expected, "line c1");
    result.line({{x - 0.4 * width, top}, {x + 0.4 * width, top}}, "line c1");
    result.tick(x, bins.start == 0 ? "more" : "others");
    return result.finish();
}

std::string calibration_plot(std::string const& title, std::vector<calibration_group> const& groups) {
    interval x, y;
    canvas::points line;
    std::size_t off = 0;
    for (auto const& [predicted, observed, error] : groups) {
        x.include(predicted);
        for (double const value : {predicted, observed - 2 * error, observed + 2 * error}) y.include(std::clamp(value, 0.0, 1.0));
        line.emplace_back(predicted, observed);
        off += std::abs(observed - predicted) > 2 * error;
    }
    if (x.is_empty()) return nothing_to_draw(title, "no data");
    std::string const words = fmt::format("{} groups, of which {} lie more than two standard errors off", groups.size(), off);
    canvas result({title, words}, x.padded(), y.padded(), {.x_label = "predicted probability", .y_label = "observed share"});
    result.line({{x.low, x.low}, {x.high, x.high}}, "expected");
    result.line(line, "line c0");
    for (auto const& [predicted, observed, error] : groups) {
        result.line({{predicted, std::max(0.0, observed - 2 * error)}, {predicted, std::min(1.0, observed + 2 * error)}},
                    "line c0");
        result.dot(predicted, observed);
    }
    return result.finish();
}

double roc_area(std::vector<roc_point> const& points) {
    double area = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        area += (points[i].mistaken - points[i - 1].mistaken) * (points[i].found + points[i - 1].found) / 2;
    return area;
}

std::string roc_plot(std::string const& title, std::vector<roc_point> const& points) {
    if (points.size() < 2) return nothing_to_draw(title, "no data");
    canvas::points line;
    for (auto const& [mistaken, found] : points) line.emplace_back(mistaken, found);
    canvas result({title, fmt::format("area {:.3f}", roc_area(points))}, {0, 1}, {0, 1.02},
                  {.x_label = "share of the others that is mistaken for it", .y_label = "share found"});
    result.line({{0, 0}, {1, 1}}, "expected");
    result.line(line, "line c0");
    return result.finish();
}

}  // namespace firefly::program
