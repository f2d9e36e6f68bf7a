/// Counts with more spread than Poisson's: negative binomial with mean μ = e^η, η = x·θ, and variance μ + μ²/r.
///
///     ℓ = y log σ(ζ) + r log σ(−ζ) + log Γ(y + r) − log Γ(r) − log y!,   ζ = η − log r
///
/// r, the size, is given; as it grows ℓ becomes Poisson's. A softplus family: b = y + r, c = log r, m = 1. Hilbe 2011, "Negative Binomial
/// Regression", section 8. Cost: one exponential and one logarithm a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:negative_binomial;

import firefly.core;
import :scalar_family;

namespace firefly {

/// The size, which is given; to sample it, see `grid_plan`.
export struct negative_binomial_settings {
    double size = 1;  // r
};

/// A `SecantLikelihood` whose target is a count.
export class negative_binomial : public scalar_family<negative_binomial> {
public:
    static constexpr double work = 25;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless the size is positive and finite.
    explicit negative_binomial(negative_binomial_settings settings = {});

    inline double size() const { return size_; }

    /// Throws `invalid_argument` unless the target is a count.
    void check(double target) const;

    /// Without `log_constant`.
    double log_likelihood_of(double target, double eta) const;
    /// What depends on the target alone: the last three terms of ℓ.
    double log_constant(double target) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;

private:
    double size_;
    double log_size_;
};

static_assert(SecantLikelihood<negative_binomial>);

}  // namespace firefly
