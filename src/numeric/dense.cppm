/// Dense matrices: factors of positive definite ones, solutions with these, and eigenvalues. By LAPACK and BLAS, or, where draws must be the same on
/// every processor (`use_portable_algebra`), by loops that add in one order.
///
/// OpenBLAS has loops for each kind of processor, which add in other orders, and is up to three times as fast with hundreds of columns. Ours are the
/// textbook's, four rows at a time by lanes: Cholesky's factorisation from the upper rows down, substitution, and for eigenvalues Householder's
/// reflections and the QL algorithm with implicit shifts (Golub & Van Loan 2013, "Matrix computations", 4.2, 3.1 and 8.3). Cost of either: n³/6,
/// n²/2 per vector and ⅔ n³ products.
module;
#include <cstddef>
#include <utility>
#include <vector>

module firefly.numeric:dense;

import :numbers;
import :portable;

namespace firefly {

namespace by_lapack {
std::size_t factorise(matrix& symmetric);
void substitute_lower(matrix const& lower, vector_out x);
void substitute_upper(matrix const& lower, vector_out x);
matrix solve_lower_columns(matrix const& lower, matrix right);
vector symmetric_eigenvalues(matrix const& symmetric);
}  // namespace by_lapack

namespace in_one_order {
std::size_t factorise(matrix& symmetric, std::vector<double>& memory);
void substitute_lower(matrix const& lower, vector_out x);
void substitute_upper(matrix const& lower, vector_out x);
matrix inverse_of_lower(matrix const& lower);
matrix solve_lower_columns(matrix const& lower, matrix right);
vector symmetric_eigenvalues(matrix const& symmetric);
}  // namespace in_one_order

/// S, of which the lower triangle counts, becomes L with zeros above: S = L Lᵀ. Gives zero, or which leading minor is not positive; S is undefined then.
/// A second call with the same memory and size allocates nothing.
inline std::size_t factorise(matrix& symmetric, std::vector<double>& memory) {
    return algebra_is_portable() ? in_one_order::factorise(symmetric, memory) : by_lapack::factorise(symmetric);
}

/// x ← L⁻¹ x and x ← L⁻ᵀ x.
inline void substitute_lower(matrix const& lower, vector_out x) {
    algebra_is_portable() ? in_one_order::substitute_lower(lower, x) : by_lapack::substitute_lower(lower, x);
}
inline void substitute_upper(matrix const& lower, vector_out x) {
    algebra_is_portable() ? in_one_order::substitute_upper(lower, x) : by_lapack::substitute_upper(lower, x);
}

/// L⁻¹ R.
inline matrix solve_lower_columns(matrix const& lower, matrix right) {
    return algebra_is_portable() ? in_one_order::solve_lower_columns(lower, std::move(right))
                                 : by_lapack::solve_lower_columns(lower, std::move(right));
}

/// L⁻¹.
inline matrix inverse_of_lower(matrix const& lower) {
    if (algebra_is_portable()) return in_one_order::inverse_of_lower(lower);
    matrix unit = zeros(lower.shape(0), lower.shape(0));
    for (std::size_t i = 0; i < lower.shape(0); ++i) unit(i, i) = 1;
    return by_lapack::solve_lower_columns(lower, std::move(unit));
}

/// In increasing order. Of S the lower triangle counts.
inline vector symmetric_eigenvalues(matrix const& symmetric) {
    return algebra_is_portable() ? in_one_order::symmetric_eigenvalues(symmetric) : by_lapack::symmetric_eigenvalues(symmetric);
}

}  // namespace firefly
