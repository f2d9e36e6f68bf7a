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

/// The K linear predictors of each row x: η = Θ x, Θ = `theta` as K rows of D numbers. `eta` holds K numbers a row.
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

/// S = L Lᵀ. Throws `numerical_error` when S is not positive definite.
export class cholesky {
public:
    cholesky() = default;
    explicit cholesky(matrix symmetric);

    inline std::size_t dimension() const { return lower_.shape(0); }
    inline matrix const& lower() const { return lower_; }
    /// log det S.
    double log_determinant() const;
    /// x ← S⁻¹ x.
    void solve(vector_out x) const;
    /// x ← L⁻¹ x.
    void solve_lower(vector_out x) const;
    /// x ← L⁻ᵀ x: turns standard normals into N(0, S⁻¹).
    void solve_upper(vector_out x) const;
    /// x ← Lᵀ x: undoes `solve_upper`.
    void multiply_upper(vector_out x) const;
    /// xᵀ S x = |Lᵀx|².
    double squared_norm(vector_view x) const;
    /// S⁻¹, both triangles filled.
    matrix inverse() const;
    /// Every row x becomes L⁻¹ x.
    void solve_lower_rows(std::size_t rows, vector_out elements) const;

private:
    matrix lower_;
};

/// L⁻¹ of S = L Lᵀ, for those who need it once an iteration: a product with it is many times faster than a substitution, each of whose
/// steps waits for the last. Above 256 rows, where it would not stay in the cache, by substitution all the same.
export class triangular_inverse {
public:
    triangular_inverse() = default;
    explicit triangular_inverse(cholesky s);

    inline std::size_t dimension() const { return factor_.dimension(); }

    /// L⁻¹ x of every row x, one after the other. The two must not overlap.
    void whiten_rows(std::size_t rows, vector_view elements, vector_out white) const;
    /// |L⁻¹x|² = xᵀS⁻¹x of every row x.
    void square_rows(matrix_view rows, vector_out squares) const;
    /// x = L⁻ᵀ w: turns white noise into what has precision S. The two must not overlap.
    void unwhiten(vector_view white, vector_out x) const;

private:
    cholesky factor_;
    matrix rows_ = zeros(0, 0);     // L⁻¹, each row padded; none where substitution serves
    matrix columns_ = zeros(0, 0);  // its transpose
};

/// All eigenvalues of S⁻¹ T in increasing order, T symmetric, S = L Lᵀ.
export vector relative_eigenvalues(cholesky const& s, matrix t);

}  // namespace firefly
