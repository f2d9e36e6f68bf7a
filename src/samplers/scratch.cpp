module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_dimension(std::size_t given, std::size_t needed) {
    if (given != needed)
        throw invalid_argument(fmt::format("start: theta has {} numbers but the model has {} parameters", given, needed));
}

void check_start(point const& start) {
    if (start.log_density == -infinity)
        throw invalid_argument("start: the density is zero there; start nearer to the maximum of the posterior");
}

void check_bright(std::span<row_index const> bright, row_index rows) {
    std::vector<row_index> sorted(bright.begin(), bright.end());
    std::ranges::sort(sorted);
    bool const repeated = std::ranges::adjacent_find(sorted) != sorted.end();
    if (repeated || (!sorted.empty() && sorted.back() >= rows))
        throw invalid_argument(
            fmt::format("saved state: its bright data are not {} rows of the {} there are; resume with the data it was saved with",
                        sorted.size(), rows));
}

}  // namespace firefly
