module;
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "packing.hpp"
#include "tiles.hpp"

module firefly.numeric;

import firefly.external;
import :dense;

namespace firefly {

namespace {

/// Up to this many times eight numbers a row of sums stays in registers.
constexpr std::size_t most_blocks = 8;

}  // namespace

triangular_inverse::triangular_inverse(cholesky s) : factor_(std::move(s)) {
    if (factor_.is_sparse()) return;
    std::size_t const n = factor_.dimension(), panels = (n + panel_width - 1) / panel_width;
    matrix const inverse = inverse_of_lower(factor_.lower());
    rows_ = zeros(n, padded(n));
    if (n <= most_blocks * lane_count) columns_ = rows_;
    panels_.resize(panels * n * tile_lanes);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            rows_(i, j) = inverse(i, j);
            if (columns_.size() != 0) columns_(j, i) = inverse(i, j);
            std::size_t const within = i % panel_width;
            panels_[(i / panel_width * n + j) * tile_lanes + within / lane_count].each[within % lane_count] = inverse(i, j);
        }
}

namespace {

/// out = Σ_j x_j · row j of a matrix that has zeros above its diagonal.
FIREFLY_LANES void combine_lower(matrix const& m, double const* x, double* out) {
    constexpr std::size_t together = 4;
    std::size_t const n = m.shape(0), stride = m.shape(1);
    for (std::size_t c = 0; c < n; c += together * lane_count) {
        std::size_t const columns = std::min(together * lane_count, n - c), used = (columns + lane_count - 1) / lane_count;
        lanes sums[together] = {};
        for (std::size_t j = c; j < n; ++j)
            for (std::size_t k = 0; k < together; ++k)
                if (k < used) sums[k] = sums[k] + x[j] * load(m.data() + j * stride + c + k * lane_count);
        for (std::size_t k = 0; k < used; ++k)
            store(sums[k], out + c + k * lane_count, std::min(lane_count, columns - k * lane_count));
    }
}

/// Panel after panel, so that each is read from memory once for all vectors: of the rows of the triangle those that are not zero. The numbers
/// of x stand in the places from `first` on, with zeros before and behind.
FIREFLY_VECTORISED void combine_panels(double const* panels, combination of, std::size_t vectors, std::size_t first) {
    for (std::size_t c = 0; c < of.n; c += panel_width) {
        std::size_t const columns = std::min(panel_width, of.n - c), last = std::min(c + columns, first + of.length);
        double const* const panel = panels + c * of.n + first * panel_width;
        std::size_t const end = last > first ? last - first : 0;
        combination const here{of.x, of.length, of.out + c, of.n};
        if (columns > 2 * lane_count)
            combine_all<3>(panel, end, here, vectors, columns);
        else if (columns > lane_count)
            combine_all<2>(panel, end, here, vectors, columns);
        else
            combine_all<1>(panel, end, here, vectors, columns);
    }
}

/// Adds what rows 8J and following bring, block by block, and leaves out the blocks that are zero.
template <std::size_t Blocks, bool IsUpper, std::size_t Vectors, std::size_t J = 0>
FIREFLY_LANES void add_blocks(matrix const& m, double const* x, lanes (&sums)[Vectors][Blocks]) {
    if constexpr (J < Blocks) {
        std::size_t const n = m.shape(0);
        for (std::size_t j = J * lane_count; j < std::min((J + 1) * lane_count, n); ++j)
            for (std::size_t k = IsUpper ? J : 0; k < (IsUpper ? Blocks : J + 1); ++k) {
                lanes const row = load(m.data() + (j * Blocks + k) * lane_count);
                for (std::size_t v = 0; v < Vectors; ++v) sums[v][k] = sums[v][k] + x[v * n + j] * row;
            }
        add_blocks<Blocks, IsUpper, Vectors, J + 1>(m, x, sums);
    }
}

/// `combine` for matrices so small that all sums stay in registers: `Blocks` times eight rows at most.
template <std::size_t Blocks, bool IsUpper, std::size_t Vectors>
FIREFLY_LANES void combine_blocks(matrix const& m, double const* x, double* out) {
    std::size_t const n = m.shape(0);
    lanes sums[Vectors][Blocks] = {};
    add_blocks<Blocks, IsUpper, Vectors>(m, x, sums);
    for (std::size_t v = 0; v < Vectors; ++v)
        for (std::size_t k = 0; k < Blocks; ++k)
            store(sums[v][k], out + v * n + k * lane_count, std::min(lane_count, n - k * lane_count));
}

/// Several vectors at a time, as registers allow.
template <std::size_t Vectors, bool IsUpper>
FIREFLY_LANES void combine_small(matrix const& m, double const* x, double* out) {
    switch (m.shape(1) / lane_count) {
        case 1: return combine_blocks<1, IsUpper, Vectors>(m, x, out);
        case 2: return combine_blocks<2, IsUpper, Vectors>(m, x, out);
        case 3: return combine_blocks<3, IsUpper, Vectors>(m, x, out);
        case 4: return combine_blocks<4, IsUpper, Vectors>(m, x, out);
        case 5: return combine_blocks<5, IsUpper, Vectors>(m, x, out);
        case 6: return combine_blocks<6, IsUpper, Vectors>(m, x, out);
        case 7: return combine_blocks<7, IsUpper, Vectors>(m, x, out);
        default: return combine_blocks<most_blocks, IsUpper, Vectors>(m, x, out);
    }
}

FIREFLY_VECTORISED void combine_upper_rows(matrix const& m, std::size_t vectors, double const* x, double* out) {
    std::size_t const n = m.shape(0);
    std::size_t v = 0;
    for (; v + 3 <= vectors; v += 3) combine_small<3, true>(m, x + v * n, out + v * n);
    for (; v < vectors; ++v) combine_small<1, true>(m, x + v * n, out + v * n);
}

FIREFLY_VECTORISED void combine_lower_rows(matrix const& m, double const* x, double* out) {
    if (m.shape(0) > most_blocks * lane_count) return combine_lower(m, x, out);
    combine_small<1, false>(m, x, out);
}

/// Adds to each total the squares of `Lanes` times eight entries of L⁻¹x of eight packed rows x, from a panel whose first `end` rows matter.
template <std::size_t Lanes>
FIREFLY_LANES void add_squares(double const* packed, std::size_t stride, double const* panel, std::size_t end, lanes* totals) {
    lanes tile[tile_rows][Lanes] = {};
    for (std::size_t j = 0; j < end; ++j)
        for (std::size_t r = 0; r < tile_rows; ++r)
            for (std::size_t k = 0; k < Lanes; ++k)
                tile[r][k] = tile[r][k] + packed[r * stride + j] * load(panel + j * panel_width + k * lane_count);
    for (std::size_t r = 0; r < tile_rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) totals[r] = totals[r] + tile[r][k] * tile[r][k];
}

/// How many rows are packed together: with a panel they stay in the nearest cache at usual widths.
constexpr std::size_t rows_together = 4 * tile_rows;

/// |L⁻¹x|² of packed rows, eight at a time.
FIREFLY_VECTORISED void square_lengths(double const* packed, std::size_t n, double const* panels, double* out) {
    std::size_t const stride = padded(n);
    lanes totals[rows_together] = {};
    for (std::size_t c = 0; c < n; c += panel_width) {
        std::size_t const columns = std::min(panel_width, n - c), end = c + columns;
        double const* const panel = panels + c * n;
        for (std::size_t r = 0; r < rows_together; r += tile_rows)
            if (columns > 2 * lane_count)
                add_squares<3>(packed + r * stride, stride, panel, end, totals + r);
            else if (columns > lane_count)
                add_squares<2>(packed + r * stride, stride, panel, end, totals + r);
            else
                add_squares<1>(packed + r * stride, stride, panel, end, totals + r);
    }
    for (std::size_t r = 0; r < rows_together; ++r) out[r] = sum(totals[r]);
}

}  // namespace

