module;
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

module firefly.core;

import firefly.external;

namespace firefly {

bright_set::bright_set(row_index size) {
    constexpr row_index most = std::numeric_limits<std::uint32_t>::max();
    if (size == 0 || size > most)
        throw invalid_argument(fmt::format("bright_set: size must lie between 1 and {}, got {}", most, size));
    order_.resize(size);
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    place_ = order_;
}

}  // namespace firefly
