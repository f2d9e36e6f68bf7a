module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly;

namespace firefly::program {

std::vector<std::pair<double, double>> density_curve(scalar_draws const& draws) {
    constexpr std::size_t cells = 120, fewest = 10;
    auto const all = draws.pooled();
    if (all.size() < fewest || !std::ranges::all_of(all, [](double x) { return std::abs(x) < 1e150; })) return {};
    auto const n = static_cast<double>(all.size());
    double const mean = std::accumulate(all.begin(), all.end(), 0.0) / n;
    double squares = 0;
    for (double const x : all) squares += (x - mean) * (x - mean);
    double const sd = std::sqrt(squares / (n - 1)), middle = quantile(draws, 0.75) - quantile(draws, 0.25);
    double const scale = middle > 0 ? std::min(sd, middle / 1.34) : sd, h = 0.9 * scale * portable::pow(n, -0.2);
    double const low = quantile(draws, 0.001) - 3 * h, high = quantile(draws, 0.999) + 3 * h;
    double const width = (high - low) / static_cast<double>(cells);
    if (!(h > 0) || !(width > 1e-14 * std::max(std::abs(low), std::abs(high)))) return {};

    std::array<double, cells> counts{};
    for (double const x : all)
        if (x >= low && x < high) ++counts[std::min(cells - 1, static_cast<std::size_t>((x - low) / width))];
    std::vector<std::pair<double, double>> result;
    for (std::size_t i = 0; i < cells; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < cells; ++j) {
            double const z = (static_cast<double>(i) - static_cast<double>(j)) * width / h;
            sum += counts[j] * portable::exp(-z * z / 2);
        }
        result.emplace_back(low + (static_cast<double>(i) + 0.5) * width, sum / (n * h * std::sqrt(2 * std::numbers::pi)));
    }
    return result;
}

}  // namespace firefly::program
