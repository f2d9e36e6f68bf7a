/// Dense matrices by loops that add in one order on every processor, of firefly.numeric:dense.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tiles.hpp"

module firefly.numeric;

import :dense;

namespace firefly::in_one_order {

namespace {

constexpr std::size_t rows_together = 4;

/// Some rows, `stride` numbers apart, less what some others bring, each times a factor: from column `first` on, a multiple of eight.
template <std::size_t Rows, std::size_t Others>
FIREFLY_LANES void subtract_rows(double* rows, std::size_t stride, std::size_t first, double const (&factors)[Rows][Others],
                                 double const* others) {
    for (std::size_t j = first; j < stride; j += lane_count) {
        lanes other[Others];
        for (std::size_t p = 0; p < Others; ++p) other[p] = load(others + p * stride + j);
        for (std::size_t r = 0; r < Rows; ++r) {
            lanes rest = load(rows + r * stride + j);
            for (std::size_t p = 0; p < Others; ++p) rest = rest - factors[r][p] * other[p];
            store(rest, rows + r * stride + j);
        }
    }
}

/// Makes the rows of Lᵀ of some rows from k on, of which the rows above have been subtracted. Zero, or the first whose pivot is not positive, from 1 on.
template <std::size_t Pivots>
FIREFLY_LANES std::size_t take_pivots(double* upper, std::size_t stride, std::size_t k) {
    for (std::size_t p = k; p < k + Pivots; ++p) {
        double* const row = upper + p * stride;
        if (!(row[p] > 0)) return p + 1;
        lanes const root = lanes::every(std::sqrt(row[p]));
        for (std::size_t j = p / lane_count * lane_count; j < stride; j += lane_count) store(load(row + j) / root, row + j);
        for (std::size_t q = p + 1; q < k + Pivots; ++q)
            subtract_rows<1, 1>(upper + q * stride, stride, q / lane_count * lane_count, {{row[q]}}, row);
    }
    return 0;
}

/// Subtracts from some rows, from row i on, what the rows of Lᵀ from row k on bring.
template <std::size_t Rows, std::size_t Pivots>
FIREFLY_LANES void subtract_pivots(double* upper, std::size_t stride, std::size_t i, std::size_t k) {
    double factors[Rows][Pivots];
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t p = 0; p < Pivots; ++p) factors[r][p] = upper[(k + p) * stride + i + r];
    subtract_rows<Rows, Pivots>(upper + i * stride, stride, i / lane_count * lane_count, factors, upper + k * stride);
}

template <std::size_t Pivots>
FIREFLY_LANES std::size_t factorise_from(double* upper, std::size_t n, std::size_t k) {
    std::size_t const stride = padded(n);
    if (std::size_t const minor = take_pivots<Pivots>(upper, stride, k); minor != 0) return minor;
    std::size_t i = k + Pivots;
    for (; i + rows_together <= n; i += rows_together) subtract_pivots<rows_together, Pivots>(upper, stride, i, k);
    for (; i < n; ++i) subtract_pivots<1, Pivots>(upper, stride, i, k);
    return 0;
}

/// The upper triangle of S becomes Lᵀ. What stands below the diagonal is of no account.
FIREFLY_VECTORISED std::size_t factorise_upper(double* upper, std::size_t n) {
    std::size_t k = 0, minor = 0;
    for (; k + rows_together <= n && minor == 0; k += rows_together) minor = factorise_from<rows_together>(upper, n, k);
    for (; k < n && minor == 0; ++k) minor = factorise_from<1>(upper, n, k);
    return minor;
}

/// Eight unknowns at a time: what the earlier ones bring by lanes, then one after the other.
FIREFLY_VECTORISED void substitute_down(double const* lower, std::size_t n, double* x) {
    for (std::size_t i = 0; i < n; i += lane_count) {
        std::size_t const count = std::min(lane_count, n - i);
        for (std::size_t r = 0; r < count; ++r) {
            lanes sums = lanes::every(0);
            for (std::size_t j = 0; j < i; j += lane_count) sums = sums + load(lower + (i + r) * n + j) * load(x + j);
            x[i + r] -= sum(sums);
        }
        for (std::size_t r = 0; r < count; ++r) {
            double const* const row = lower + (i + r) * n + i;
            for (std::size_t q = 0; q < r; ++q) x[i + r] -= row[q] * x[i + q];
            x[i + r] /= row[r];
        }
    }
}

/// The same from the end, with the columns of Lᵀ, which are the rows of L.
FIREFLY_VECTORISED void substitute_up(double const* lower, std::size_t n, double* x) {
    for (std::size_t end = n; end > 0;) {
        std::size_t const i = (end - 1) / lane_count * lane_count;
        for (std::size_t r = end; r-- > i;) {
            double const* const row = lower + r * n;
            x[r] /= row[r];
            for (std::size_t q = i; q < r; ++q) x[q] -= row[q] * x[r];
        }
        for (std::size_t j = 0; j < i; j += lane_count) {
            lanes rest = load(x + j);
            for (std::size_t r = i; r < end; ++r) rest = rest - x[r] * load(lower + r * n + j);
            store(rest, x + j);
        }
        end = i;
    }
}

/// Rows i and following of X, `Lanes` times eight columns of it, less what the rows from `first` on bring.
template <std::size_t Rows, std::size_t Lanes>
FIREFLY_LANES void subtract_solved(double const* lower, std::size_t n, double* x, std::size_t stride, std::size_t i, std::size_t c,
                                   std::size_t first) {
    lanes tile[Rows][Lanes];
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) tile[r][k] = load(x + (i + r) * stride + c + k * lane_count);
    for (std::size_t j = first; j < i; ++j)
        for (std::size_t k = 0; k < Lanes; ++k) {
            lanes const row = load(x + j * stride + c + k * lane_count);
            for (std::size_t r = 0; r < Rows; ++r) tile[r][k] = tile[r][k] - lower[(i + r) * n + j] * row;
        }
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) store(tile[r][k], x + (i + r) * stride + c + k * lane_count);
}

