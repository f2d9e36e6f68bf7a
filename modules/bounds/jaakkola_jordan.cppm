/// The Jaakkola–Jordan bound on the logistic likelihood: the sharpest quadratic that touches at η* and stays below everywhere.
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = η − η*,   k = tanh(ξ/2)/(2ξ),   ξ = |η*|
///     gap   = ½ k Δ² − ψ(Δ),               ψ = `logistic::fall_below_tangent`
///
/// It touches at −η* too. Untuned: one ξ for all, η* = ±ξ on the side of the datum's class; anchored: η* = x·θ*. With an inner region
/// (`scalar_curvature`) the curvature within it is that of the chord towards zero, k(R) = 2ψ(Δ)/Δ² at Δ = −sign(η*) min(R, 2ξ), for the
/// secant grows towards zero and is greatest at −η*; the least is that of the chord away from zero.
/// Jaakkola & Jordan 1997; Maclaurin & Adams 2014, section 3.1. k is inflated by 8 units in the last place: at the second point
/// of contact a third of all gaps would round below zero otherwise, and B would exceed L.
/// Cost: set-up one pass, O(N D²); a gap two exponentials and a logarithm.
module;
#include <cstddef>

export module firefly.bounds:jaakkola_jordan;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :ring;
import :scalar_curvature;
import :tangent_bound;

namespace firefly {

/// k of Jaakkola and Jordan: one number per datum.
export class jaakkola_jordan_curvature : public scalar_curvature<jaakkola_jordan_curvature> {
public:
    using likelihood = logistic;
    static constexpr bound_name name = {"jaakkola_jordan", "jaakkola-jordan", "Jaakkola-Jordan"};
    static constexpr bool holds_everywhere = true;

    explicit jaakkola_jordan_curvature(logistic const&) {}
    /// Touches every likelihood at ξ on the side of its class, as the paper's untuned algorithm does with ξ = 1.5. Throws
    /// `invalid_argument` unless ξ is positive and finite.
    static jaakkola_jordan_curvature untuned(logistic const& model, double xi = 1.5);

    void touch(vector_view targets, vector_out eta) const;
    void fill(vector_view targets, vector_view eta, vector_out k) const;
    void sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out k) const;

    void gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const;
    double gap_of(ring where, batch const& data, std::size_t i, vector_view step) const;
    struct factor_shape {
        double contact, wrong, half_curvature, reach;  // η*, σ(−|η*|), ½k, R
    };
    factor_shape shape(ring where, batch const& data, std::size_t i) const;
    factor_weight weigh(factor_shape const& shape, double bend, double u) const;
    /// k Δ − ψ'(Δ).
    void slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const;
    /// Where predictors move as they like zero: log L is concave.
    void least_curvature(ring where, batch const& data, vector_out out) const;

    /// k at a point of contact, for all Δ.
    static double everywhere(double eta);
    /// k(R) there, for |Δ| ≤ R: the least that serves.
    static double within(double eta, double reach);
    /// The least of 2ψ(Δ)/Δ² over 0 < |Δ| ≤ R.
    static double least_within(double eta, double reach);

private:
    double xi_ = 0;  // untuned only
};

/// The Jaakkola–Jordan bound on `logistic`.
export using jaakkola_jordan = tangent_bound<jaakkola_jordan_curvature>;

static_assert(MeasuredBound<jaakkola_jordan> && WeighingBound<jaakkola_jordan>);

}  // namespace firefly
