module;
#include <algorithm>
#include <cstddef>
#include <vector>

module firefly.formulas;

namespace firefly {

std::vector<double> inner_quantiles(std::vector<double> const& sorted, std::size_t count) {
    std::vector<double> result;
    for (std::size_t k = 1; k <= count; ++k) {
        double const place = static_cast<double>(k) / static_cast<double>(count + 1) * static_cast<double>(sorted.size() - 1);
        auto const below = static_cast<std::size_t>(place);
        double const low = sorted[below], high = sorted[std::min(below + 1, sorted.size() - 1)];
        result.push_back(low + (high - low) * (place - static_cast<double>(below)));
    }
    return result;
}

}  // namespace firefly
