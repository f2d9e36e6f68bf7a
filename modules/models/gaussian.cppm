/// Least squares: the target is a predictor plus normal noise.
///
///     ℓ = −½ ((t − η)/s)² − log s − ½ log 2π,   η = x·θ
///
/// s, the scale, is given. ℓ is its own quadratic: the bound is the likelihood, no datum is ever bright, and after set-up no row is read.
/// Cost: a few products a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:gaussian;

import firefly.core;
import :scalar_family;

namespace firefly {

/// The scale of the noise, which is given and not sampled.
export struct gaussian_settings {
    double scale = 1;  // s, of the noise
};

/// A `SecantLikelihood` whose target is a number.
export class gaussian : public scalar_family<gaussian> {
public:
    static constexpr double work = 2;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless the scale is between 1e-18 and 1e18.
    explicit gaussian(gaussian_settings settings = {});

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
    double scale_;
    double precision_;  // 1/s²
    double log_constant_;
};

static_assert(SecantLikelihood<gaussian>);

}  // namespace firefly
