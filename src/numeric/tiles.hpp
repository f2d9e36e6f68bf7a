/// What sums that stay in registers share: the size of a tile, memory that vectors are read from at full speed, and the sums of a panel.
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

/// Zeros in `memory` that begin with a cache line: vectors that straddle two are read at half the speed. Allocates only where it was smaller before.
inline double* aligned_zeros(std::vector<double>& memory, std::size_t size) {
    memory.assign(size + lane_count, 0.0);
    return reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64);
}

/// The same in memory of its own.
class aligned_numbers {
public:
    explicit aligned_numbers(std::size_t size) : begin_(aligned_zeros(memory_, size)) {}
    aligned_numbers(aligned_numbers const&) = delete;
    aligned_numbers& operator=(aligned_numbers const&) = delete;
    double* begin() { return begin_; }

private:
    std::vector<double> memory_;
    double* begin_;
};

/// How many columns of a matrix lie together in a panel, row after row.
constexpr std::size_t panel_width = tile_lanes * lane_count;

/// Vectors x of `length` numbers, and what they become, of n.
struct combination {
    double const* x;
    std::size_t length;
    double* out;
    std::size_t n;

    [[gnu::always_inline]] inline combination from(std::size_t v) const { return {x + v * length, length, out + v * n, n}; }
};

/// out_v = Σ_{j < end} x_vj · row j of a panel, for some vectors v at a time, of which as many numbers are kept as there are columns.
template <std::size_t Vectors, std::size_t Lanes>
FIREFLY_LANES void combine_panel(double const* panel, std::size_t end, combination of, std::size_t columns) {
    lanes sums[Vectors][Lanes] = {};
    for (std::size_t j = 0; j < end; ++j)
        for (std::size_t k = 0; k < Lanes; ++k) {
            lanes const row = load(panel + j * panel_width + k * lane_count);
            for (std::size_t v = 0; v < Vectors; ++v) sums[v][k] = sums[v][k] + of.x[v * of.length + j] * row;
        }
    for (std::size_t v = 0; v < Vectors; ++v)
        for (std::size_t k = 0; k < Lanes; ++k)
            store(sums[v][k], of.out + v * of.n + k * lane_count, std::min(lane_count, columns - k * lane_count));
}

/// The same for all vectors.
template <std::size_t Lanes>
FIREFLY_LANES void combine_all(double const* panel, std::size_t end, combination of, std::size_t vectors, std::size_t columns) {
    std::size_t v = 0;
    for (; v + 8 <= vectors; v += 8) combine_panel<8, Lanes>(panel, end, of.from(v), columns);
    for (; v + 4 <= vectors; v += 4) combine_panel<4, Lanes>(panel, end, of.from(v), columns);
    for (; v < vectors; ++v) combine_panel<1, Lanes>(panel, end, of.from(v), columns);
}

}  // namespace firefly