void triangular_inverse::square_rows(matrix_view rows, vector_out squares) const {
    std::size_t const n = rows.columns;
    if (factor_.is_sparse()) {
        std::vector<double> white(n);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            whiten_rows(1, rows.row(i), white);
            squares[i] = dot(white, white);
        }
        return;
    }
    aligned_numbers packed(rows_together * padded(n));
    constexpr double one = 1;
    double lengths[rows_together];
    for (std::size_t i = 0; i < rows.rows; i += rows_together) {
        std::size_t const count = std::min(rows_together, rows.rows - i);
        pack(rows.elements + i * n, count, n, &one, 0, packed.begin(), padded(n));
        square_lengths(packed.begin(), n, panels_.front().each.data(), lengths);
        std::copy_n(lengths, count, squares.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void triangular_inverse::whiten_rows(std::size_t rows, vector_view elements, vector_out white) const {
    if (columns_.size() != 0) return combine_upper_rows(columns_, rows, elements.data(), white.data());
    whiten_parts(rows, elements, 0, white);
}

void triangular_inverse::whiten_parts(std::size_t rows, vector_view parts, std::size_t first, vector_out white) const {
    if (rows == 0) return;
    if (factor_.is_sparse()) {
        std::size_t const n = dimension(), length = parts.size() / rows;
        std::ranges::fill(white, 0.0);
        for (std::size_t i = 0; i < rows; ++i) {
            std::ranges::copy(parts.subspan(i * length, length), white.subspan(i * n + first).begin());
            factor_.solve_lower(white.subspan(i * n, n));
        }
        return;
    }
    combine_panels(panels_.front().each.data(), {parts.data(), parts.size() / rows, white.data(), dimension()}, rows, first);
}

void triangular_inverse::unwhiten(vector_view white, vector_out x) const {
    if (factor_.is_sparse()) {
        std::ranges::copy(white, x.begin());
        return factor_.solve_upper(x);
    }
    combine_lower_rows(rows_, white.data(), x.data());
}

}  // namespace firefly
