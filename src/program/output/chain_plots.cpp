module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import :canvas;

namespace firefly::program {

namespace {

constexpr std::size_t most_lines = 8;

bool are_many(chain_series const& chains) {
    return chains.size() > most_lines;
}

/// By its place among the lines where there are many chains, so that those on top differ in colour.
std::string chain_style(std::size_t place) {
    return fmt::format("line c{}", place % most_lines);
}

std::string in_words(chain_series const& chains, std::vector<std::size_t> const& on_top) {
    if (!are_many(chains)) return fmt::format("{} chain{}", chains.size(), chains.size() == 1 ? "" : "s");
    std::vector<std::string> names;
    for (std::size_t const c : on_top) names.push_back(fmt::format("{}", c + 1));
    return fmt::format("a band of {} chains, chains {} on top", chains.size(), enumeration(names, names.size()));
}

std::string number(double value) {
    return typeset(fmt::format("{:.4g}", value));
}

/// All draws if there are few; otherwise the smallest and largest of each bin, in order.
canvas::points thinned(std::vector<double> const& values) {
    constexpr std::size_t bins = 150;
    canvas::points result;
    auto const add = [&](std::size_t i) { result.emplace_back(static_cast<double>(i + 1), values[i]); };
    if (values.size() <= 2 * bins) {
        for (std::size_t i = 0; i < values.size(); ++i) add(i);
        return result;
    }
    for (std::size_t b = 0; b < bins; ++b) {
        auto const first = values.begin() + static_cast<std::ptrdiff_t>(b * values.size() / bins);
        auto const last = values.begin() + static_cast<std::ptrdiff_t>((b + 1) * values.size() / bins);
        auto const [low, high] = std::minmax_element(first, last);
        std::size_t const i = static_cast<std::size_t>(low - values.begin()), j = static_cast<std::size_t>(high - values.begin());
        add(std::min(i, j));
        if (i != j) add(std::max(i, j));
    }
    return result;
}

/// Lower and upper ends of a band.
struct ends {
    canvas::points lower = {}, upper = {};

