/// Poisson regression: counts with mean μ = e^η, η = x·θ.
///
///     ℓ = yη − e^η − log y!,   w = μ,   ψ(Δ) = μ*(e^Δ − 1 − Δ)
///
/// Secants are those of e^η (`exponential_secants`), whatever y is. −e^η falls below every parabola: there is no bound everywhere. McCullagh & Nelder 1989, "Generalized Linear Models", chapter 6.
/// Cost: one exponential a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:poisson;

import firefly.core;
import :scalar_family;

namespace firefly {

/// A `SecantLikelihood` whose target is a count.
export class poisson : public scalar_family<poisson> {
public:
    static constexpr double work = 10;
    static constexpr bool has_bound_everywhere = false;

    /// Throws `invalid_argument` unless the target is a count.
    void check(double target) const;

    /// Without `log_constant`: −y(e^u − 1 − u), u = η − log y, which is zero at its top. Sums over many large counts keep their digits.
    double log_likelihood_of(double target, double eta) const;
    /// y log y − y − log y!
    double log_constant(double target) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;
};

static_assert(SecantLikelihood<poisson>);

}  // namespace firefly
