module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

module firefly.diagnostics;

namespace firefly {

double mcse_mean(scalar_draws const& draws) {
    return std::sqrt(variance(draws.pooled()) / ess_mean(draws));
}

double mcse_sd(scalar_draws const& draws) {
    auto const squares = draws.transformed([centre = mean(draws.pooled())](double x) { return (x - centre) * (x - centre); });
    double const second = mean(squares.pooled());
    double const fourth = mean(squares.transformed([](double x) { return x * x; }).pooled());
    return std::sqrt((fourth - second * second) / (4 * second * ess_mean(squares)));
}

double mcse_quantile(scalar_draws const& draws, double probability) {
    double const ess = ess_quantile(draws, probability);
    if (std::isnan(ess)) return not_a_number;
    // Φ(−1) and Φ(1), to the seven digits that posterior has.
    auto const reach = [&](double p) { return beta_quantile(p, ess * probability + 1, ess * (1 - probability) + 1); };
    auto sorted = draws.pooled();
    std::ranges::sort(sorted);
    auto const size = static_cast<double>(sorted.size());
    auto const lower = static_cast<std::size_t>(std::max(std::floor(reach(0.1586553) * size), 1.0));
    auto const upper = static_cast<std::size_t>(std::min(std::ceil(reach(0.8413447) * size), size));
    return (sorted[upper - 1] - sorted[lower - 1]) / 2;
}

}  // namespace firefly
