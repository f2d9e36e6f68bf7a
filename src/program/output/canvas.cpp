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

/// 1, 2 or 5 times a power of ten, so that about `count` of them fill the interval.
double tick_step(interval const& range, double count) {
    double const rough = (range.high - range.low) / count, power = portable::pow(10, std::floor(portable::log10(rough)));
    double const ratio = rough / power;
    return power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
}

std::string tick_label(double value, double step) {
    double const decimals = std::max(0.0, -std::floor(portable::log10(step) + 1e-9));
    if (std::abs(value) < 1e7 && decimals <= 6) return typeset(fmt::format("{:.{}f}", value, static_cast<int>(decimals)));
    auto const power = [](double x) { return std::floor(portable::log10(std::abs(x)) + 1e-9); };
    double const digits = value == 0 ? 1 : 1 + power(value) - power(step);
    return typeset(fmt::format("{:.{}g}", value, static_cast<int>(std::clamp(digits, 1.0, 12.0))));
}

/// Characters, not bytes: a label may have a minus sign.
std::size_t length_of(std::string const& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// At most this many characters: there is no room for more.
std::string shortened(std::string const& text, std::size_t most) {
    if (length_of(text) <= most) return text;
    std::size_t end = 0, characters = 0;
    for (; end < text.size(); ++end)
        if ((text[end] & 0xC0) != 0x80 && ++characters == most) break;
    return text.substr(0, end) + "…";
}

std::string opening(picture_words const& words, double height) {
    std::string const title = html_text(words.title), rest = html_text(words.description);
    return fmt::format("<svg viewBox=\"0 0 360 {}\" role=\"img\" aria-label=\"{}{}{}\"><title>{}</title>", height, title,
                       rest.empty() ? "" : ": ", rest, title);
}

}  // namespace

std::vector<std::pair<double, std::string>> ticks(interval const& range, double count) {
    std::vector<std::pair<double, std::string>> result;
    double const step = tick_step(range, count), first = std::ceil(range.low / step) * step;
    for (int i = 0; i < 50; ++i) {
        double const x = first + i * step;
        if (!(x <= range.high + 1e-9 * step)) break;
        double const value = std::abs(x) < 1e-9 * step ? 0 : x;
        result.emplace_back(value, tick_label(value, step));
    }
    return result;
}

canvas::canvas(picture_words const& words, interval x, interval y, layout const& how)
    : x_(x), y_(y), bottom_(how.height - 32), body_(opening(words, how.height)) {
    grid(how);
}

void canvas::grid(layout const& how) {
    constexpr double letter = 6.3;  // about the width of a digit
    if (how.is_numbered) {
        auto const numbers = ticks(y_, (bottom_ - top) / 40);
        std::size_t longest = 0;
        for (auto const& [_, label] : numbers) longest = std::max(longest, length_of(label));
        left_ = std::clamp(12 + letter * static_cast<double>(longest), 30.0, 110.0) + (how.y_label.empty() ? 0 : 14);
        for (auto const& [value, label] : numbers) {
            level(value, "grid");
            body_ += fmt::format("<text class=\"ty\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", left_ - 5, down(value) + 4, label);
        }
    }
    auto const numbers = ticks(x_, 4);
    std::size_t longest = 0;
    for (auto const& [_, label] : numbers) longest = std::max(longest, length_of(label));
    double const room = (right - left_) / static_cast<double>(std::max<std::size_t>(1, numbers.size()));
    bool const crowded = letter * static_cast<double>(longest) + 6 > room;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        bool const beyond = numbers[i].first > how.last_tick + 1e-9 * (x_.high - x_.low);
        if (!beyond && !(crowded && i % 2 == 1)) tick(numbers[i].first, numbers[i].second);
    }
    if (!how.x_label.empty())
        body_ += fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"{}\">{}</text>", (left_ + right) / 2, how.height - 4,
                             html_text(shortened(how.x_label, 45)));
    if (!how.y_label.empty())
        body_ += fmt::format("<text class=\"tx\" transform=\"translate(10 {:.1f}) rotate(-90)\">{}</text>", (top + bottom_) / 2,
                             html_text(shortened(how.y_label, static_cast<std::size_t>((bottom_ - top) / letter))));
    line({{x_.low, y_.low}, {x_.high, y_.low}}, "axis");
}

void canvas::line(points const& all, std::string const& style) {
    std::string path;
    bool gap = true;
    for (auto const& [x, y] : all) {
        bool const finite = std::isfinite(x) && std::isfinite(y);
        if (finite) fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", gap ? "M" : "L", across(x), down(y));
        gap = !finite;
    }
    if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>", style, path);
}

void canvas::area(points const& lower, points const& upper, std::string const& style) {
    std::string path;
    auto const add = [&](std::pair<double, double> const& point) {
        if (!std::isfinite(point.first) || !std::isfinite(point.second)) return;
        fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? "M" : "L", across(point.first),
                       down(point.second));
    };
    for (auto const& point : lower) add(point);
    for (std::size_t i = upper.size(); i-- > 0;) add(upper[i]);
    if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}Z\"/>", style, path);
}

void canvas::band(double low, double high) {
    box({x_.low, x_.high}, {std::max(low, y_.low), std::min(high, y_.high)}, "band");
}

void canvas::box(interval x, interval y, std::string const& style) {
    body_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", style, across(x.low),
                         down(y.high), across(x.high) - across(x.low), down(y.low) - down(y.high));
}

void canvas::dot(double x, double y) {
    body_ += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", across(x), down(y));
}

void canvas::cloud(points const& all, std::string const& style) {
    std::string path;
    for (auto const& [x, y] : all)
        if (std::isfinite(x) && std::isfinite(y)) fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}h0", across(x), down(y));
    if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>", style, path);
}

void canvas::tick(double x, std::string const& words) {
    body_ += fmt::format("<text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", across(x), bottom_ + 15, words);
}

std::string nothing_to_draw(std::string const& title, std::string const& why) {
    return opening({title, why}, 200) + fmt::format("<text class=\"tx\" x=\"180\" y=\"100\">{}</text></svg>", html_text(why));
}

}  // namespace firefly::program
