/// The softmax likelihood about η* on an interval: how curved it is at most and at least where no two predictors move apart by more than W.
///
///     κ(−W) W* ⪯ −∇²ℓ ⪯ κ(W) W*  in the mean along the way,   W* = diag p − p pᵀ at η*,   κ(W) = 2 (e^W − 1 − W)/W²
///
/// so that ½κ(−W) δᵀW*δ ≤ ψ(δ) ≤ ½κ(W) δᵀW*δ: along a line the third derivative of lse is at most max_jk |δ_j − δ_k| times the second.
/// W_n = r max_{j<k} √(V_jj + V_kk − 2V_jk) in the region ‖θ − θ*‖_H ≤ r. Derivation: docs/beyond.md. κ is inflated by 8 units in the
/// last place, so that rounding does not lift B above L.
module;
#include <cstddef>
#include <span>

export module firefly.bounds:softmax_interval;

import firefly.external;
import firefly.core;
import :ellipsoid;

namespace firefly {

/// W* and κ of one datum, as functions of its η* and of how far its predictors move apart.
export namespace softmax_interval {

/// κ(W), inflated.
double most(double spread);
/// κ(−W).
double least(double spread);

/// vᵀW*v.
double square(vector_view eta, vector_view v);
/// W*v.
void multiply(vector_view eta, vector_view v, vector_out result);
/// W* times a factor.
void write_out(vector_view eta, double factor, vector_out result);

/// max_jk |δ_j − δ_k|.
double spread(vector_view delta);
/// W of a datum whose predictors have the covariance V in the region.
float reach(ellipsoid const& region, vector_view covariance, std::size_t width);

}  // namespace softmax_interval

}  // namespace firefly
