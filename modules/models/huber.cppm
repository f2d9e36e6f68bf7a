/// Robust regression with Huber's loss: squares up to a threshold, straight lines beyond it.
///
///     ℓ = −ρ(r) − log s − log c,   ρ(r) = ½r² where |r| ≤ k, else k|r| − ½k²,   r = (t − η)/s,   η = x·θ
///
/// k, the threshold, and s, the scale of the noise, are given; c = ∫e^{−ρ} makes it a density. w is 1/s² where |r| ≤ k and 0 elsewhere: neither
/// monotone nor of one maximum, but the largest secant is known in closed form. With a = |r| > k and g = a − k, the residual moving by d
/// towards zero: none while d ≤ g, (1 − g/d)² while it is within the square, 4k(d − a)/d² beyond, which is greatest at d = 2a.
/// Most data can never be bright: those whose residuals stay on one side. Huber 1964, "Robust estimation of a location parameter".
/// Cost: a few products a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:huber;

import firefly.core;
import :scalar_family;

namespace firefly {

/// Threshold and scale, which are given and not sampled.
export struct huber_settings {
    double threshold = 1.345;  // k: 95 % of the efficiency of least squares where the noise is normal
    double scale = 1;          // s, of the noise
};

/// A `SecantLikelihood` whose target is a number.
export class huber : public scalar_family<huber> {
public:
    static constexpr double work = 3;
    static constexpr bool has_bound_everywhere = true;

    /// Throws `invalid_argument` unless the threshold is positive and finite and the scale between 1e-18 and 1e18.
    explicit huber(huber_settings settings = {});

    inline double threshold() const { return threshold_; }
    inline double scale() const { return scale_; }

    /// Throws `invalid_argument` unless the target is finite.
    void check(double target) const;

    double log_likelihood_of(double target, double eta) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    /// Exactly zero where the residual stays on one straight line: a difference of two losses would leave noise, and light data.
    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;

private:
    double threshold_;
    double scale_;
    double log_constant_;
};

static_assert(SecantLikelihood<huber>);

}  // namespace firefly
