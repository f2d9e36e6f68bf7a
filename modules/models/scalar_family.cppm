/// What a likelihood of one predictor gives, so that the library makes the rest: loops over rows, and a sharp bound (`secant_bound`).
///
///     ψ(Δ) = ℓ(η*) + ℓ'(η*)Δ − ℓ(η* + Δ) = Δ² ∫₀¹ (1 − t) w(η* + tΔ) dt,   w = −ℓ''
///     k(Δ) = 2ψ(Δ)/Δ²: the secant, the mean of w from η* to η* + Δ with weights 2(1 − t)
///
/// log B = ℓ(η*) + ℓ'(η*)Δ − ½κΔ² lies below ℓ wherever κ is at least the secant. So a family must know its largest and least secants between
/// two displacements, and where w is monotone or has one maximum these are secants at known places:
/// - w monotone: so is k. The largest is at the end with the larger w, the least at the other.
/// - w with one maximum: k has one, where Δψ'(Δ) = 2ψ(Δ); the least is at an end.
/// A family is one short file: examples/own_family.cpp.
module;
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>

export module firefly.models:scalar_family;

import firefly.core;

namespace firefly {

/// What secants are at least and at most.
export struct secant_range {
    double most, least;
};

/// 2ψ/Δ² of a ψ that is known, and w in the limit, where Δ² would underflow.
export inline double secant_of(double fall, double delta, double curvature) {
    return std::abs(delta) < 1e-150 ? curvature : 2 * fall / delta / delta;
}

/// A likelihood of one predictor that knows its secants.
/// - `fall_below_tangent(target, η*, Δ)` is ψ, without cancellation for small Δ; `slope_below_tangent` is ψ'.
/// - `secants_within(target, η*, low, high)`: all secants 2ψ(Δ)/Δ² with low ≤ Δ ≤ high lie between `least` and `most`, the more closely the
///   fewer data are bright. low ≤ 0 ≤ high; each may be infinite. `most` includes what rounding may take (`inflated`). Both may be negative.
/// - `has_bound_everywhere`: `most` is finite for all Δ. Where it is not, there is no bound that holds everywhere, and bounds have rings without
///   end.
export template <class L>
concept SecantLikelihood = Likelihood<L> && requires(L const& likelihood, target_type<L> target, double x) {
    { L::has_bound_everywhere } -> std::convertible_to<bool>;
    { likelihood.fall_below_tangent(target, x, x) } -> std::same_as<double>;
    { likelihood.slope_below_tangent(target, x, x) } -> std::same_as<double>;
    { likelihood.secants_within(target, x, x, x) } -> std::same_as<secant_range>;
};

/// The loops of a `Likelihood` around functions of one datum: `Family` has
/// - `log_likelihood_of(target, η)`, up to a number that depends on the target alone,
/// - `derivative_of(target, η)` and `curvature_of(target, η)`: ℓ' and w = −ℓ''.
/// Where its targets are several `Numbers`, `target` is a view of these.
export template <class Family, std::size_t Numbers = 1>
class scalar_family {
public:
    static constexpr std::size_t target_numbers = Numbers;
    static inline std::size_t width() { return 1; }

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
        for (std::size_t i = 0; i < eta.size(); ++i)
            out[i] = family().log_likelihood_of(target_of<scalar_family>(targets, i), eta[i]);
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first) const {
        for (std::size_t i = 0; i < eta.size(); ++i)
            first[i] = family().derivative_of(target_of<scalar_family>(targets, i), eta[i]);
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
        derivatives(targets, eta, first);
        for (std::size_t i = 0; i < eta.size(); ++i)
            second[i] = family().curvature_of(target_of<scalar_family>(targets, i), eta[i]);
    }

private:
    inline Family const& family() const { return static_cast<Family const&>(*this); }
};

/// Whether a number is 0, 1, 2, …
bool is_count(double number);

/// Throws `invalid_argument` in a family's name unless a setting of it is positive and finite.
void check_positive(char const* family, char const* setting, double value);
/// The same unless a scale of noise is one with which 1/s², a curvature, is a number of four bytes: between 1e-18 and 1e18.
void check_scale(char const* family, double value);
/// The same for a target that should be finite, be a count (0, 1, 2, …), or be 0 or 1.
void check_finite(char const* family, double target);
void check_count(char const* family, double target);
void check_class(char const* family, double target);

}  // namespace firefly
