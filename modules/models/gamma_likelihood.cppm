/// Gamma regression: positive targets with mean e^η, η = x·θ, and a standard deviation in proportion to it.
///
///     ℓ = −a(η + y e^{−η}) + a log a + (a − 1) log y − log Γ(a),   w = c = a y e^{−η},   ψ(Δ) = c*(e^{−Δ} − 1 + Δ)
///
/// a, the shape, is given: the standard deviation is a^{−1/2} of the mean. Poisson's mirror image: secants are those of
/// e^{−η} (`exponential_secants`), and there is no bound everywhere. McCullagh & Nelder 1989, "Generalized Linear Models", chapter 8. Not called
/// `gamma`, which the C library has taken.
/// Cost: one exponential a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:gamma_likelihood;

import firefly.core;
import :scalar_family;

namespace firefly {

/// The shape, which is given and not sampled.
export struct gamma_settings {
    double shape = 1;  // a
};

/// A `SecantLikelihood` whose target is a positive number.
export class gamma_likelihood : public scalar_family<gamma_likelihood> {
public:
    static constexpr double work = 10;
    static constexpr bool has_bound_everywhere = false;

    /// Throws `invalid_argument` unless the shape is positive and finite.
    explicit gamma_likelihood(gamma_settings settings = {});

    inline double shape() const { return shape_; }

    /// Throws `invalid_argument` unless the target is positive and finite.
    void check(double target) const;

    /// Without `log_constant`: −a(e^u − 1 − u), u = log y − η, which is zero at its top.
    double log_likelihood_of(double target, double eta) const;
    /// What depends on the target alone: a log a − a − log y − log Γ(a).
    double log_constant(double target) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;

private:
    double shape_;
};

static_assert(SecantLikelihood<gamma_likelihood>);

}  // namespace firefly
