/// Jebara and Choromanska's bound on the softmax likelihood: a curvature that follows η*, mostly tighter than Böhning's.
///
/// The classes join one by one, in descending order of η* (any order is a bound; this one is the tightest). v = e_k − μ leads from
/// the mean μ of those that are in to the one that comes, a = η*_k − ℓ is how far it is ahead of them all:
///
///     start: μ = e_{k1}, ℓ = η*_{k1}, S = 0;   then for each further class k:
///     S += tanh(a/2)/(2a) v vᵀ,   μ += σ(a) v,   ℓ = log(e^ℓ + e^{η*_k})
///
/// For K = 2 it is the Jaakkola–Jordan bound in η_1 − η_0. S is no matrix that data share, so Σ_n log B_n has a dense precision of
/// (KD)×(KD). Where it touches: `softmax_curvature`. S is inflated by 8 units in the last place, so that rounding does not lift B above
/// L. Jebara & Choromanska 2012, Algorithm 1 and Theorem 1.
/// Cost: set-up one pass, O(N K²D²); a gap K exponentials five times over and K logarithms.
module;
#include <cstddef>
#include <span>

export module firefly.bounds:jebara_choromanska;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :softmax_curvature;
import :tangent_bound;

namespace firefly {

/// Jebara and Choromanska's S, which follows η*.
export class jebara_choromanska_curvature : public softmax_curvature<jebara_choromanska_curvature> {
public:
    static constexpr bound_name name = {"jebara_choromanska", "jebara-choromanska", "Jebara-Choromanska"};

    using softmax_curvature::multiply, softmax_curvature::softmax_curvature, softmax_curvature::write_out;

    static double square(vector_view eta, vector_view v);
    static void multiply(vector_view eta, vector_view v, vector_out result);
    static void write_out(vector_view eta, vector_out curvature);
};

/// Jebara and Choromanska's bound on `softmax`.
export using jebara_choromanska = tangent_bound<jebara_choromanska_curvature>;

static_assert(CurvedBound<jebara_choromanska> && !MeasuredBound<jebara_choromanska>);

}  // namespace firefly
