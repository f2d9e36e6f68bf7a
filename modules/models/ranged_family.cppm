/// A likelihood of one predictor of which nothing is known in closed form but ℓ, ℓ' and w = −ℓ'': `Family` has those of a `scalar_family`, and
///
///     interval curvature_range(double target, double low, double high) const
///
/// which has w(η) for every η between low and high; either may be infinite, and an end that is not known is infinite. ψ and ψ' are integrals of w
/// (`curvature_integral`), and secants are bounded in cells (`curvature_cells`). The closer the range, the fewer data are bright. With a closed ψ,
/// and where w is monotone or has one maximum, `scalar_family` alone is faster and sharper. examples/own_curvature.cpp.
module;
#include <cmath>

export module firefly.models:ranged_family;

import firefly.core;
import :curvature_cells;
import :curvature_integral;
import :scalar_family;

namespace firefly {

/// A base for likelihoods of the user's own: derive `Family` from it.
export template <class Family>
class ranged_family : public scalar_family<Family> {
public:
    /// Unless the family says otherwise.
    static constexpr bool has_bound_everywhere = false;

    inline double fall_below_tangent(double target, double eta, double delta) const {
        double const square = delta * delta;
        return square * curvature_integral<1>(along(target, eta, delta), [&] {
                   double const here = family().log_likelihood_of(target, eta),
                                there = family().log_likelihood_of(target, eta + delta),
                                tangent = family().derivative_of(target, eta) * delta;
                   return over(square, here + tangent - there, std::abs(here) + std::abs(tangent) + std::abs(there));
               });
    }
    inline double slope_below_tangent(double target, double eta, double delta) const {
        return delta * curvature_integral<0>(along(target, eta, delta), [&] {
                   double const here = family().derivative_of(target, eta), there = family().derivative_of(target, eta + delta);
                   return over(delta, here - there, std::abs(here) + std::abs(there));
               });
    }
    secant_range secants_within(double target, double eta, double low, double high) const {
        return secants_by_cells(
            low, high, [&](double a, double b) { return family().curvature_range(target, eta + a, eta + b); },
            [&](double delta) { return fall_below_tangent(target, eta, delta); },
            [&](double delta) { return slope_below_tangent(target, eta, delta); });
    }

private:
    inline Family const& family() const { return static_cast<Family const&>(*this); }

    /// w between η and η + Δ, as a function of the part of the way.
    inline auto along(double target, double eta, double delta) const {
        return [this, target, eta, delta](double t) { return family().curvature_of(target, eta + t * delta); };
    }
    static inline plain_difference over(double step, double value, double size) { return {value / step, size / std::abs(step)}; }
};

}  // namespace firefly
