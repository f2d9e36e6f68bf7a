/// Binomial regression: y of n trials succeed, each with probability σ(η), η = x·θ.
///
///     ℓ = yη − n log(1 + e^η) + log (n over y),   w = n σ(η)σ(−η),   ψ(Δ) = n ψ_sp(η*, Δ),   k(Δ) = n k_sp(η*, Δ)
///
/// n logistic data with the same features as one, which has one brightness variable (`softplus`). A target is two numbers, y and n. McCullagh &
/// Nelder 1989, "Generalized Linear Models", chapter 4. Cost: that of a logistic datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:binomial;

import firefly.core;
import :scalar_family;

namespace firefly {

/// A `SecantLikelihood` whose target is y and n.
export class binomial : public scalar_family<binomial, 2> {
public:
    static constexpr double work = 12;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless n is 1, 2, … and y one of 0, …, n.
    void check(vector_view target) const;

    /// Without `log_constant`: zero at its top, so that sums over many trials keep their digits.
    double log_likelihood_of(vector_view target, double eta) const;
    /// log (n over y) + y log(y/n) + (n − y) log(1 − y/n)
    double log_constant(vector_view target) const;
    double derivative_of(vector_view target, double eta) const;
    double curvature_of(vector_view target, double eta) const;

    double fall_below_tangent(vector_view target, double eta, double delta) const;
    double slope_below_tangent(vector_view target, double eta, double delta) const;
    secant_range secants_within(vector_view target, double eta, double low, double high) const;
};

static_assert(SecantLikelihood<binomial>);

}  // namespace firefly
