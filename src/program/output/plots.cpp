module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.program.setup;

namespace firefly::program {

namespace {

struct interval {
    double low = infinity;
    double high = -infinity;

    void include(double value) {
        if (!(std::abs(value) < 1e300)) return;  // NaN, infinite, or so large that differences overflow
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool is_empty() const { return !(low <= high); }
    /// With a margin at both ends, and never so short that ticks coincide.
    interval padded() const {
        double const size = std::max(std::abs(low), std::abs(high));
        double const room = size > 0 ? std::max(0.05 * (high - low), (high > low ? 1e-9 : 0.5) * size) : 1;
        return {low - room, high + room};
    }
};

/// 1, 2 or 5 times a power of ten, so that about `count` of them fill the interval.
double tick_step(interval const& range, double count) {
    double const rough = (range.high - range.low) / count, power = std::pow(10, std::floor(std::log10(rough)));
    double const ratio = rough / power;
    return power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
}

/// With enough decimals to distinguish neighbouring ticks.
std::string tick_label(double value, double step) {
    double const decimals = std::max(0.0, -std::floor(std::log10(step) + 1e-9));
    if (std::abs(value) < 1e6 && decimals <= 6) return fmt::format("{:.{}f}", value, static_cast<int>(decimals));
    return fmt::format("{:.6g}", value);
}

class plot {
public:
    /// Numbers along the axis go no further than `last_tick`.
    plot(std::string const& title, interval x, interval y, std::string const& x_label, double last_tick = infinity)
        : x_(x), y_(y), body_(fmt::format("<svg viewBox=\"0 0 360 200\" role=\"img\"><title>{}</title>", html_text(title))) {
        grid(x_label, std::min(last_tick, x.high));
    }

    double across(double x) const { return left + (x - x_.low) / (x_.high - x_.low) * (right - left); }
    double down(double y) const { return bottom - (y - y_.low) / (y_.high - y_.low) * (bottom - top); }

    /// A path through the points; a gap where one is not finite.
    void line(std::vector<std::pair<double, double>> const& points, std::string const& style) {
        std::string path;
        bool gap = true;
        for (auto const& [x, y] : points) {
            bool const finite = std::isfinite(x) && std::isfinite(y);
            if (finite) fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", gap ? "M" : "L", across(x), down(y));
            gap = !finite;
        }
        if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>", style, path);
    }

    void level(double y, std::string const& style) { line({{x_.low, y}, {x_.high, y}}, style); }

    void band(double low, double high) {
        low = std::max(low, y_.low);
        high = std::min(high, y_.high);
        box({x_.low, x_.high}, {low, high}, "band");
    }

    void box(interval x, interval y, std::string const& style) {
        body_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", style,
                             across(x.low), down(y.high), across(x.high) - across(x.low), down(y.low) - down(y.high));
    }

    void dot(double x, double y) {
        body_ += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", across(x), down(y));
    }

    /// Words in the place of a number along the axis.
    void tick(double x, std::string const& words) {
        body_ += fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", across(x), bottom + 13, words);
    }

    std::string finish() const { return body_ + "</svg>"; }

private:
    static constexpr double left = 52, right = 338, top = 8, bottom = 168;

    void grid(std::string const& x_label, double last_tick) {
        double const step_y = tick_step(y_, 4);
        for (double y = std::ceil(y_.low / step_y) * step_y; y <= y_.high + 1e-9 * step_y; y += step_y) {
            double const value = std::abs(y) < 1e-9 * step_y ? 0 : y;
            level(value, "grid");
            body_ += fmt::format("<text class=\"ty\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", left - 5, down(value) + 4,
                                 tick_label(value, step_y));
        }
        double const step_x = tick_step(x_, 4);
        for (double x = std::ceil(x_.low / step_x) * step_x; x <= last_tick + 1e-9 * step_x; x += step_x)
            tick(x, fmt::format("{:.6g}", std::abs(x) < 1e-9 * step_x ? 0 : x));
        body_ += fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"196\">{}</text>", (left + right) / 2, html_text(x_label));
        line({{x_.low, y_.low}, {x_.high, y_.low}}, "axis");
    }

    interval x_, y_;
    std::string body_;
};

std::string chain_style(std::size_t chain) {
    return fmt::format("line c{}", chain % 8);
}

/// All draws if there are few; otherwise the smallest and largest of each bin, in order.
std::vector<std::pair<double, double>> thinned(std::vector<double> const& values) {
    constexpr std::size_t bins = 180;
    std::vector<std::pair<double, double>> points;
    auto const add = [&](std::size_t i) { points.emplace_back(static_cast<double>(i + 1), values[i]); };
    if (values.size() <= 2 * bins) {
        for (std::size_t i = 0; i < values.size(); ++i) add(i);
        return points;
    }
    for (std::size_t b = 0; b < bins; ++b) {
        auto const first = values.begin() + static_cast<std::ptrdiff_t>(b * values.size() / bins);
        auto const last = values.begin() + static_cast<std::ptrdiff_t>((b + 1) * values.size() / bins);
        auto const [low, high] = std::minmax_element(first, last);
        std::size_t const i = static_cast<std::size_t>(low - values.begin()), j = static_cast<std::size_t>(high - values.begin());
        add(std::min(i, j));
        if (i != j) add(std::max(i, j));
    }
    return points;
}

std::string nothing_to_draw(std::string const& title, std::string const& why) {
    return fmt::format(
        "<svg viewBox=\"0 0 360 200\" role=\"img\"><title>{}</title><text class=\"tx\" x=\"180\" y=\"100\">{}</text></svg>",
        html_text(title), html_text(why));
}

}  // namespace

