/// Factors of positive definite matrices: Cholesky's, its inverse, and eigenvalues relative to one.
///
/// LAPACK by way of xtensor-blas factorises; products with an inverse factor are our own loops, since an iteration asks for a few rows at a time.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.numeric:factorisation;

import firefly.external;
import :linear_algebra;
import :numbers;

namespace firefly {

/// S = L Lᵀ. Throws `numerical_error` when S is not positive definite.
export class cholesky {
public:
    cholesky() = default;
    explicit cholesky(matrix symmetric);

    inline std::size_t dimension() const { return lower_.shape(0); }
    inline matrix const& lower() const { return lower_; }
    /// Becomes that of S + diag(more), in the memory that it has if it was as large. False where that is not positive definite: it is
    /// undefined then.
    bool refactorise(matrix const& symmetric, vector_view more);
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

private:
    matrix lower_;
};

/// L⁻¹ of S = L Lᵀ, for those who need it once an iteration: a product with it is many times faster than a substitution, each of whose
/// steps waits for the last. What a row becomes does not depend on the rows beside it.
export class triangular_inverse {
public:
    triangular_inverse() = default;
    explicit triangular_inverse(cholesky s);

    inline std::size_t dimension() const { return factor_.dimension(); }
    inline cholesky const& factor() const { return factor_; }

    /// L⁻¹ x of every row x, one after the other. The two must not overlap.
    void whiten_rows(std::size_t rows, vector_view elements, vector_out white) const;
    /// The same where of every row x only the numbers from place `first` on are given, those that are not zero.
    void whiten_parts(std::size_t rows, vector_view parts, std::size_t first, vector_out white) const;
    /// |L⁻¹x|² = xᵀS⁻¹x of every row x.
    void square_rows(matrix_view rows, vector_out squares) const;
    /// x = L⁻ᵀ w: turns white noise into what has precision S. The two must not overlap.
    void unwhiten(vector_view white, vector_out x) const;

private:
    cholesky factor_;
    matrix rows_ = zeros(0, 0);          // L⁻¹, each row padded
    matrix columns_ = zeros(0, 0);       // its transpose, where a row of that fits the registers
    std::vector<eight_numbers> panels_;  // the transpose, 24 columns after the other
};

/// All eigenvalues of S⁻¹ T in increasing order, T symmetric, S = L Lᵀ.
export vector relative_eigenvalues(cholesky const& s, matrix t);

}  // namespace firefly
