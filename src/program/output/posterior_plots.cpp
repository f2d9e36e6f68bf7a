module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import :canvas;

namespace firefly::program {

namespace {

constexpr double strip_width = 1000;  // units, stretched to whatever room there is

/// In a strip.
double place(double value, strip_axis const& axis) {
    return std::clamp((value - axis.low) / (axis.high - axis.low), 0.0, 1.0) * strip_width;
}

std::string opening(std::string const& title, std::string const& style, double height) {
    std::string const words = html_text(title);
    return fmt::format(
        "<svg class=\"strip{}\" viewBox=\"0 0 {:.0f} {:.0f}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\"><title>{}</title>",
        style, strip_width, height, words, words);
}

std::string grid_of(strip_axis const& axis, double height) {
    std::string lines, zero;
    for (auto const& [value, _] : axis.ticks)
        fmt::format_to(std::back_inserter(value == 0 ? zero : lines), "M{:.0f} 0V{:.0f}", place(value, axis), height);
    std::string result;
    if (!lines.empty()) result += fmt::format("<path class=\"grid\" d=\"{}\"/>", lines);
    if (!zero.empty()) result += fmt::format("<path class=\"zero\" d=\"{}\"/>", zero);
    return result;
}

bool is_finite(posterior_interval const& one) {
    return std::abs(one.low_94) < 1e300 && std::abs(one.high_94) < 1e300;
}

/// At most this many of them, spread evenly.
canvas::points some_of(std::vector<double> const& x, std::vector<double> const& y, std::size_t most) {
    canvas::points result;
    std::size_t const shown = std::min(most, x.size());
    for (std::size_t i = 0; i < shown; ++i) {
        std::size_t const at = i * x.size() / shown;
        result.emplace_back(x[at], y[at]);
    }
    return result;
}

}  // namespace

strip_axis axis_of(std::vector<posterior_interval> const& intervals) {
    interval range;
    for (auto const& one : intervals) {
        range.include(one.low_94);
        range.include(one.high_94);
        for (auto const& [x, _] : one.density) range.include(x);
    }
    if (range.is_empty()) range = {0, 1};
    double const size = range.high - range.low;
    if (std::min(std::abs(range.low), std::abs(range.high)) < size) range.include(0);
    range = range.padded();
    return {range.low, range.high, ticks(range, 4)};
}

std::string interval_strip(std::string const& title, posterior_interval const& one, strip_axis const& axis) {
    bool const curved = !one.density.empty();
    double const height = curved ? 46 : 18, middle = curved ? 38 : 9, room = 32;
    std::string result = opening(title, curved ? " tall" : "", height) + grid_of(axis, height);
    if (!is_finite(one)) return result + "</svg>";
    if (curved) {
        double const highest = std::ranges::max_element(one.density, {}, &std::pair<double, double>::second)->second;
        std::string path = fmt::format("M{:.1f} {:.0f}", place(one.density.front().first, axis), room);
        for (auto const& [x, density] : one.density)
            fmt::format_to(std::back_inserter(path), "L{:.1f} {:.1f}", place(x, axis), room - (room - 2) * density / highest);
        fmt::format_to(std::back_inserter(path), "L{:.1f} {:.0f}", place(one.density.back().first, axis), room);
        result += fmt::format("<path class=\"hill\" d=\"{}\"/>", path);
    }
    return result +
           fmt::format(
               "<path class=\"thin\" d=\"M{0:.1f} {1:.0f}H{2:.1f}\"/><path class=\"thick\" d=\"M{3:.1f} {1:.0f}H{4:.1f}\"/>"
               "<path class=\"point\" d=\"M{5:.1f} {1:.0f}h.1\"/></svg>",
               place(one.low_94, axis), middle, place(one.high_94, axis), place(one.low_50, axis), place(one.high_50, axis),
               place(one.median, axis));
}

std::string interval_stack(std::string const& title, std::vector<posterior_interval> intervals, strip_axis const& axis) {
    constexpr double height = 400;
    std::erase_if(intervals, [](posterior_interval const& one) { return !is_finite(one); });
    std::ranges::stable_sort(intervals, {}, &posterior_interval::median);
    std::string thin, thick, points;
    double const step = height / static_cast<double>(std::max<std::size_t>(1, intervals.size()));
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        auto const& one = intervals[i];
        double const y = height - (static_cast<double>(i) + 0.5) * step;
        fmt::format_to(std::back_inserter(thin), "M{:.0f} {:.1f}H{:.0f}", place(one.low_94, axis), y, place(one.high_94, axis));
        fmt::format_to(std::back_inserter(thick), "M{:.0f} {:.1f}H{:.0f}", place(one.low_50, axis), y, place(one.high_50, axis));
        fmt::format_to(std::back_inserter(points), "M{:.0f} {:.1f}h.1", place(one.median, axis), y);
    }
    return opening(title, " stack", height) + grid_of(axis, height) +
           fmt::format(
               "<path class=\"faint\" d=\"{}\"/><path class=\"faint half\" d=\"{}\"/><path class=\"speck\" d=\"{}\"/></svg>", thin,
               thick, points);
}

std::string axis_numbers(strip_axis const& axis) {
    std::string result = "<span class=\"numbers\" aria-hidden=\"true\">";
    for (auto const& [value, label] : axis.ticks)
        result += fmt::format("<span style=\"left:{:.1f}%\">{}</span>", place(value, axis) / strip_width * 100, label);
    return result + "</span>";
}

std::string prior_plot(std::string const& title, std::vector<std::pair<double, double>> const& posterior,
                       std::vector<std::pair<double, double>> const& prior) {
    if (posterior.empty()) return nothing_to_draw(title, "all draws are the same");
    interval x, y{0, 0};
    canvas::points floor;
    for (auto const& [at, density] : prior) x.include(at);
    for (auto const& [at, density] : posterior) {
        x.include(at);
        y.include(density);
        floor.emplace_back(at, 0);
    }
    double const highest = y.high;
    for (auto const& [at, density] : prior) y.include(std::min(density, 2 * highest));
    canvas result({title, "the posterior as an area, the prior dashed"}, x, {0, 1.05 * y.high}, {.is_numbered = false});
    result.area(floor, posterior, "hill");
    canvas::points dashed;
    for (auto const& [at, density] : prior) dashed.emplace_back(at, std::min(density, 1.05 * y.high));
    result.line(posterior, "line c0");
    result.line(dashed, "line prior");
    return result.finish();
}

std::string pair_plot(parameter_pair const& both) {
    std::string const title = fmt::format("{} against {}", both.y_name, both.x_name);
    constexpr std::size_t most_points = 600, most_colours = 8;
    interval x, y;
    std::vector<canvas::points> clouds;
    for (std::size_t c = 0; c < both.x.size(); ++c) {
        auto const& own = clouds.emplace_back(some_of(both.x[c], both.y[c], std::max<std::size_t>(1, most_points / both.x.size())));
        for (auto const& [a, b] : own) {
            x.include(a);
            y.include(b);
        }
    }
    if (x.is_empty() || y.is_empty()) return nothing_to_draw(title, "no finite value");
    canvas result({title, fmt::format("correlation {:.2f}", both.correlation)}, x.padded(), y.padded(),
                  {.x_label = both.x_name, .y_label = both.y_name, .height = 260});
    for (std::size_t c = 0; c < clouds.size(); ++c)
        result.cloud(clouds[c], fmt::format("cloud c{}", both.x.size() > most_colours ? 0 : c));
    return result.finish();
}

}  // namespace firefly::program
