/// Factors of positive definite matrices, and eigenvalues relative to one.
///
/// `dense` factorises. A matrix that is mostly zeros has the factor of `sparse_cholesky`, and nothing of the size of a dense matrix is made of it unless it is asked for.
module;
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

export module firefly.numeric:factorisation;

import firefly.external;
import :linear_algebra;
import :numbers;
import :sparse_symmetric;

namespace firefly {

/// S = L Lᵀ. Throws `numerical_error` when S is not positive definite.
export class cholesky {
public:
    cholesky() = default;
    explicit cholesky(matrix symmetric);
    /// L is lower triangular in an order of its own. Also throws where a pivot is made of rounding errors. Copies share the factor.
    explicit cholesky(sparse_symmetric symmetric);

    inline std::size_t dimension() const { return sparse_ ? sparse_size_ : lower_.shape(0); }
    inline bool is_sparse() const { return sparse_ != nullptr; }
    /// Of no size where it is sparse.
    inline matrix const& lower() const { return lower_; }
    /// S. Only of one that is sparse.
    sparse_symmetric const& sparse() const;
    /// Whether it is a factor of the same S, made the same way.
    bool is_same(cholesky const& other) const;
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
    /// The diagonal of S⁻¹.
    vector inverse_diagonal() const;
    /// Of S⁻¹ what stands in the places of L, S sparse: see `sparse_cholesky`.
    sparse_symmetric selected_inverse() const;
    /// The diagonal of S.
    void diagonal(vector_out result) const;
    /// S, both triangles filled.
    matrix product() const;

private:
    struct sparse_part;

    matrix lower_;
    std::vector<double> memory_;                 // of `refactorise`
    std::shared_ptr<sparse_part const> sparse_;  // nothing where it is dense
    std::size_t sparse_size_ = 0;
};

/// All eigenvalues of S⁻¹ T in increasing order, T symmetric, S = L Lᵀ.
export vector relative_eigenvalues(cholesky const& s, matrix t);

}  // namespace firefly
