/// What every plot is drawn on: inline SVG with two axes, for a page that needs no network and no script.
///
/// A plot has 360 units across: about one unit per pixel on a phone, and three plots side by side on a desktop, so that text has the same size
/// everywhere. Colours are classes of the page's style sheet. Values that are not finite are skipped, so every coordinate is a number.
/// Coordinates have one decimal. Numbers along the upright axis have as much room as the longest of them needs.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output:canvas;

import firefly;

namespace firefly::program {

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

/// Round numbers within the interval, about `count` of them, and what they are called: with enough decimals to tell neighbours apart.
std::vector<std::pair<double, std::string>> ticks(interval const& range, double count);

/// What a picture is called, and what those hear of it who do not see it.
struct picture_words {
    std::string title, description;
};

class canvas {
public:
    using points = std::vector<std::pair<double, double>>;

    struct layout {
        std::string x_label = {}, y_label = {};
        double last_tick = std::numeric_limits<double>::infinity();  // numbers along the axis go no further
        double height = 200;
        bool is_numbered = true;  // upwards; densities are not
    };

    canvas(picture_words const& words, interval x, interval y, layout const& how);

    double across(double x) const { return left_ + (x - x_.low) / (x_.high - x_.low) * (right - left_); }
    double down(double y) const { return bottom_ - (y - y_.low) / (y_.high - y_.low) * (bottom_ - top); }

    /// A path through the points; a gap where one is not finite.
    void line(points const& all, std::string const& style);
    /// What lies between two lines that have the same x.
    void area(points const& lower, points const& upper, std::string const& style);
    void level(double y, std::string const& style) { line({{x_.low, y}, {x_.high, y}}, style); }
    void upright(double x, std::string const& style) { line({{x, y_.low}, {x, y_.high}}, style); }
    /// Across the whole plot.
    void band(double low, double high);
    void box(interval x, interval y, std::string const& style);
    void dot(double x, double y);
    /// Many points, in one path: small ones.
    void cloud(points const& all, std::string const& style);
    /// Words in the place of a number along the axis.
    void tick(double x, std::string const& words);

    std::string finish() const { return body_ + "</svg>"; }

private:
    static constexpr double right = 342, top = 8;

    void grid(layout const& how);

    interval x_, y_;
    double left_ = 10, bottom_ = 168;
    std::string body_;
};

/// A picture of one sentence.
std::string nothing_to_draw(std::string const& title, std::string const& why);

}  // namespace firefly::program
