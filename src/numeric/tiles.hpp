/// What loops share that keep a tile of sums in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanes.hpp"

namespace firefly {

/// Eight rows of sums, each of up to three times eight columns: what the registers hold.
inline constexpr std::size_t tile_rows = lane_count, tile_lanes = 3;

/// Zeros that begin with a cache line: vectors that straddle two are read at half the speed.
class aligned_numbers {
public:
    explicit aligned_numbers(std::size_t size) : memory_(size + lane_count) {}
    double* begin() { return reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(memory_.data()) + 63) / 64 * 64); }

private:
    std::vector<double> memory_;
};

}  // namespace firefly
