module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tiles.hpp"

module firefly.numeric;

import firefly.external;
import :blas;

namespace firefly {

cholesky::cholesky(matrix symmetric) : lower_(std::move(symmetric)) {
    index const n = as_index(lower_.shape(0));
    // LAPACK counts columns first: its upper factor of the same memory is our lower one.
    index const info = cxxlapack::potrf<index>('U', n, lower_.data(), n);
    if (info != 0)
        throw numerical_error(fmt::format("cholesky: the matrix is not positive definite (leading minor {} of {})", info, n));
    for (std::size_t i = 0; i < lower_.shape(0); ++i)
        for (std::size_t j = i + 1; j < lower_.shape(1); ++j) lower_(i, j) = 0;
}

double cholesky::log_determinant() const {
    double sum = 0;
    for (std::size_t i = 0; i < dimension(); ++i) sum += std::log(lower_(i, i));
    return 2 * sum;
}

void cholesky::solve_lower(vector_out x) const {
    cxxblas::trsv<index>(row_major, lower_part, cxxblas::Transpose::NoTrans, cxxblas::Diag::NonUnit, as_index(dimension()),
                         lower_.data(), as_index(dimension()), x.data(), index(1));
}

void cholesky::solve_upper(vector_out x) const {
    cxxblas::trsv<index>(row_major, lower_part, cxxblas::Transpose::Trans, cxxblas::Diag::NonUnit, as_index(dimension()),
                         lower_.data(), as_index(dimension()), x.data(), index(1));
}

void cholesky::multiply_upper(vector_out x) const {
    cxxblas::trmv<index>(row_major, lower_part, cxxblas::Transpose::Trans, cxxblas::Diag::NonUnit, as_index(dimension()),
                         lower_.data(), as_index(dimension()), x.data(), index(1));
}

namespace {

/// |Lᵀx|². Some entries of Lᵀx at a time, each from a piece of every row: L is read in the order in which it lies.
FIREFLY_VECTORISED double squared_norm_of(double const* lower, std::size_t n, double const* x) {
    constexpr std::size_t together = 4;
    double result = 0;
    std::size_t first = 0;
    for (; first + lane_count <= n; first += together * lane_count) {
        std::size_t const used = std::min(together, (n - first) / lane_count);
        lanes entries[together] = {};
        for (std::size_t row = first; row < n; ++row)
            for (std::size_t k = 0; k < together; ++k)
                if (k < used) entries[k] = entries[k] + x[row] * load(lower + row * n + first + k * lane_count);
        result += sum((entries[0] * entries[0] + entries[1] * entries[1]) + (entries[2] * entries[2] + entries[3] * entries[3]));
        if (used < together) {
            first += used * lane_count;
            break;
        }
    }
    for (; first < n; ++first) {
        double entry = 0;
        for (std::size_t row = first; row < n; ++row) entry += lower[row * n + first] * x[row];
        result += entry * entry;
    }
    return result;
}

}  // namespace

double cholesky::squared_norm(vector_view x) const {
    return squared_norm_of(lower_.data(), dimension(), x.data());
}

matrix cholesky::inverse() const {
    matrix result = lower_;
    index const n = as_index(dimension());
    cxxlapack::potri<index>('U', n, result.data(), n);
    mirror(result);
    return result;
}

void cholesky::solve_lower_rows(std::size_t rows, vector_out elements) const {
    if (rows == 0) return;
    index const n = as_index(dimension());
    cxxblas::trsm<index>(row_major, cxxblas::Side::Right, lower_part, cxxblas::Transpose::Trans, cxxblas::Diag::NonUnit,
                         as_index(rows), n, 1.0, lower_.data(), n, elements.data(), n);
}

void cholesky::solve(vector_out x) const {
    solve_lower(x);
    solve_upper(x);
}

triangular_inverse::triangular_inverse(cholesky s) : factor_(std::move(s)) {
    constexpr std::size_t most = 256;
    std::size_t const n = factor_.dimension();
    if (n > most) return;
    rows_ = columns_ = zeros(n, padded(n));
    vector unit = zeros(n);
    for (std::size_t j = 0; j < n; ++j) {
        std::ranges::fill(unit, 0.0);
        unit(j) = 1;
        factor_.solve_lower(as_out(unit));
        for (std::size_t i = j; i < n; ++i) rows_(i, j) = columns_(j, i) = unit(i);
    }
}

namespace {

/// out_v = Σ_j x_vj · row j, for some vectors v at a time, of a matrix that has zeros below its diagonal, or above it.
template <std::size_t Vectors>
FIREFLY_LANES void combine(matrix const& m, bool is_upper, double const* x, double* out) {
    constexpr std::size_t together = Vectors == 1 ? 4 : 2;  // with the vectors as many sums as there are registers to spare
    std::size_t const n = m.shape(0), stride = m.shape(1);
    for (std::size_t c = 0; c < n; c += together * lane_count) {
        std::size_t const columns = std::min(together * lane_count, n - c), used = (columns + lane_count - 1) / lane_count;
        std::size_t const first = is_upper ? 0 : c, end = is_upper ? c + columns : n;
        lanes sums[Vectors][together] = {};
        for (std::size_t j = first; j < end; ++j)
            for (std::size_t k = 0; k < together; ++k) {
                if (k >= used) continue;
                lanes const row = load(m.data() + j * stride + c + k * lane_count);
                for (std::size_t v = 0; v < Vectors; ++v) sums[v][k] = sums[v][k] + x[v * n + j] * row;
            }
        for (std::size_t v = 0; v < Vectors; ++v)
            for (std::size_t k = 0; k < used; ++k)
                store(sums[v][k], out + v * n + c + k * lane_count, std::min(lane_count, columns - k * lane_count));
    }
}

FIREFLY_VECTORISED void combine_upper_rows(matrix const& m, std::size_t vectors, double const* x, double* out) {
    std::size_t const n = m.shape(0);
    std::size_t v = 0;
    for (; v + 4 <= vectors; v += 4) combine<4>(m, true, x + v * n, out + v * n);
    for (; v < vectors; ++v) combine<1>(m, true, x + v * n, out + v * n);
}

FIREFLY_VECTORISED void combine_lower_rows(matrix const& m, double const* x, double* out) {
    combine<1>(m, false, x, out);
}

}  // namespace

namespace {

/// Adds to each total the squares of `Lanes` times eight entries of L⁻¹x of eight packed rows x, from columns of L⁻¹ whose first `end` matter.
template <std::size_t Lanes>
FIREFLY_LANES void add_squares(double const* packed, std::size_t stride, double const* columns, std::size_t end, lanes* totals) {
    lanes tile[tile_rows][Lanes] = {};
    for (std::size_t j = 0; j < end; ++j)
        for (std::size_t r = 0; r < tile_rows; ++r)
            for (std::size_t k = 0; k < Lanes; ++k)
                tile[r][k] = tile[r][k] + packed[r * stride + j] * load(columns + j * stride + k * lane_count);
    for (std::size_t r = 0; r < tile_rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) totals[r] = totals[r] + tile[r][k] * tile[r][k];
}

/// |L⁻¹x|² of eight packed rows.
FIREFLY_VECTORISED void square_lengths(double const* packed, std::size_t n, double const* columns, double* out) {
    std::size_t const stride = padded(n);
    lanes totals[tile_rows] = {};
    std::size_t c = 0;
    for (; c + tile_lanes * lane_count <= stride; c += tile_lanes * lane_count)
        add_squares<tile_lanes>(packed, stride, columns + c, std::min(n, c + tile_lanes * lane_count), totals);
    if (stride - c == 2 * lane_count) add_squares<2>(packed, stride, columns + c, n, totals);
    if (stride - c == lane_count) add_squares<1>(packed, stride, columns + c, n, totals);
    for (std::size_t r = 0; r < tile_rows; ++r) out[r] = sum(totals[r]);
}

}  // namespace

void triangular_inverse::square_rows(matrix_view rows, vector_out squares) const {
    std::size_t const n = rows.columns;
    if (rows_.size() == 0) {
        std::vector<double> white(rows.elements, rows.elements + rows.rows * n);
        factor_.solve_lower_rows(rows.rows, white);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            vector_view const row(white.data() + i * n, n);
            squares[i] = dot(row, row);
        }
        return;
    }
    aligned_numbers columns(n * padded(n)), packed(tile_rows * padded(n));
    std::copy_n(columns_.data(), columns_.size(), columns.begin());
    constexpr double one = 1;
    double lengths[tile_rows];
    for (std::size_t i = 0; i < rows.rows; i += tile_rows) {
        std::size_t const count = std::min(tile_rows, rows.rows - i);
        pack(rows.elements + i * n, count, n, &one, 0, packed.begin(), padded(n));
        square_lengths(packed.begin(), n, columns.begin(), lengths);
        std::copy_n(lengths, count, squares.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void triangular_inverse::whiten_rows(std::size_t rows, vector_view elements, vector_out white) const {
    if (rows_.size() != 0) return combine_upper_rows(columns_, rows, elements.data(), white.data());
    std::ranges::copy(elements, white.begin());
    factor_.solve_lower_rows(rows, white);
}

void triangular_inverse::unwhiten(vector_view white, vector_out x) const {
    if (rows_.size() != 0) return combine_lower_rows(rows_, white.data(), x.data());
    std::ranges::copy(white, x.begin());
    factor_.solve_upper(x);
}

vector relative_eigenvalues(cholesky const& s, matrix t) {
    // L⁻¹ T L⁻ᵀ has the same eigenvalues and is symmetric.
    index const n = as_index(s.dimension());
    cxxblas::trsm<index>(row_major, cxxblas::Side::Left, lower_part, cxxblas::Transpose::NoTrans, cxxblas::Diag::NonUnit, n, n, 1.0,
                         s.lower().data(), n, t.data(), n);
    cxxblas::trsm<index>(row_major, cxxblas::Side::Right, lower_part, cxxblas::Transpose::Trans, cxxblas::Diag::NonUnit, n, n, 1.0,
                         s.lower().data(), n, t.data(), n);
    return xt::linalg::eigvalsh(t);
}

}  // namespace firefly
