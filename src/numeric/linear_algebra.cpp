module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lanes.hpp"

// Of OpenBLAS, where that is the BLAS: its threads cost more than they bring at our sizes, and make sums depend on their number.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int);

module firefly.numeric;

import firefly.external;

namespace firefly {

namespace {

[[maybe_unused]] bool const one_blas_thread = [] {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
    return true;
}();

using index = xt::blas_index_t;
constexpr auto row_major = cxxblas::StorageOrder::RowMajor;
constexpr auto lower_part = cxxblas::StorageUpLo::Lower;

index as_index(std::size_t n) {
    return static_cast<index>(n);
}

/// Copies the lower triangle to the upper, rows being `padded(n)` numbers apart.
void mirror_padded(std::size_t n, double* symmetric) {
    std::size_t const stride = padded(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) symmetric[j * stride + i] = symmetric[i * stride + j];
}

/// Eight sums side by side, and the last few numbers by a load that ends with them.
FIREFLY_LANES double dot_of(double const* a, double const* b, std::size_t n) {
    std::size_t i = 0;
    lanes sums = lanes::every(0);
    for (; i + lane_count <= n; i += lane_count) sums = sums + load(a + i) * load(b + i);
    if (i == n) return sum(sums);
    if (n < lane_count) return sum(load(a, n) * load(b, n));
    return sum(sums + last(a + n, n - i) * load(b + n - lane_count));
}

FIREFLY_VECTORISED double dot_product(double const* a, double const* b, std::size_t n) {
    return dot_of(a, b, n);
}

FIREFLY_VECTORISED void predict_each(matrix_view rows, double const* theta, double* eta) {
    for (std::size_t i = 0; i < rows.rows; ++i) eta[i] = dot_of(rows.elements + i * rows.columns, theta, rows.columns);
}

}  // namespace

double dot(vector_view a, vector_view b) {
    return dot_product(a.data(), b.data(), a.size());
}

void predict(matrix_view rows, vector_view theta, vector_out eta) {
    if (rows.rows == 0) return;
    std::size_t const width = theta.size() / rows.columns;
    if (width == 1)
        predict_each(rows, theta.data(), eta.data());
    else
        cxxblas::gemm<index>(row_major, cxxblas::Transpose::NoTrans, cxxblas::Transpose::Trans, as_index(rows.rows),
                             as_index(width), as_index(rows.columns), 1.0, rows.elements, as_index(rows.columns), theta.data(),
                             as_index(rows.columns), 0.0, eta.data(), as_index(width));
}

void add_weighted_rows(matrix_view rows, vector_view weights, vector_out theta) {
    if (rows.rows == 0) return;
    std::size_t const width = theta.size() / rows.columns;
    if (width == 1)
        cxxblas::gemv<index>(row_major, cxxblas::Transpose::Trans, as_index(rows.rows), as_index(rows.columns), 1.0, rows.elements,
                             as_index(rows.columns), weights.data(), index(1), 1.0, theta.data(), index(1));
    else
        cxxblas::gemm<index>(row_major, cxxblas::Transpose::Trans, cxxblas::Transpose::NoTrans, as_index(width),
                             as_index(rows.columns), as_index(rows.rows), 1.0, weights.data(), as_index(width), rows.elements,
                             as_index(rows.columns), 1.0, theta.data(), as_index(rows.columns));
}

namespace {

/// Rows that are copied together, `padded` numbers apart: with their weighted copies they stay in the nearest cache at usual widths.
constexpr std::size_t packed_rows = 32;
/// Sums that stay in registers: so many, each for up to three times eight columns.
constexpr std::size_t tile_rows = lane_count, tile_lanes = 3;

/// Zeros that begin with a cache line: vectors that straddle two are read at half the speed.
class aligned_numbers {
public:
    explicit aligned_numbers(std::size_t size) : memory_(size + lane_count) {}
    double* begin() { return reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(memory_.data()) + 63) / 64 * 64); }

private:
    std::vector<double> memory_;
};

