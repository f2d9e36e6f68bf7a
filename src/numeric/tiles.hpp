/// What sums that stay in registers share: the size of a tile, and memory that vectors are read from at full speed.
///
/// For module implementation units, as lanes.hpp is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanes.hpp"

namespace firefly {

/// Sums that stay in registers: `tile_rows` rows of them, each `tile_lanes` vectors wide.
constexpr std::size_t tile_rows = lane_count, tile_lanes = 3;

/// Zeros that begin with a cache line: vectors that straddle two are read at half the speed.
class aligned_numbers {
public:
    explicit aligned_numbers(std::size_t size) : memory_(size + lane_count) {}
    double* begin() { return reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(memory_.data()) + 63) / 64 * 64); }

private:
    std::vector<double> memory_;
};

/// Copies of some rows times a weight each; `weights` are `apart` numbers from each other, the copies `stride`.
FIREFLY_VECTORISED static void pack(double const* rows, std::size_t count, std::size_t columns, double const* weights,
                                    std::size_t apart, double* packed, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t d = 0; d < columns; d += lane_count)
            store(weights[i * apart] * load(rows + i * columns + d, std::min(lane_count, columns - d)), packed + i * stride + d);
}

}  // namespace firefly