std::string trace_plot(std::string const& title, chain_series const& chains, double expected) {
    interval y;
    std::size_t length = 2;
    for (auto const& chain : chains) {
        for (double const value : chain) y.include(value);
        length = std::max(length, chain.size());
    }
    if (y.is_empty()) return nothing_to_draw(title, "no finite value");
    y.include(expected);
    plot result(title, {1, static_cast<double>(length)}, y.padded(), "draw");
    for (std::size_t c = 0; c < chains.size(); ++c) result.line(thinned(chains[c]), chain_style(c));
    if (std::isfinite(expected)) result.level(expected, "expected");
    return result.finish();
}

std::string rank_plot(std::string const& title, chain_series const& chains) {
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
    interval y{0, mean + 2 * spread};
    for (auto const& chain : counts)
        for (double const count : chain) y.include(count);
    plot result(title, {0, 1}, {0, 1.05 * y.high}, "rank among all draws");
    result.band(mean - spread, mean + spread);
    result.level(mean, "expected");
    for (std::size_t c = 0; c < chains.size(); ++c) {
        std::vector<std::pair<double, double>> steps;
        for (std::size_t b = 0; b < bins; ++b)
            for (std::size_t const end : {b, b + 1}) steps.emplace_back(static_cast<double>(end) / bins, counts[c][b]);
        result.line(steps, chain_style(c));
    }
    return result.finish();
}

std::string autocorrelation_plot(std::string const& title, chain_series const& chains) {
    std::size_t const length = chains.front().size(), lags = std::min<std::size_t>(length - 1, 50);
    if (lags < 2) return nothing_to_draw(title, "too few draws");
    plot result(title, {0, static_cast<double>(lags)}, {-0.3, 1.05}, "lag");
    bool any = false;
    result.level(0, "expected");
    for (std::size_t c = 0; c < chains.size(); ++c) {
        auto const gamma = autocovariance(chains[c]);
        if (!(gamma[0] > 0)) continue;
        std::vector<std::pair<double, double>> points;
        for (std::size_t t = 0; t <= lags; ++t) points.emplace_back(static_cast<double>(t), std::max(-0.3, gamma[t] / gamma[0]));
        result.line(points, chain_style(c));
        any = true;
    }
    return any ? result.finish() : nothing_to_draw(title, "all draws are the same");
}

std::string rootogram(std::string const& title, binned_data const& bins, bin_kind kind) {
    bool const counts = kind == bin_kind::counts;
    double const width = bins.width, from = counts ? bins.start - 0.5 : bins.start;  // a count has the place ±½
    std::size_t const inside = bins.bins();
    auto const place = [&](std::size_t b) {  // the middle of a bin; the last one stands apart
        return from + width * (static_cast<double>(b) + (b == inside ? 1.25 : 0.5));
    };
    interval y{-1.5, 1.5};
    std::vector<std::pair<double, double>> expected;
    for (std::size_t b = 0; b <= inside; ++b) {
        double const top = std::sqrt(bins.expected[b]);
        y.include(top);
        y.include(top - std::sqrt(bins.observed[b]));
        expected.emplace_back(place(b), top);
    }
    double const end = from + width * static_cast<double>(inside);
    plot result(title, {from - 0.5 * width, place(inside) + width}, y.padded(), counts ? "count" : "standardised residual", end);
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
    std::vector<std::pair<double, double>> line;
    for (auto const& [predicted, observed, error] : groups) {
        x.include(predicted);
        for (double const value : {predicted, observed - 2 * error, observed + 2 * error}) y.include(std::clamp(value, 0.0, 1.0));
        line.emplace_back(predicted, observed);
    }
    if (x.is_empty()) return nothing_to_draw(title, "no data");
    plot result(title, x.padded(), y.padded(), "predicted probability");
    result.line({{x.low, x.low}, {x.high, x.high}}, "expected");
    result.line(line, "line c0");
    for (auto const& [predicted, observed, error] : groups) {
        result.line({{predicted, std::max(0.0, observed - 2 * error)}, {predicted, std::min(1.0, observed + 2 * error)}},
                    "line c0");
        result.dot(predicted, observed);
    }
    return result.finish();
}

}  // namespace firefly::program