/// Solves for some rows of X, from row i on. Where X began as the unit matrix it has no numbers right of the diagonal.
template <std::size_t Rows>
FIREFLY_LANES void solve_rows(double const* lower, std::size_t n, double* x, std::size_t stride, std::size_t i, bool is_unit) {
    std::size_t const end = is_unit ? padded(i + Rows) : stride;
    std::size_t c = 0;
    for (; c + tile_lanes * lane_count <= end; c += tile_lanes * lane_count)
        subtract_solved<Rows, tile_lanes>(lower, n, x, stride, i, c, is_unit ? std::min(c, i) : 0);
    for (; c < end; c += lane_count) subtract_solved<Rows, 1>(lower, n, x, stride, i, c, is_unit ? std::min(c, i) : 0);
    for (std::size_t r = i; r < i + Rows; ++r) {
        lanes const pivot = lanes::every(lower[r * n + r]);
        for (std::size_t j = 0; j < end; j += lane_count) {
            lanes rest = load(x + r * stride + j);
            for (std::size_t q = i; q < r; ++q) rest = rest - lower[r * n + q] * load(x + q * stride + j);
            store(rest / pivot, x + r * stride + j);
        }
    }
}

FIREFLY_VECTORISED void solve_all_rows(double const* lower, std::size_t n, double* x, std::size_t stride, bool is_unit) {
    std::size_t i = 0;
    for (; i + rows_together <= n; i += rows_together) solve_rows<rows_together>(lower, n, x, stride, i, is_unit);
    for (; i < n; ++i) solve_rows<1>(lower, n, x, stride, i, is_unit);
}

/// L⁻¹ R, in memory that is padded on the way.
matrix solved(matrix const& lower, matrix result, bool is_unit) {
    std::size_t const n = lower.shape(0), columns = result.shape(1), stride = padded(columns);
    aligned_numbers x(n * stride);
    for (std::size_t i = 0; i < n; ++i) std::copy_n(result.data() + i * columns, columns, x.begin() + i * stride);
    solve_all_rows(lower.data(), n, x.begin(), stride, is_unit);
    for (std::size_t i = 0; i < n; ++i) std::copy_n(x.begin() + i * stride, columns, result.data() + i * columns);
    return result;
}

}  // namespace

std::size_t factorise(matrix& symmetric, std::vector<double>& memory) {
    std::size_t const n = symmetric.shape(0), stride = padded(n);
    double* const upper = aligned_zeros(memory, n * stride);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) upper[j * stride + i] = symmetric(i, j);
    std::size_t const minor = factorise_upper(upper, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) symmetric(i, j) = j <= i ? upper[j * stride + i] : 0;
    return minor;
}

void substitute_lower(matrix const& lower, vector_out x) {
    substitute_down(lower.data(), lower.shape(0), x.data());
}

void substitute_upper(matrix const& lower, vector_out x) {
    substitute_up(lower.data(), lower.shape(0), x.data());
}

matrix inverse_of_lower(matrix const& lower) {
    matrix unit = zeros(lower.shape(0), lower.shape(0));
    for (std::size_t i = 0; i < lower.shape(0); ++i) unit(i, i) = 1;
    return solved(lower, std::move(unit), true);
}

matrix solve_lower_columns(matrix const& lower, matrix right) {
    return solved(lower, std::move(right), false);
}

}  // namespace firefly::in_one_order
