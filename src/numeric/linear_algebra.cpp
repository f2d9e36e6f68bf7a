module;
#include <algorithm>
#include <array>
#include <cstddef>

#include "tiles.hpp"

// Of OpenBLAS, where that is the BLAS: its threads cost more than they bring at our sizes, and make sums depend on their number.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int);

module firefly.numeric;

import firefly.external;
import :blas;

namespace firefly {

namespace {

[[maybe_unused]] bool const one_blas_thread = [] {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
    return true;
}();

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
                pack(chunk, count, columns, &one, 0, plain.begin(), stride);
                pack(chunk, count, columns, &weights[(i * width + k) * width + l], width * width, weighted.begin(), stride);
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
        if (!(row[i] * row[i] >= least_pivot * dot(row, row))) return false;  // also of what is no number
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

}  // namespace firefly
