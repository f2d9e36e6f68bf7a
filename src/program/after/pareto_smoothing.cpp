module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

module firefly.program.after;

import firefly;
import :pareto_smoothing;

namespace firefly::program {

namespace {

/// Where the distribution has this share below it.
double pareto_quantile(pareto_fit const& fit, double share) {
    double const log_rest = portable::log1p(-share);
    return fit.scale * (std::abs(fit.shape) < 1e-15 ? -log_rest : portable::expm1(-fit.shape * log_rest) / fit.shape);
}

/// The logarithms are relative to the largest, which is zero, and `tail` has the places of the weights above the threshold.
double smooth_tail(std::span<double> log_weights, std::span<std::size_t> tail, double log_threshold) {
    std::ranges::sort(tail, {}, [&](std::size_t i) { return log_weights[i]; });
    double const threshold = portable::exp(log_threshold);
    std::vector<double> excess;
    for (std::size_t const i : tail) excess.push_back(portable::exp(log_weights[i]) - threshold);
    if (!(excess.back() > 0)) return 0;  // they differ by less than a number can tell
    pareto_fit const fit = fit_pareto(excess);
    if (!std::isfinite(fit.shape) || !(fit.scale > 0)) return infinity;
    for (std::size_t j = 0; j < tail.size(); ++j) {
        double const share = (static_cast<double>(j) + 0.5) / static_cast<double>(tail.size());
        log_weights[tail[j]] = std::min(0.0, portable::log(threshold + pareto_quantile(fit, share)));
    }
    return fit.shape;
}

}  // namespace

double smooth_weights(std::span<double> log_weights, std::size_t tail) {
    double const largest = std::ranges::max(log_weights);
    for (double& x : log_weights) x -= largest;
    // The (tail + 1)-th largest. Weights below the smallest number are none of the tail, whatever their logarithms are.
    std::vector<double> ordered(log_weights.begin(), log_weights.end());
    std::ranges::nth_element(ordered, ordered.begin() + static_cast<std::ptrdiff_t>(tail), std::greater{});
    double const threshold = std::max(ordered[tail], portable::log(std::numeric_limits<double>::min()));
    std::vector<std::size_t> above;
    for (std::size_t i = 0; i < log_weights.size(); ++i)
        if (log_weights[i] > threshold) above.push_back(i);
    double const shape = above.size() >= 5                      ? smooth_tail(log_weights, above, threshold)
                         : std::ranges::min(log_weights) == 0.0 ? 0
                                                                : infinity;
    double sum = 0;
    for (double const x : log_weights) sum += portable::exp(x);
    double const log_sum = portable::log(sum);
    for (double& x : log_weights) x -= log_sum;
    return shape;
}

}  // namespace firefly::program
