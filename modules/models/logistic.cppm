/// Logistic regression: two classes, 0 and 1.
///
///     L = σ(s η),   s = 2t − 1,   η = x·θ
///
/// Cost: one exponential and one logarithm a datum.
module;
#include <cmath>
#include <cstddef>

export module firefly.models:logistic;

import firefly.core;

namespace firefly {

/// A `Likelihood` whose target is 0 or 1.
export class logistic {
public:
    static constexpr double work = 6.5;
    inline std::size_t width() const { return 1; }

    /// Throws `invalid_argument` unless the target is 0 or 1.
    void check(double target) const;

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const;

    /// ∂ℓ/∂η = s σ(−s η).
    void derivatives(vector_view targets, vector_view eta, vector_out first) const;
    /// And −∂²ℓ/∂η² = σ(η) σ(−η).
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const;

    /// ψ(Δ) = ℓ(η*) + ℓ'(η*)Δ − ℓ(η* + Δ) ≥ 0: how far the log likelihood falls below its tangent. The same for both classes.
    /// No cancellation for small Δ (relative error below 1e-14).
    static double fall_below_tangent(double eta, double delta);

    /// ψ'(Δ) = σ(η* + Δ) − σ(η*), without cancellation too.
    static double slope_below_tangent(double eta, double delta);
};

static_assert(Likelihood<logistic>);

}  // namespace firefly
