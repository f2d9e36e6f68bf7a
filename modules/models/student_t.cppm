/// Robust regression: the target is a predictor plus Student-t noise, whose heavy tails let outliers lie where they are.
///
///     ℓ = log Γ((ν+1)/2) − log Γ(ν/2) − ½ log(νπ) − log s − ½(ν+1) log(1 + r²/ν),   r = (t − η)/s,   η = x·θ
///
/// ν are the degrees of freedom, s is the scale of the noise; both are given. ν = 4 and s = 1 as in Maclaurin & Adams 2014,
/// section 4.3. Not concave: beyond |r| = √ν the curvature −ℓ'' is negative. As a function of r², though, ℓ is convex and lies above
/// its tangents, which are quadratic in η: that gives the bound, and with it steps that never fall (IRLS).
/// Cost: one logarithm a datum.
module;
#include <cstddef>
#include <span>

export module firefly.models:student_t;

import firefly.core;
import :scalar_family;

namespace firefly {

/// Degrees of freedom and scale, which are given; to sample the first, see `grid_plan`, the second, `with_noise`.
export struct student_t_settings {
    double degrees_of_freedom = 4;  // ν
    double scale = 1;               // s, of the noise
};

/// A `SecantLikelihood` whose target is a number.
export class student_t {
public:
    /// Throws `invalid_argument` unless both settings lie between 1e-100 and 1e100.
    explicit student_t(student_t_settings settings = {});

    inline double degrees_of_freedom() const { return freedom_; }
    inline double scale() const { return scale_; }
    inline std::size_t width() const { return 1; }

    /// Throws `invalid_argument` unless the target is finite.
    void check(double target) const;

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const;

    /// ∂ℓ/∂η = (ν+1) r / ((ν + r²) s).
    void derivatives(vector_view targets, vector_view eta, vector_out first) const;
    /// And −∂²ℓ/∂η² = (ν+1)(ν − r²) / ((ν + r²)² s²), which may be negative.
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const;

    /// `tangent_curvature` of each datum at its predictor: a curvature to climb with where −ℓ'' is not positive.
    void bounding_curvature(vector_view targets, vector_view eta, vector_out out) const;

    /// r, cut off at ±1e100 so that its square is a number.
    double residual(double target, double eta) const;

    // What follows is about a datum of residual ξ at η*, and its predictor's step Δ = η − η*. With δ = −Δ/s the residual becomes
    // r = ξ + δ, and τ = (r² − ξ²)/(ν + ξ²) = δ(2ξ + δ)/(ν + ξ²). Nothing cancels where Δ or τ is small.

    /// k = (ν+1) / ((ν + ξ²) s²): the curvature in η of the tangent in r².
    double tangent_curvature(double xi) const;

    /// How far ℓ rises above its tangent in r²: ½(ν+1) [τ − log(1 + τ)]. Never negative.
    double rise_above_tangent(double xi, double delta) const;
    /// Its derivative by Δ: −(ν+1) r τ / ((ν + r²) s).
    double slope_above_tangent(double xi, double delta) const;

    /// How far ℓ falls below its tangent in η: ψ = ℓ(η*) + ℓ'(η*)Δ − ℓ(η* + Δ). Negative where ℓ is convex.
    double fall_below_tangent(double xi, double delta) const;
    /// ψ' = (ν+1) Δ (ν − ξr) / ((ν + ξ²)(ν + r²) s²).
    double slope_below_tangent(double xi, double delta) const;

    // The same by target and predictor: `SecantLikelihood`. Of an interval that is not symmetric the longer side counts.
    static constexpr bool has_bound_everywhere = true;
    double fall_below_tangent(double target, double eta, double delta) const;
    double slope_below_tangent(double target, double eta, double delta) const;
    secant_range secants_within(double target, double eta, double low, double high) const;

    /// The least k with ψ(Δ) ≤ ½kΔ² for |Δ| ≤ R, and no more than `tangent_curvature`. It may be negative.
    double curvature_within(double xi, double reach) const;
    /// The least −ℓ'' within reach: ψ(Δ) ≥ ½kΔ² for |Δ| ≤ R.
    double least_curvature_within(double xi, double reach) const;

private:
    struct move {
        double delta;     // δ
        double residual;  // r
        double spread;    // ν + ξ²
        double tau;       // τ
    };
    move move_by(double xi, double delta) const;
    double log1p_tau(move const& to) const;

    double freedom_;
    double scale_;
    double log_constant_;
};

static_assert(SecantLikelihood<student_t>);

}  // namespace firefly
