/// The picture that a report begins with: where the draws of every parameter lie.
///
/// One strip for each parameter, below each other, along a common axis; up to twelve have their densities above them. A common axis is of no use
/// for parameters of very different size: one whose interval would be less than 3 % of it (1 % of more than twelve)
/// begins another panel with an axis of its own, the small ones first. Of more than sixty parameters, all are in one picture, and their strips are folded beneath.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :report_page;

namespace firefly::program {

namespace {

constexpr std::size_t most_curves = 12, most_unfolded = 60, most_folded = 100, most_panels = 4;
/// What an interval has of an axis at least: enough to see a density, or else a line.
double narrowest(std::size_t parameters) {
    return parameters <= most_curves ? 0.03 : 0.01;
}

posterior_interval interval_of(scalar_draws const& draws, bool with_density) {
    return {.median = quantile(draws, 0.5),
            .low_50 = quantile(draws, 0.25),
            .high_50 = quantile(draws, 0.75),
            .low_94 = quantile(draws, 0.03),
            .high_94 = quantile(draws, 0.97),
            .density = with_density ? density_curve(draws) : std::vector<std::pair<double, double>>()};
}

/// Median and ends of the two intervals, with the digits that the Monte Carlo error of the mean leaves.
std::vector<std::string> in_digits(summary line, posterior_interval const& one) {
    line.name.clear();
    line.mean = one.low_94;
    line.sd = one.low_50;
    line.q5 = one.high_50;
    line.median = one.median;
    line.q95 = one.high_94;
    std::string const table = format_table(std::span(&line, 1));
    std::istringstream words(table.substr(table.find('\n') + 1));
    std::vector<std::string> cells{std::istream_iterator<std::string>(words), {}};
    cells.resize(6, "nan");
    return {typeset(cells[4]), typeset(cells[1]), typeset(cells[3]), typeset(cells[0]), typeset(cells[5])};
}

/// Indices of intervals that share an axis, panel by panel; in their order within a panel.
std::vector<std::vector<std::size_t>> panels_of(std::vector<posterior_interval> const& intervals) {
    std::vector<std::size_t> order(intervals.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto const size = [&](std::size_t i) {
        double const far = std::max(std::abs(intervals[i].low_94), std::abs(intervals[i].high_94));
        return std::isfinite(far) ? far : infinity;
    };
    std::ranges::stable_sort(order, {}, size);
    std::vector<std::vector<std::size_t>> result;
    double low = 0, high = 0, least = infinity;
    for (std::size_t const i : order) {
        double const a = intervals[i].low_94, b = intervals[i].high_94, width = b > a ? b - a : infinity;
        bool const fits = std::min(least, width) >= narrowest(intervals.size()) * (std::max(high, b) - std::min(low, a));
        if (result.empty() || (std::isfinite(a) && !fits && result.size() < most_panels)) {
            result.emplace_back();
            low = a;
            high = b;
            least = width;
        } else {
            low = std::min(low, a);
            high = std::max(high, b);
            least = std::min(least, width);
        }
        result.back().push_back(i);
    }
    for (auto& panel : result) std::ranges::sort(panel);
    return result;
}

}  // namespace

void report_page::plot_intervals() {
    open_section("posterior", "Posterior");
    auto const [common, groups] = common_and_levels();
    add(fmt::format(
        "<p class=\"how\">Each parameter’s median (dot), the middle half of its draws (thick) and the middle 94 % (thin){}. "
        "<span class=\"broad\">{}</span></p>\n",
        common.size() <= most_curves ? "; above, the density, each as high as the others" : "",
        common.size() <= most_unfolded ? "The numbers on the right are the median and the ends of the 94 %."
                                       : "Each by itself, with its numbers, is folded beneath."));
    forest(common, "parameter");
    for (auto const& levels : groups) {
        add(fmt::format("<details><summary>{}</summary>\n", levels_in_words(levels)));
        auto const shown = shown_levels(levels);
        forest(shown, "level");
        if (shown.size() < levels.count)
            add(fmt::format("<p class=\"how\">The {} of {} levels whose means are furthest from zero.</p>\n", shown.size(),
                            whole(static_cast<double>(levels.count))));
        add("</details>\n");
    }
    if (found_.contrasts) {
        std::vector<std::size_t> lines(found_.of_contrasts().size());
        std::iota(lines.begin(), lines.end(), found_.parameters);
        add(fmt::format("<h3>Contrasts against {}</h3>\n", html_text(found_.contrasts->reference())));
        forest(lines, "contrast");
    }
    close_section();
}

void report_page::forest(std::vector<std::size_t> const& lines, std::string const& kind) {
    if (lines.empty()) return;
    bool const curves = lines.size() <= most_curves && kind != "level";
    std::vector<posterior_interval> intervals;
    for (std::size_t const line : lines) intervals.push_back(interval_of(series_of(line), curves));
    auto const some = [](auto const& all, std::vector<std::size_t> const& which) {
        std::remove_cvref_t<decltype(all)> result;
        for (std::size_t const i : which) result.push_back(all[i]);
        return result;
    };
    for (auto const& panel : panels_of(intervals)) {
        auto const own = some(intervals, panel);
        auto const own_lines = some(lines, panel);
        auto const axis = axis_of(own);
        if (own.size() <= most_unfolded) {
            strips(own_lines, own, axis);
            continue;
        }
        std::string const all = fmt::format("{} {}s", whole(static_cast<double>(own.size())), kind);
        add(fmt::format(
            "<div class=\"forest\"><div><span>{}, in the order of their medians</span>{}<span class=\"broad\"></span></div>"
            "<div><span></span>{}<span class=\"broad\"></span></div></div>\n",
            all, interval_stack(fmt::format("{}: medians and intervals, in the order of the medians", all), own, axis),
            axis_numbers(axis)));
        for (std::size_t first = 0; first < own.size(); first += most_folded) {
            std::size_t const last = std::min(own.size(), first + most_folded);
            auto const cut = [&](auto const& from) {
                return std::remove_cvref_t<decltype(from)>(from.begin() + static_cast<std::ptrdiff_t>(first),
                                                           from.begin() + static_cast<std::ptrdiff_t>(last));
            };
            std::string title = html_name(found_.lines[own_lines[first]].name);
            if (last - first > 1) title += " … " + html_name(found_.lines[own_lines[last - 1]].name);
            add(fmt::format("<details><summary>{}</summary>\n", title));
            strips(cut(own_lines), cut(own), axis);
            add("</details>\n");
        }
    }
}

void report_page::strips(std::vector<std::size_t> const& lines, std::vector<posterior_interval> const& intervals,
                         strip_axis const& axis) {
    add("<div class=\"forest\">\n");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        summary const& line = found_.lines[lines[i]];
        auto const digits = in_digits(line, intervals[i]);
        std::string const title = fmt::format("{}: median {}, 50 % from {} to {}, 94 % from {} to {}", line.name, digits[0],
                                              digits[1], digits[2], digits[3], digits[4]);
        add(fmt::format("<div><span>{}</span>{}<span class=\"broad\">{} <small>{} to {}</small></span></div>\n",
                        html_name(line.name), interval_strip(title, intervals[i], axis), digits[0], digits[3], digits[4]));
    }
    add(fmt::format("<div><span></span>{}<span class=\"broad\"></span></div>\n</div>\n", axis_numbers(axis)));
}

}  // namespace firefly::program
