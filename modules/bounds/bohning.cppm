/// Böhning's bound on the softmax likelihood: one curvature for all data and all η*.
///
///     S = A = ½ (I − 11ᵀ/K) ⪰ diag p − p pᵀ for every p
///
/// So Σ_n log B_n has the precision A ⊗ XᵀX: one D×D matrix, O(KD²) an evaluation. Where it touches: `softmax_tangent`. Untuned its
/// default is η* = 0. For K = 2 it is the Jaakkola–Jordan bound with the curvature ¼ that this has at ξ = 0. A is inflated by
/// 8 units in the last place, so that rounding does not lift B above L. Böhning 1992, Theorem 1.
/// Cost: set-up one pass, O(N(D² + KD)); a gap K exponentials three times over and a logarithm.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.bounds:bohning;

import firefly.external;
import firefly.core;
import firefly.data;
import :softmax_tangent;

namespace firefly {

struct bohning_curvature {
    static constexpr char const* name = "bohning";

    static double square(vector_view eta, vector_view v);
    static void multiply(vector_view eta, vector_view v, vector_out result);
    static void write_out(vector_view eta, vector_out curvature);

    template <RowSource Source, class Fill>
    static quadratic collapse(Source const& rows, std::size_t width, Fill const& fill) {
        matrix shared = zeros(width, width);
        write_out(as_view(zeros(width)), {shared.data(), shared.size()});
        return sum_quadratics_sharing(rows, shared, fill);
    }
};

export using bohning = softmax_tangent<bohning_curvature>;

static_assert(CurvedBound<bohning>);

}  // namespace firefly