/// Copies of some rows times a weight each; `weights` are so far apart.
FIREFLY_VECTORISED void pack(double const* rows, std::size_t count, std::size_t columns, double const* weights, std::size_t apart,
                             double* packed) {
    std::size_t const stride = padded(columns);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t d = 0; d < columns; d += lane_count)
            store(weights[i * apart] * load(rows + i * columns + d, std::min(lane_count, columns - d)), packed + i * stride + d);
}

/// sums(r, c) += Σ_i left(i, r) right(i, c) for eight r and `Lanes` times eight c.
template <std::size_t Lanes>
FIREFLY_LANES void add_tile(double const* left, double const* right, std::size_t count, std::size_t stride, double* sums) {
    lanes tile[tile_rows][Lanes] = {};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t r = 0; r < tile_rows; ++r)
            for (std::size_t k = 0; k < Lanes; ++k)
                tile[r][k] = tile[r][k] + left[i * stride + r] * load(right + i * stride + k * lane_count);
    for (std::size_t r = 0; r < tile_rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) {
            double* const place = sums + r * stride + k * lane_count;
            store(load(place) + tile[r][k], place);
        }
}

/// sums += Σ_i left_i right_iᵀ, in tiles that cover the lower triangle.
FIREFLY_VECTORISED void add_products(double const* left, double const* right, std::size_t count, std::size_t stride, double* sums) {
    for (std::size_t r = 0; r < stride; r += tile_rows) {
        std::size_t const end = r + tile_rows;
        std::size_t c = 0;
        for (; c + tile_lanes * lane_count <= end; c += tile_lanes * lane_count)
            add_tile<tile_lanes>(left + r, right + c, count, stride, sums + r * stride + c);
        if (end - c == 2 * lane_count) add_tile<2>(left + r, right + c, count, stride, sums + r * stride + c);
        if (end - c == lane_count) add_tile<1>(left + r, right + c, count, stride, sums + r * stride + c);
    }
}

}  // namespace

void add_weighted_gram(matrix_view rows, vector_view weights, matrix& gram) {
    std::size_t const columns = rows.columns, stride = padded(columns), width = gram.shape(0) / columns;
    aligned_numbers plain(packed_rows * stride), weighted(packed_rows * stride), sums(stride * stride);
    constexpr double one = 1;
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t l = 0; l <= k; ++l) {
            std::fill_n(sums.begin(), stride * stride, 0.0);
            for (std::size_t i = 0; i < rows.rows; i += packed_rows) {
                std::size_t const count = std::min(packed_rows, rows.rows - i);
                double const* const chunk = rows.elements + i * columns;
                pack(chunk, count, columns, &one, 0, plain.begin());
                pack(chunk, count, columns, &weights[(i * width + k) * width + l], width * width, weighted.begin());
                add_products(weighted.begin(), plain.begin(), count, stride, sums.begin());
            }
            for (std::size_t d = 0; d < columns; ++d)
                for (std::size_t e = 0; e <= d; ++e) gram(k * columns + d, l * columns + e) += sums.begin()[d * stride + e];
        }
}

void mirror(matrix& symmetric, std::size_t block) {
    std::size_t const size = symmetric.shape(0);
    // Within the blocks below the diagonal, then across it.
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i / block * block; ++j)
            if (j % block > i % block) symmetric(i, j) = symmetric(i / block * block + j % block, j / block * block + i % block);
    mirror(symmetric);
}

void mirror(matrix& symmetric) {
    for (std::size_t i = 0; i < symmetric.shape(0); ++i)
        for (std::size_t j = 0; j < i; ++j) symmetric(j, i) = symmetric(i, j);
}

void multiply_symmetric(matrix const& s, vector_view x, vector_out y, double keep) {
    index const n = as_index(s.shape(0));
    cxxblas::symv<index>(row_major, lower_part, n, 1.0, s.data(), n, x.data(), index(1), keep, y.data(), index(1));
}