    void add(double x, double low, double high) {
        lower.emplace_back(x, low);
        upper.emplace_back(x, high);
    }
};

/// Of all chains together, in bins of draws: everything, and the middle 90 %.
std::pair<ends, ends> bands_of(chain_series const& chains) {
    constexpr std::size_t most_bins = 120;
    std::size_t const length = chains.front().size(), bins = std::min(most_bins, length);
    ends all, middle;
    for (std::size_t b = 0; b < bins; ++b) {
        std::size_t const first = b * length / bins, last = (b + 1) * length / bins;
        std::vector<double> values;
        for (auto const& chain : chains)
            for (std::size_t i = first; i < last; ++i)
                if (std::isfinite(chain[i])) values.push_back(chain[i]);
        if (values.empty()) continue;
        double const x = 0.5 * static_cast<double>(first + 1 + last);
        auto const [low, high] = std::ranges::minmax(values);
        all.add(x, low, high);
        scalar_draws const draws(std::move(values));
        middle.add(x, quantile(draws, 0.05), quantile(draws, 0.95));
    }
    return {all, middle};
}

/// From the lowest to the highest of the lines that chains would have.
ends range_of(std::vector<canvas::points> const& lines) {
    ends result;
    for (std::size_t i = 0; !lines.empty() && i < lines.front().size(); ++i) {
        interval range;
        for (auto const& line : lines) range.include(line[i].second);
        if (!range.is_empty()) result.add(lines.front()[i].first, range.low, range.high);
    }
    return result;
}

/// The lines of all chains, or a band and some of them.
void draw_lines(canvas& plot, std::vector<canvas::points> const& lines, std::vector<std::size_t> const& on_top) {
    bool const many = lines.size() > most_lines;
    if (many) {
        ends const all = range_of(lines);
        plot.area(all.lower, all.upper, "range");
    }
    for (std::size_t i = 0; i < on_top.size(); ++i)
        if (on_top[i] < lines.size()) plot.line(lines[on_top[i]], chain_style(many ? i : on_top[i]));
}

}  // namespace

std::vector<std::size_t> chains_on_top(chain_series const& chains) {
    std::vector<std::size_t> order(chains.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!are_many(chains)) return order;
    constexpr std::size_t some = 3;
    std::vector<double> distances;
    auto const scores = rank_normalised(chains);
    for (auto const& z : scores.chains()) {
        auto const n = static_cast<double>(z.size());
        double sum = 0, squares = 0;
        for (double const x : z) {
            sum += x;
            squares += x * x;
        }
        double const centre = sum / n, spread = std::sqrt(std::max(0.0, squares / n - centre * centre));
        double const distance = std::abs(centre) + std::abs(spread - 1);
        distances.push_back(std::isnan(distance) ? 0 : distance);
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
    order.resize(some);
    std::ranges::sort(order);
    return order;
}

std::string trace_plot(std::string const& title, chain_series const& chains, std::vector<std::size_t> const& on_top,
                       double expected) {
    interval y;
    std::size_t length = 2;
    for (auto const& chain : chains) {
        for (double const value : chain) y.include(value);
        length = std::max(length, chain.size());
    }
    if (y.is_empty()) return nothing_to_draw(title, "no finite value");
    std::string const words = fmt::format("{}, {} draws, from {} to {}", in_words(chains, on_top),
                                          typeset(fmt::format("{}", chains.front().size())), number(y.low), number(y.high));
    y.include(expected);
    canvas result({title, words}, {1, static_cast<double>(length)}, y.padded(), {.x_label = "draw"});
    bool const many = are_many(chains);
    if (many) {
        auto const [all, middle] = bands_of(chains);
        result.area(all.lower, all.upper, "range");
        result.area(middle.lower, middle.upper, "range");
    }
    for (std::size_t i = 0; i < on_top.size(); ++i) result.line(thinned(chains[on_top[i]]), chain_style(many ? i : on_top[i]));
    if (std::isfinite(expected)) result.level(expected, "expected");
    return result.finish();
}

std::string rank_plot(std::string const& title, chain_series const& chains, std::vector<std::size_t> const& on_top) {
    constexpr std::size_t bins = 20;
    std::vector<std::pair<double, std::size_t>> all;  // value, chain
    for (std::size_t c = 0; c < chains.size(); ++c)
        for (double const value : chains[c])
            if (!std::isnan(value)) all.emplace_back(value, c);
    if (all.size() < bins) return nothing_to_draw(title, "too few draws");
    std::ranges::sort(all);
    std::vector<std::array<double, bins>> counts(chains.size(), std::array<double, bins>{});
    for (std::size_t r = 0; r < all.size(); ++r) ++counts[all[r].second][r * bins / all.size()];

    double const mean = static_cast<double>(all.size()) / static_cast<double>(bins * chains.size());
    // Contains 95 of 100 bins of independent draws: counts are binomial, each bin has probability 1/20.
    double const spread = 2 * std::sqrt(mean * (1 - 1.0 / bins));
    interval y{0, mean + 2 * spread}, found;
    std::vector<canvas::points> lines;
    for (auto const& chain : counts) {
        auto& steps = lines.emplace_back();
        for (std::size_t b = 0; b < bins; ++b) {
            found.include(chain[b]);
            for (std::size_t const end : {b, b + 1}) steps.emplace_back(static_cast<double>(end) / bins, chain[b]);
        }
    }
    y.include(found.high);
    std::string const words = fmt::format("{}, from {} to {} draws in a bin where {} are expected", in_words(chains, on_top),
                                          number(found.low), number(found.high), number(mean));
    canvas result({title, words}, {0, 1}, {0, 1.05 * y.high}, {.x_label = "rank among all draws"});
    result.band(mean - spread, mean + spread);
    result.level(mean, "expected");
    draw_lines(result, lines, on_top);
    return result.finish();
}

std::string autocorrelation_plot(std::string const& title, chain_series const& chains, std::vector<std::size_t> const& on_top) {
    constexpr double least = -0.3;
    std::size_t const length = chains.front().size(), lags = std::min<std::size_t>(length - 1, 50);
    if (lags < 2) return nothing_to_draw(title, "too few draws");
    bool any = false;
    interval first;
    std::vector<canvas::points> lines;
    for (auto const& chain : chains) {
        auto const gamma = autocovariance(chain);
        auto& line = lines.emplace_back();
        bool const moves = gamma[0] > 0;
        any = any || moves;
        if (moves) first.include(gamma[1] / gamma[0]);
        for (std::size_t t = 0; t <= lags; ++t)
            line.emplace_back(static_cast<double>(t),
                              moves ? std::max(least, gamma[t] / gamma[0]) : std::numeric_limits<double>::quiet_NaN());
    }
    if (!any) return nothing_to_draw(title, "all draws are the same");
    std::string const words = fmt::format("{}, from {:.2f} to {:.2f} at lag 1", in_words(chains, on_top), first.low, first.high);
    canvas result({title, first.is_empty() ? in_words(chains, on_top) : words}, {0, static_cast<double>(lags)}, {least, 1.05},
                  {.x_label = "lag"});
    result.level(0, "expected");
    draw_lines(result, lines, on_top);
    return result.finish();
}

}  // namespace firefly::program
