/// The dense linear algebra that the samplers need, written in place, by loops of our own.
///
/// `xt::linalg` returns new containers; an iteration must not allocate, so these take what they fill. A call of BLAS costs more than an
/// iteration's few bright rows, rounds a row's product by how many rows there are beside it, and adds in another order on another processor.
module;
#include <array>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.numeric:linear_algebra;

import firefly.external;
import :numbers;

namespace firefly {

/// Rows that lie one after the other, row-major.
export struct matrix_view {
    double const* elements = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;

    matrix_view() = default;
    inline matrix_view(double const* first, std::size_t row_count, std::size_t column_count)
        : elements(first), rows(row_count), columns(column_count) {}
    inline matrix_view(matrix const& m) : matrix_view(m.data(), m.shape(0), m.shape(1)) {}

    inline vector_view row(std::size_t i) const { return {elements + i * columns, columns}; }
};

/// How far apart rows are that begin at multiples of eight numbers.
export inline constexpr std::size_t padded(std::size_t n) {
    return (n + 7) / 8 * 8;
}

/// As many numbers as a cache line has: rows made of these begin with one.
export struct eight_numbers {
    alignas(64) std::array<double, 8> each = {};
};

/// Rows that lie anywhere. Some functions ask for padded ones: with zeros behind each up to `padded(columns)` numbers.
export struct row_list {
    std::span<double const* const> rows;
    std::size_t columns = 0;

    inline std::size_t size() const { return rows.size(); }
    inline vector_view row(std::size_t i) const { return {rows[i], columns}; }
};

/// a·b.
export double dot(vector_view a, vector_view b);

/// |a − b|².
export double squared_distance(vector_view a, vector_view b);

/// out = a + b, out = a − b. Iterators of xtensor are several times slower than these.
export inline void add(vector_view a, vector_view b, vector_out out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + b[i];
}
export inline void subtract(vector_view a, vector_view b, vector_out out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] - b[i];
}

/// The K linear predictors of each row x: η = Θ x, Θ = `theta` as K rows of D numbers. `eta` holds K numbers per row.
export void predict(matrix_view rows, vector_view theta, vector_out eta);
/// The same of rows that lie anywhere. Row by row: what comes of one does not depend on the others.
export void predict(row_list rows, vector_view theta, vector_out eta);

/// The transpose of `predict`: theta += Σ_i weights_i ⊗ x_i, K weights per row.
export void add_weighted_rows(matrix_view rows, vector_view weights, vector_out theta);
/// The same of padded rows with one weight per row.
export void add_weighted_rows(row_list rows, vector_view weights, vector_out sum);

/// gram += Σ_i W_i ⊗ x_i x_iᵀ, `weights` holding the K×K numbers of W_i, symmetric, row after row; K = 1 is Xᵀ diag(weights) X.
/// Weights of either sign. Of each of the K×K blocks on and below the diagonal only the lower triangle is added to; `mirror`
/// completes them.
export void add_weighted_gram(matrix_view rows, vector_view weights, matrix& gram);
/// gram −= Σ_i x_i x_iᵀ, likewise. A second call with the same memory and size allocates nothing.
void subtract_gram(matrix_view rows, std::vector<double>& memory, matrix& gram);

/// Copies the lower triangle to the upper.
export void mirror(matrix& symmetric);
/// The same where rows are `padded(n)` numbers apart.
void mirror_padded(std::size_t n, double* symmetric);
/// The same where blocks of `block` rows and columns are symmetric themselves, each with only its lower triangle.
export void mirror(matrix& symmetric, std::size_t block);

/// y = S x + keep·y for a symmetric S.
export void multiply_symmetric(matrix const& s, vector_view x, vector_out y, double keep = 0);

/// Every row x becomes S x, for a symmetric S with both triangles filled.
export void multiply_rows(matrix_view rows, matrix const& s, vector_out products);

/// All products of two padded rows, both triangles: the Gram matrix of rows, T Tᵀ. Its rows are `padded(n)` numbers apart, as many as there are
/// rows, with zeros between them. Where hundreds of columns are zero in most rows, these are passed over.
export void multiply_row_pairs(row_list rows, vector_out products);

/// y = S x, S symmetric with both triangles filled, its rows `padded(x.size())` numbers apart.
export void multiply_padded(vector_view symmetric, vector_view x, vector_out y);

/// y += a x.
export void add_multiple(double a, vector_view x, vector_out y);

}  // namespace firefly
