/// The inverse of a positive definite matrix in place, by Gauss and Jordan's elimination.
///
///     for each pivot k:   s_kj ← s_kj/s_kk,   s_ij ← s_ij − s_ik s_kj,   column k becoming that of the inverse
///
/// A positive definite S needs no exchanges. Four pivots are taken together, so that each number of the other rows is read and written once for four of
/// them; of large matrices only the lower triangle is worked on. Cost in multiplications: n³, above 96 rows n³/2.
module;
#include <cstddef>

export module firefly.numeric:inversion;

import :numbers;

namespace firefly {

/// S ← S⁻¹, S symmetric of n×n with both triangles filled, its rows `padded(n)` numbers apart. False, and S undefined, where S is not positive
/// definite or so near to that that a pivot is less than `least_pivot` of its diagonal element. `scratch` has nine times `padded(n)` numbers.
export bool invert(std::size_t n, vector_out symmetric, double least_pivot, vector_out scratch);

}  // namespace firefly
