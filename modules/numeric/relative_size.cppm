/// How large one sparse symmetric matrix is relative to another, without eigenvalues: tr(S⁻¹T) and a bound of the largest eigenvalue of S⁻¹T.
///
///     tr(S⁻¹T) = Σ_ij (S⁻¹)_ij T_ij,   for which the numbers of S⁻¹ in the places of T suffice (`sparse_cholesky`: selected inversion)
///     λ > λ_max(S⁻¹T)  ⟺  λS − T is positive definite (Sylvester's law of inertia), which a factorisation tells: bisection on log λ
///
/// An iteration such as Lanczos's would find λ_max from below, and whoever needs to be sure needs a bound from above. Cost: about twenty factorisations.
module;
#include <cstddef>

export module firefly.numeric:relative_size;

import :factorisation;
import :sparse_symmetric;

namespace firefly {

/// S is sparse; T has no places but those of S.
export double relative_trace(cholesky const& s, sparse_symmetric const& t);

/// At least λ_max(S⁻¹T), and at most a thousandth above it, but for rounding. S positive definite, T with a positive number on its diagonal. Throws
/// `numerical_error` where they are no such matrices.
export double largest_relative_eigenvalue(sparse_symmetric const& s, sparse_symmetric const& t);

}  // namespace firefly
