/// Softmax regression: K classes, 0 to K − 1.
///
///     L = exp(η_t) / Σ_j exp(η_j),   η = Θ x,   Θ of K×D
///
/// Every class has weights, class 0 first in θ: a number added to all η changes nothing, and along that direction the prior alone
/// decides. Cost: K exponentials and one logarithm a datum.
module;
#include <cstddef>

export module firefly.models:softmax;

import firefly.core;

namespace firefly {

/// A `Likelihood` whose target is one of 0, …, K − 1.
export class softmax {
public:
    /// Throws `invalid_argument` unless there are 2 to `most_predictors` classes.
    explicit softmax(std::size_t classes);

    static constexpr double work = 20;
    inline std::size_t width() const { return classes_; }

    /// Throws `invalid_argument` unless the target is one of 0, …, K − 1.
    void check(double target) const;

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const;

    /// ∂ℓ/∂η = e_t − p, p the probabilities of the classes.
    void derivatives(vector_view targets, vector_view eta, vector_out first) const;
    /// And −∂²ℓ/∂η∂ηᵀ = diag p − p pᵀ.
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const;

    /// ψ(δ) = ℓ(η*) + ∇ℓ(η*)·δ − ℓ(η* + δ) ≥ 0: how far the log likelihood falls below its tangent. The same for all classes.
    /// No cancellation for small δ (relative error below 1e-14, and what the rounding of δ_j − δ_k brings).
    static double fall_below_tangent(vector_view eta, vector_view delta);

    /// ∇ψ(δ) = p(η* + δ) − p(η*), without cancellation too.
    static void slope_below_tangent(vector_view eta, vector_view delta, vector_out slope);

private:
    std::size_t classes_;
};

static_assert(Likelihood<softmax>);

}  // namespace firefly
