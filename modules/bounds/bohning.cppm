/// Böhning's bound on the softmax likelihood: one curvature for all data and all η*.
///
///     S = A = ½ (I − 11ᵀ/K) ⪰ diag p − p pᵀ for every p
///
/// So Σ_n log B_n has the precision A ⊗ XᵀX: one D×D matrix, O(KD²) per evaluation. Where it touches: `softmax_curvature`. Untuned its
/// default is η* = 0. For K = 2 it is the Jaakkola–Jordan bound with the curvature ¼ that this has at ξ = 0. A is inflated by
/// 8 units in the last place, so that rounding does not lift B above L. Böhning 1992, Theorem 1.
/// Cost: set-up one pass, O(N(D² + KD)); a gap K exponentials three times over and a logarithm.
module;
#include <cstddef>
#include <span>

export module firefly.bounds:bohning;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :softmax_curvature;
import :tangent_bound;

namespace firefly {

/// Böhning's S, the same for every datum and every η*.
export class bohning_curvature : public softmax_curvature<bohning_curvature> {
public:
    static constexpr bound_name name = {"bohning", "bohning", "Bohning"};

    using softmax_curvature::multiply, softmax_curvature::softmax_curvature, softmax_curvature::write_out;

    static double square(vector_view eta, vector_view v);
    static void multiply(vector_view eta, vector_view v, vector_out result);
    static void write_out(vector_view eta, vector_out curvature);
    /// A.
    static matrix shared(std::size_t width);
};

/// Böhning's bound on `softmax`.
export using bohning = tangent_bound<bohning_curvature>;

static_assert(CurvedBound<bohning> && !MeasuredBound<bohning>);

}  // namespace firefly
