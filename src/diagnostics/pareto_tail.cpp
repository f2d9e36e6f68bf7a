module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

module firefly.diagnostics;

import firefly.core;

namespace firefly {

namespace {

/// The mean of log(1 − b x): k of the likeliest Pareto distribution with b = −k/σ.
double mean_log(std::span<double const> excess, double b) {
    double sum = 0;
    for (double const x : excess) sum += portable::log1p(-b * x);
    return sum / static_cast<double>(excess.size());
}

}  // namespace

std::size_t tail_length(std::size_t weights, double efficiency) {
    double const size = static_cast<double>(weights);
    return static_cast<std::size_t>(std::ceil(std::min(size / 5, 3 * std::sqrt(size / efficiency))));
}

pareto_fit fit_pareto(std::span<double const> excess) {
    double const size = static_cast<double>(excess.size());
    std::size_t const grid = 30 + static_cast<std::size_t>(std::sqrt(size));
    // A quarter of them lie below this one.
    double const quartile = excess[static_cast<std::size_t>(std::max(1.0, size / 4 + 0.5)) - 1];
    double const least = std::numeric_limits<double>::min();
    std::vector<double> at(grid), profile(grid);
    for (std::size_t i = 0; i < grid; ++i) {
        double const spread = 1 - std::sqrt(static_cast<double>(grid) / (static_cast<double>(i) + 0.5));
        at[i] = 1 / excess.back() + spread / (3 * std::max(quartile, least));
        double const k = mean_log(excess, at[i]);
        profile[i] = size * (portable::log(-at[i] / k) - k - 1);
    }
    double const highest = *std::ranges::max_element(profile);
    double mean = 0, total = 0;
    for (std::size_t i = 0; i < grid; ++i) {
        double const weight = portable::exp(profile[i] - highest);
        mean += weight * at[i];
        total += weight;
    }
    double const b = mean / total, shape = mean_log(excess, b);
    constexpr double prior_size = 10, prior_shape = 0.5;
    return {.shape = (size * shape + prior_size * prior_shape) / (size + prior_size), .scale = -shape / b};
}

double pareto_tail(std::vector<double> log_weights) {
    std::size_t const tail = tail_length(log_weights.size());
    if (tail < 5 || !std::ranges::all_of(log_weights, [](double x) { return std::isfinite(x); }))
        return std::numeric_limits<double>::infinity();
    std::ranges::sort(log_weights);
    // Relative to the largest, so that none overflows.
    double const largest = log_weights.back(), threshold = portable::exp(log_weights[log_weights.size() - tail - 1] - largest);
    std::vector<double> excess;
    for (double const x : std::span(log_weights).last(tail)) excess.push_back(portable::exp(x - largest) - threshold);
    return excess.back() > 0 ? fit_pareto(excess).shape : 0;
}

double heaviest_tail(std::size_t weights) {
    return std::min(0.7, 1 - 1 / portable::log10(static_cast<double>(std::max<std::size_t>(weights, 2))));
}

}  // namespace firefly
