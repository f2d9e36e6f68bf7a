/// Probit regression: two classes, 0 and 1, by the normal distribution function.
///
///     ℓ = log Φ(s),   s = ±η on the side of the class,   λ = φ(s)/Φ(s),   K = λ + s,   w = λK
///
/// w falls from 1 to 0 as s grows: the largest secant is at the lower end of s, the least at the upper, and none exceeds 1. For s below −4 λ and K
/// are continued fractions, λ = −s + K, of which nothing cancels. For short steps ψ is integrated from the power series of λ, which solves
/// λ' = −λ(λ + s); for others the first of these serves below zero and the second above:
///
///     ψ(Δ) = ½Δ² + KΔ + log(λ(s + Δ)/λ(s)) = log Φ(s) + λΔ − log Φ(s + Δ)
///
/// Albert & Chib 1993, "Bayesian analysis of binary and polychotomous response data". Cost: one error function a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:probit;

import firefly.core;
import :scalar_family;

namespace firefly {

/// A `SecantLikelihood` whose target is 0 or 1.
export class probit : public scalar_family<probit> {
public:
    static constexpr double work = 40;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless the target is 0 or 1.
    void check(double target) const;

    double log_likelihood_of(double target, double eta) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;
};

static_assert(SecantLikelihood<probit>);

}  // namespace firefly
