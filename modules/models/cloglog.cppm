/// Complementary log-log regression: two classes, 0 and 1, of which 1 is that at least one event of a Poisson process has happened.
///
///     P(1) = 1 − e^{−μ},   μ = e^η,   η = x·θ
///     class 0: ℓ = −μ: Poisson's, without a count
///     class 1: ℓ = log q,   q = 1 − e^{−μ},   w = μ e^{−μ} (e^{−μ} − 1 + μ)/q²
///
/// Class 1: w has one maximum, 0.4125 at η = 0.6208. k has one, too, beyond it, where Δψ'(Δ) = 2ψ(Δ), which is found by bisection; it is least at an
/// end. Class 0 has no bound everywhere, and so the likelihood has none. Nothing cancels in ψ. With d = μ − μ* and ℓ = η − ½μ + P(μ²),
/// P(s) = Σ B_2k s^k/(2k (2k)!) = log(sinh(½μ)/(½μ)), and with divided differences of P
///
///     μ*, μ ≤ 2:   ψ(Δ) = μ*(e^Δ − 1 − Δ)(½ − 2μ* P'(s*)) − d² (P'(s*) + (μ + μ*)² P[s*, s*, s])
///     short steps: ψ(Δ) = x − log(1 + x) + ((e^{−d} − 1 + d) − μ*(e^Δ − 1 − Δ))/(e^{μ*} − 1),   x = q/q* − 1 = (1 − e^{−d})/(e^{μ*} − 1)
///
/// and for all others the plain difference will do. McCullagh & Nelder 1989, "Generalized Linear Models", section 4.3.1.
/// Cost: three exponentials per datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:cloglog;

import firefly.core;
import :scalar_family;

namespace firefly {

/// A `SecantLikelihood` whose target is 0 or 1.
export class cloglog : public scalar_family<cloglog> {
public:
    static constexpr double work = 40;
    static constexpr bool has_bound_everywhere = false;

    /// Throws `invalid_argument` unless the target is 0 or 1.
    void check(double target) const;

    double log_likelihood_of(double target, double eta) const;
    double derivative_of(double target, double eta) const;
    double curvature_of(double target, double eta) const;

    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;
};

static_assert(SecantLikelihood<cloglog>);

}  // namespace firefly
