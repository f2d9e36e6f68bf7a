module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_range(double least, double most) {
    if (!(least > 0 && least < most && most < infinity))
        throw invalid_argument(
            fmt::format("grid: the least value must be positive and the most above it and finite, got {} and {}", least, most));
}

grid_peak find_peak(std::function<double(double)> const& log_density, double low, double high) {
    constexpr std::size_t places = 7;
    constexpr double enough_fall = 0.5, little_fall = 0.05, finest = 1e-6;
    double spacing = (high - low) / (places - 1), at = low, best = -infinity, below = -infinity, above = -infinity;
    std::vector<double> values;
    for (std::size_t i = 0; i < places; ++i) {
        double const x = i + 1 < places ? low + spacing * static_cast<double>(i) : high;
        values.push_back(log_density(x));
        if (values[i] > best) {
            best = values[i];
            at = x;
        }
    }
    if (best == -infinity) throw numerical_error("grid: the posterior has no maximum that could be found at any value");
    auto const number = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
    if (number > 0) below = values[number - 1];
    if (number + 1 < places) above = values[number + 1];

    // Of neighbours that lie beyond the range nothing is known, and nothing is asked. At an end the peak may lie between that and the only neighbour.
    auto const is_end = [&] { return at - spacing < low || at + spacing > high; };
    auto const fall = [&] { return best - (at - spacing < low ? above : at + spacing > high ? below : std::min(below, above)); };
    while (fall() > (is_end() ? little_fall : enough_fall) && spacing > finest) {
        spacing /= 2;
        double const left = at - spacing >= low ? log_density(at - spacing) : -infinity;
        double const right = at + spacing <= high ? log_density(at + spacing) : -infinity;
        if (left > best && left >= right) {
            above = std::exchange(best, left);
            at -= spacing;
            below = at - spacing >= low ? log_density(at - spacing) : -infinity;
        } else if (right > best) {
            below = std::exchange(best, right);
            at += spacing;
            above = at + spacing <= high ? log_density(at + spacing) : -infinity;
        } else {
            below = left;
            above = right;
        }
    }
    double const widest = (high - low) / 4;
    if (is_end()) return {at, std::min(spacing * enough_fall / fall(), widest)};
    double const bend = 2 * best - below - above;
    return bend > 0 ? grid_peak{at + spacing * (above - below) / (2 * bend), std::min(spacing / std::sqrt(bend), widest)}
                    : grid_peak{at, widest};
}

grid_values spread_values(grid_peak peak, double least, double most, std::function<double(double)> const& log_prior) {
    constexpr double widest = 0.25;  // ratios of neighbours up to 1.28
    constexpr double most_on_a_side = 1000;
    double const low = portable::log(least), high = portable::log(most), rounding = 1e-9;
    auto const value_at = [&](double x) { return x > high - rounding ? most : x < low + rounding ? least : portable::exp(x); };
    double const spacing = std::clamp(peak.spread, 1e-6, widest);
    double const down = std::min(std::floor((peak.at - low) / spacing + rounding), most_on_a_side);
    double const up = std::min(std::floor((high - peak.at) / spacing + rounding), most_on_a_side);
    grid_values result{.values = {}, .log_priors = {}, .likeliest = static_cast<std::size_t>(down), .reach = 2};
    for (double i = -down; i <= up; ++i) result.values.push_back(value_at(peak.at + i * spacing));
    for (double const value : result.values) result.log_priors.push_back(log_prior(value) + portable::log(value));
    if (result.values.size() > 1) {
        result.log_priors.front() -= portable::log(2.0);
        result.log_priors.back() -= portable::log(2.0);
    }
    constexpr double most_reach = 16;
    result.reach = static_cast<std::size_t>(std::clamp(std::round(2 * peak.spread / spacing), 2.0, most_reach));
    return result;
}

}  // namespace firefly
