/// The dense linear algebra that the samplers need, written in place: BLAS and LAPACK by way of xtensor-blas for what is large, our own
/// loops for what is small or one row at a time.
///
/// `xt::linalg` returns new containers; an iteration must not allocate, so these take what they fill. A call of BLAS costs more than an
/// iteration's few bright rows, and rounds a row's product by how many rows there are beside it: ours do not.
module;
#include <cstddef>
#include <span>

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

export double dot(vector_view a, vector_view b);

/// The K linear predictors of each row x: η = Θ x, Θ = `theta` as K rows of D numbers. `eta` holds K numbers per row.
export void predict(matrix_view rows, vector_view theta, vector_out eta);

/// The transpose of `predict`: theta += Σ_i weights_i ⊗ x_i, K weights a row.
export void add_weighted_rows(matrix_view rows, vector_view weights, vector_out theta);

/// gram += Σ_i W_i ⊗ x_i x_iᵀ, `weights` holding the K×K numbers of W_i, symmetric, row after row; K = 1 is Xᵀ diag(weights) X.
/// Weights of either sign. Of each of the K×K blocks on and below the diagonal only the lower triangle is added to; `mirror`
/// completes them.
export void add_weighted_gram(matrix_view rows, vector_view weights, matrix& gram);

/// Copies the lower triangle to the upper.
export void mirror(matrix& symmetric);
/// The same where blocks of `block` rows and columns are symmetric themselves, each with only its lower triangle.
export void mirror(matrix& symmetric, std::size_t block);

/// y = S x + keep·y for a symmetric S.
export void multiply_symmetric(matrix const& s, vector_view x, vector_out y, double keep = 0);

/// Every row x becomes S x, for a symmetric S with both triangles filled.
export void multiply_rows(matrix_view rows, matrix const& s, vector_out products);

/// How far apart rows are that begin at multiples of eight numbers.
export inline constexpr std::size_t padded(std::size_t n) {
    return (n + 7) / 8 * 8;
}

/// All products of two rows, both triangles: the Gram matrix of rows, T Tᵀ. Its rows are `padded(n)` numbers apart, as many as there are
/// rows, with zeros between them.
export void multiply_row_pairs(matrix_view rows, vector_out products);

/// S ← S⁻¹ in place, S symmetric of n×n with both triangles filled, its rows `padded(n)` numbers apart. False, and S undefined, where S is
/// not positive definite or so near to that that a pivot is less than `least_pivot` of its diagonal element.
export bool invert(std::size_t n, vector_out symmetric, double least_pivot);

/// y += a x.
export void add_multiple(double a, vector_view x, vector_out y);

}  // namespace firefly
