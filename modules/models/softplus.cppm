/// The secants of softplus, sp(ζ) = log(1 + e^ζ): what all families of the form aη − b·sp(m(η − c)) are made of.
///
///     ψ(Δ) = b ψ_sp(ζ*, mΔ),   k(Δ) = b m² k_sp(ζ*, mΔ),   ζ* = m(η* − c),   ψ_sp = `logistic::fall_below_tangent`
///
/// w_sp = σ(ζ)σ(−ζ) has one maximum, at zero, and is symmetric about it: k_sp is greatest at −2ζ*, where the other side is as far from zero,
/// and there it is the curvature of Jaakkola & Jordan 1997, tanh(ξ/2)/(2ξ) with ξ = |ζ*|. It is least at an end.
module;

export module firefly.models:softplus;

import :scalar_family;

namespace firefly {

/// tanh(ξ/2)/(2ξ), ξ = |ζ*|, inflated: no secant is larger, however far it reaches.
export double softplus_curvature(double zeta);

/// Of the secants from low to high, low ≤ 0 ≤ high.
export secant_range softplus_secants(double zeta, double low, double high);

}  // namespace firefly
