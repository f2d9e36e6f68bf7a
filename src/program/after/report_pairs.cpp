/// The section of a report that shows the pairs of parameters that are most correlated.
///
///     r = Σ (xₛ − x̄)(yₛ − ȳ) / √(Σ (xₛ − x̄)² Σ (yₛ − ȳ)²)
///
/// of up to 300 parameters, levels of groups left out, and about 500 draws spread evenly over the chains: D²/2 sums of 500 terms, a twentieth of a
/// second. Correlations are known to about 0.04 that way, enough to find the large ones.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :report_page;

namespace firefly::program {

namespace {

constexpr std::size_t most_parameters = 300, most_draws = 500, most_pairs = 6;
constexpr double least_correlation = 0.3;

/// Some of the draws, less their mean and divided by the root of the sum of squares. Empty where there is nothing to divide by.
std::vector<double> standardized(chain_series const& chains) {
    std::size_t const each = std::max<std::size_t>(2, most_draws / chains.size());
    std::vector<double> result;
    for (auto const& chain : chains)
        for (std::size_t i = 0; i < std::min(each, chain.size()); ++i)
            result.push_back(chain[i * chain.size() / std::min(each, chain.size())]);
    double sum = 0, squares = 0;
    for (double const x : result) sum += x;
    double const centre = sum / static_cast<double>(result.size());
    for (double& x : result) {
        x -= centre;
        squares += x * x;
    }
    if (!(squares > 0) || !std::isfinite(squares)) return {};
    for (double& x : result) x /= std::sqrt(squares);
    return result;
}

}  // namespace

void report_page::plot_pairs() {
    auto lines = common_and_levels().first;
    bool const some = lines.size() > most_parameters;
    if (some) lines.resize(most_parameters);
    if (lines.size() < 2 || draws_.chains() * draws_.length() < 20) return;
    std::vector<std::vector<double>> columns;
    for (std::size_t const line : lines) columns.push_back(standardized(series_of(line)));
    std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;  // correlation and lines
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = i + 1; j < columns.size(); ++j) {
            if (columns[i].empty() || columns[j].empty()) continue;
            double r = 0;
            for (std::size_t s = 0; s < columns[i].size(); ++s) r += columns[i][s] * columns[j][s];
            if (std::abs(r) >= least_correlation) pairs.emplace_back(r, lines[i], lines[j]);
        }
    std::size_t const shown = std::min(pairs.size(), most_pairs);
    std::ranges::partial_sort(pairs, pairs.begin() + static_cast<std::ptrdiff_t>(shown), std::ranges::greater(),
                              [](auto const& pair) { return std::abs(std::get<0>(pair)); });
    open_section("pairs", "Pairs");
    std::string const of = some ? fmt::format(" of the first {} parameters", most_parameters) : "";
    if (shown == 0) {
        add(fmt::format("<p class=\"how\">No two{} are correlated by {} or more.</p>\n", some ? of : " parameters",
                        least_correlation));
        close_section();
        return;
    }
    add(fmt::format(
        "<p class=\"how\">The pairs{} that are most correlated, one point for each of some draws. What the data leave open is a "
        "direction along which points lie; curves and funnels are hard to sample.</p>\n<div class=\"plots\">\n",
        of));
    for (auto const& [r, x, y] : pairs | std::views::take(shown)) {
        std::string const &x_name = found_.lines[x].name, &y_name = found_.lines[y].name;
        figure(
            pair_plot({x_name, y_name, series_of(x), series_of(y), r}),
            fmt::format("{} against {}: correlation {}", html_name(y_name), html_name(x_name), typeset(fmt::format("{:.2f}", r))));
    }
    add("</div>\n");
    close_section();
}

}  // namespace firefly::program
