module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

// Of OpenBLAS, where that is the BLAS: its threads cost more than they bring at our sizes, and make sums depend on their number.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int);

module firefly.core;

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

/// block += Σ_i weight(i) x_i x_iᵀ, lower triangle only, rows of the block `stride` numbers apart. Weights of either sign: rows to be
/// added are packed from the front, rows to be subtracted from the back, and each kind is one symmetric update.
void add_signed_gram(matrix_view rows, auto const& weight, double* block, std::size_t stride, matrix& scratch) {
    std::size_t added = 0, rest = rows.rows;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        double const w = weight(i), root = std::sqrt(std::abs(w));
        std::size_t const place = w < 0 ? --rest : added++;
        std::ranges::transform(rows.row(i), scratch.data() + place * rows.columns, [root](double x) { return root * x; });
    }
    auto const update = [&](double sign, std::size_t first, std::size_t count) {
        if (count == 0) return;
        cxxblas::syrk<index>(row_major, lower_part, cxxblas::Transpose::Trans, as_index(rows.columns), as_index(count), sign,
                             scratch.data() + first * rows.columns, as_index(rows.columns), 1.0, block, as_index(stride));
    };
    update(1, 0, added);
    update(-1, rest, rows.rows - rest);
}

}  // namespace

double dot(vector_view a, vector_view b) {
    // Four sums: the compiler may not reorder one, and the processor can add four at a time.
    double sum[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= a.size(); i += 4)
        for (std::size_t j = 0; j < 4; ++j) sum[j] += a[i + j] * b[i + j];
    for (; i < a.size(); ++i) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void predict(matrix_view rows, vector_view theta, vector_out eta) {
    if (rows.rows == 0) return;
    std::size_t const width = theta.size() / rows.columns;
    if (width == 1)
        cxxblas::gemv<index>(row_major, cxxblas::Transpose::NoTrans, as_index(rows.rows), as_index(rows.columns), 1.0,
                             rows.elements, as_index(rows.columns), theta.data(), index(1), 0.0, eta.data(), index(1));
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

void add_weighted_gram(matrix_view rows, vector_view weights, matrix& gram, matrix& scratch) {
    if (rows.rows == 0) return;
    if (scratch.shape(0) < rows.rows || scratch.shape(1) != rows.columns) scratch = zeros(rows.rows, rows.columns);
    std::size_t const width = gram.shape(0) / rows.columns;
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t l = 0; l <= k; ++l)
            add_signed_gram(
                rows, [&](std::size_t i) { return weights[(i * width + k) * width + l]; },
                &gram(k * rows.columns, l * rows.columns), gram.shape(1), scratch);
}

void mirror(matrix& symmetric, std::size_t block) {
    std::size_t const size = symmetric.shape(0);
    // Within the blocks below the diagonal, then across it.
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i / block * block; ++j)
            if (j % block > i % block) symmetric(i, j) = symmetric(i / block * block + j % block, j / block * block + i % block);
    mirror(symmetric);
}

void mirror(std::size_t n, vector_out symmetric) {
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) symmetric[j * n + i] = symmetric[i * n + j];
}

void mirror(matrix& symmetric) {
    mirror(symmetric.shape(0), {symmetric.data(), symmetric.size()});
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

void multiply_row_pairs(matrix_view rows, vector_out products) {
    if (rows.rows == 0) return;
    index const n = as_index(rows.rows);
    cxxblas::syrk<index>(row_major, lower_part, cxxblas::Transpose::NoTrans, n, as_index(rows.columns), 1.0, rows.elements,
                         as_index(rows.columns), 0.0, products.data(), n);
    mirror(rows.rows, products);
}

bool invert(std::size_t n, vector_out symmetric, double least_pivot) {
    if (n == 0) return true;
    // The upper triangle of the same memory counted columns first; the diagonal is overwritten, so it is judged on the way.
    std::array<double, 64> few;
    std::vector<double> many;
    vector_out const before = n <= few.size() ? vector_out(few).first(n) : (many.resize(n), vector_out(many));
    for (std::size_t i = 0; i < n; ++i) before[i] = symmetric[i * n + i];
    if (cxxlapack::potrf<index>('U', as_index(n), symmetric.data(), as_index(n)) != 0) return false;
    for (std::size_t i = 0; i < n; ++i)
        if (symmetric[i * n + i] * symmetric[i * n + i] < least_pivot * before[i]) return false;
    cxxlapack::potri<index>('U', as_index(n), symmetric.data(), as_index(n));
    mirror(n, symmetric);
    return true;
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

double cholesky::squared_norm(vector_view x) const {
    // Some entries of Lᵀx at a time, each from a piece of every row: L is read in the order in which it lies.
    constexpr std::size_t width = 16;
    double sum = 0;
    for (std::size_t first = 0; first < dimension(); first += width) {
        std::size_t const count = std::min(width, dimension() - first);
        std::array<double, width> entry{};
        for (std::size_t row = first; row < dimension(); ++row)
            for (std::size_t i = 0; i < count; ++i) entry[i] += lower_(row, first + i) * x[row];
        for (double const e : entry) sum += e * e;
    }
    return sum;
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