void multiply_rows(matrix_view rows, matrix const& s, vector_out products) {
    index const n = as_index(rows.columns);
    cxxblas::gemm<index>(row_major, cxxblas::Transpose::NoTrans, cxxblas::Transpose::NoTrans, as_index(rows.rows), n, n, 1.0,
                         rows.elements, n, s.data(), n, 0.0, products.data(), n);
}

namespace {

/// Beyond this BLAS and LAPACK are worth their calls.
constexpr std::size_t most_small_rows = 64;

FIREFLY_VECTORISED void multiply_few_pairs(matrix_view rows, double* products) {
    std::size_t const n = rows.rows, stride = padded(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            products[i * stride + j] = dot_of(rows.elements + i * rows.columns, rows.elements + j * rows.columns, rows.columns);
}

}  // namespace

void multiply_row_pairs(matrix_view rows, vector_out products) {
    std::size_t const n = rows.rows, stride = padded(n);
    std::ranges::fill(products, 0.0);
    if (n <= most_small_rows)
        multiply_few_pairs(rows, products.data());
    else
        cxxblas::syrk<index>(row_major, lower_part, cxxblas::Transpose::NoTrans, as_index(n), as_index(rows.columns), 1.0,
                             rows.elements, as_index(rows.columns), 0.0, products.data(), as_index(stride));
    mirror_padded(n, products.data());
}

namespace {

/// Gauss and Jordan's elimination; a positive definite S needs no exchanges. Each pivot brings its row and column into the inverse.
FIREFLY_VECTORISED bool invert_small(std::size_t n, double* s, double least_pivot) {
    std::size_t const stride = padded(n);
    std::array<double, most_small_rows> before;
    for (std::size_t k = 0; k < n; ++k) before[k] = s[k * stride + k];
    for (std::size_t k = 0; k < n; ++k) {
        double* const row = s + k * stride;
        double const pivot = row[k];
        if (!(pivot > 0) || pivot < least_pivot * before[k]) return false;
        // Column k is zero but for a one, and becomes that of the inverse. By lanes: a single number written into eight that are about to
        // be read makes the processor wait.
        std::size_t const block = k / lane_count * lane_count;
        lanes unit = lanes::every(0);
        unit.v[k % lane_count] = 1;
        lanes const others = 1.0 - unit;
        for (std::size_t j = 0; j < stride; j += lane_count) {
            lanes const old = load(row + j);
            store((1 / pivot) * (j == block ? old * others + unit : old), row + j);
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            double* const other = s + i * stride;
            double const factor = other[k];
            for (std::size_t j = 0; j < stride; j += lane_count) {
                lanes const old = load(other + j);
                store((j == block ? old * others : old) - factor * load(row + j), other + j);
            }
        }
    }
    return true;
}

bool invert_large(std::size_t n, double* s, double least_pivot) {
    std::size_t const stride = padded(n);
    // LAPACK counts columns first: its upper factor of the same memory is our lower one.
    if (cxxlapack::potrf<index>('U', as_index(n), s, as_index(stride)) != 0) return false;
    for (std::size_t i = 0; i < n; ++i) {
        vector_view const row(s + i * stride, i + 1);  // of L: its squares add up to what stood on the diagonal
        if (row[i] * row[i] < least_pivot * dot(row, row)) return false;
    }
    cxxlapack::potri<index>('U', as_index(n), s, as_index(stride));
    mirror_padded(n, s);
    return true;
}

}  // namespace

bool invert(std::size_t n, vector_out symmetric, double least_pivot) {
    return n <= most_small_rows ? invert_small(n, symmetric.data(), least_pivot) : invert_large(n, symmetric.data(), least_pivot);
}

namespace {

FIREFLY_VECTORISED void add_multiple_of(double a, vector_view x, vector_out y) {
    std::size_t i = 0;
    for (; i + lane_count <= x.size(); i += lane_count) store(load(&y[i]) + a * load(&x[i]), &y[i]);
    for (; i < x.size(); ++i) y[i] += a * x[i];
}

}  // namespace

void add_multiple(double a, vector_view x, vector_out y) {
    add_multiple_of(a, x, y);
}

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
        pack(rows.elements + i * n, count, n, &one, 0, packed.begin());
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
