/// Polynomials of one number.
///
/// For module implementation units, as lanes.hpp is.
#pragma once

#include <array>
#include <cstddef>

namespace firefly {

/// t₀ + t₁ x + t₂ x² + …: neighbours are joined, then pairs of them, and so on, so that few of the sums wait for each other.
template <std::size_t Size>
[[gnu::always_inline]] inline double series(double x, std::array<double, Size> const& terms) {
    if constexpr (Size == 1)
        return terms[0];
    else {
        std::array<double, (Size + 1) / 2> pairs;
        for (std::size_t i = 0; i < Size / 2; ++i) pairs[i] = terms[2 * i] + x * terms[2 * i + 1];
        if constexpr (Size % 2 == 1) pairs[Size / 2] = terms[Size - 1];
        return series(x * x, pairs);
    }
}

}  // namespace firefly
