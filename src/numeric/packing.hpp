/// Copies of rows for sums that stay in registers.
///
/// For module implementation units, as lanes.hpp is.
#pragma once

#include <algorithm>
#include <cstddef>

#include "lanes.hpp"

namespace firefly {

/// Copies of some rows times a weight each; `weights` are `apart` numbers from each other, the copies `stride`.
FIREFLY_VECTORISED static void pack(double const* rows, std::size_t count, std::size_t columns, double const* weights,
                                    std::size_t apart, double* packed, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t d = 0; d < columns; d += lane_count)
            store(weights[i * apart] * load(rows + i * columns + d, std::min(lane_count, columns - d)), packed + i * stride + d);
}

}  // namespace firefly
