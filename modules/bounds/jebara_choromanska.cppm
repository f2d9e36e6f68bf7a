/// Jebara and Choromanska's bound on the softmax likelihood: a curvature that follows η*, mostly tighter than Böhning's.
///
/// The classes join one by one, in descending order of η* (any order is a bound; this one is the tightest). v = e_k − μ leads from
/// the mean μ of those that are in to the one that comes, a = η*_k − ℓ is how far it is ahead of them all:
///
///     start: μ = e_{k1}, ℓ = η*_{k1}, S = 0;   then for each further class k:
///     S += tanh(a/2)/(2a) v vᵀ,   μ += σ(a) v,   ℓ = log(e^ℓ + e^{η*_k})
///
/// For K = 2 it is the Jaakkola–Jordan bound in η_1 − η_0. S is no matrix that data share, so Σ_n log B_n has a dense precision of
/// (KD)×(KD). Where it touches: `softmax_tangent`. S is inflated by 8 units in the last place, so that rounding does not lift B above
/// L. Jebara & Choromanska 2012, Algorithm 1 and Theorem 1.
/// Cost: set-up one pass, O(N K²D²); a gap K exponentials five times over and K logarithms.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.bounds:jebara_choromanska;

import firefly.external;
import firefly.core;
import firefly.data;
import :softmax_tangent;

namespace firefly {

struct jebara_choromanska_curvature {
    static constexpr char const* name = "jebara_choromanska";

    static double square(vector_view eta, vector_view v);
    static void multiply(vector_view eta, vector_view v, vector_out result);
    static void write_out(vector_view eta, vector_out curvature);

    template <RowSource Source, class Fill>
    static quadratic collapse(Source const& rows, std::size_t width, Fill const& fill) {
        return sum_quadratics(
            rows,
            [&](row_block const& block, quadratic_terms terms) {
                auto const contact = fill(block, terms);
                for (std::size_t i = 0; i < block.target.size(); ++i)
                    write_out(vector_view(contact).subspan(i * width, width),
                              terms.weight.subspan(i * width * width, width * width));
            },
            width);
    }
};

export using jebara_choromanska = softmax_tangent<jebara_choromanska_curvature>;

static_assert(CurvedBound<jebara_choromanska>);

}  // namespace firefly
