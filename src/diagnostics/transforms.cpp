module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

module firefly.diagnostics;

import firefly.core;

namespace firefly {

scalar_draws split_chains(scalar_draws const& draws) {
    if (draws.length() == 1) return draws;
    auto const half = static_cast<std::ptrdiff_t>(draws.length() / 2);
    std::vector<std::vector<double>> halves;
    for (auto const& chain : draws.chains()) halves.emplace_back(chain.begin(), chain.begin() + half);
    for (auto const& chain : draws.chains()) halves.emplace_back(chain.end() - half, chain.end());
    return halves;
}

scalar_draws rank_normalised(scalar_draws const& draws) {
    auto values = draws.pooled();
    std::size_t const size = values.size();
    if (std::ranges::any_of(values, [](double x) { return std::isnan(x); }))
        return draws.transformed([](double) { return not_a_number; });
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });

    std::vector<double> scores(size);
    for (std::size_t first = 0, last = 0; first < size; first = last) {
        while (last < size && values[order[last]] == values[order[first]]) ++last;
        double const rank = static_cast<double>(first + 1 + last) / 2;  // the average of first + 1, …, last
        double const score = normal_quantile((rank - 0.375) / (static_cast<double>(size) + 0.25));
        for (std::size_t i = first; i < last; ++i) scores[order[i]] = score;
    }
    return draws.transformed([next = scores.cbegin()](double) mutable { return *next++; });
}

scalar_draws folded(scalar_draws const& draws) {
    return draws.transformed([median = quantile(draws, 0.5)](double x) { return std::abs(x - median); });
}

bool vary(scalar_draws const& draws) {
    double least = infinity, most = -infinity;
    for (auto const& chain : draws.chains())
        for (double const x : chain) {
            if (!std::isfinite(x)) return false;
            least = std::min(least, x);
            most = std::max(most, x);
        }
    return most - least >= std::numeric_limits<double>::epsilon();
}

}  // namespace firefly
