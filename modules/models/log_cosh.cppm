/// Robust regression without a corner: the noise has the density of a hyperbolic secant, quadratic in the middle and exponential in its tails.
///
///     ℓ = −log cosh((t − η)/s) − log(π s),   η = x·θ
///
/// s, the scale, is given. Concave, unlike Student-t. A softplus family: log cosh u = sp(2u) − u − log 2, so that b = 1, m = 2/s, c = t.
/// Cost: one exponential and one logarithm a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:log_cosh;

import firefly.core;
import :scalar_family;

namespace firefly {

/// The scale of the noise, which is given and not sampled.
export struct log_cosh_settings {
    double scale = 1;  // s, of the noise
};

/// A `SecantLikelihood` whose target is a number.
export class log_cosh : public scalar_family<log_cosh> {
public:
    static constexpr double work = 20;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless the scale is between 1e-18 and 1e18.
    explicit log_cosh(log_cosh_settings settings = {});

    inline double scale() const { return scale_; }

    /// Throws `invalid_argument` unless the target is finite.
    void check(double target) const;

    double log_likelihood_of(double target, double eta) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;

private:
    /// ζ = 2(η − t)/s.
    inline double zeta(double target, double eta) const { return slope_ * (eta - target); }

    double scale_;
    double slope_;  // m = 2/s
    double log_constant_;
};

static_assert(SecantLikelihood<log_cosh>);

}  // namespace firefly
