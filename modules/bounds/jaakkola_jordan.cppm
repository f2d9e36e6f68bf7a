/// The Jaakkola–Jordan bound on the logistic likelihood: the sharpest quadratic that touches at η* and stays below everywhere.
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = η − η*,   k = tanh(ξ/2)/(2ξ),   ξ = |η*|
///     gap   = ½ k Δ² − ψ(Δ),               ψ = `logistic::fall_below_tangent`
///
/// It touches at −η* too. Untuned: one ξ for all, η* = ±ξ on the side of the datum's class; anchored: η* = x·θ*. With an inner region
/// (`tangent_bound`) the curvature within it is that of the chord towards zero, k(R) = 2ψ(Δ)/Δ² at Δ = −sign(η*) min(R, 2ξ), for the
/// secant grows towards zero and is greatest at −η*; the least is that of the chord away from zero.
/// Jaakkola & Jordan 1997; Maclaurin & Adams 2014, section 3.1. k is inflated by 8 units in the last place: at the second point
/// of contact a third of all gaps would round below zero otherwise, and B would exceed L.
/// Cost: set-up one pass, O(N D²); a gap two exponentials and a logarithm.
module;
#include <concepts>
#include <cstddef>
#include <utility>

export module firefly.bounds:jaakkola_jordan;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :collapse;
import :tangent_bound;

namespace firefly {

/// A posterior whose likelihood is logistic.
export template <class M>
concept LogisticModel = Model<M> && requires(M const& model) {
    { model.likelihood() } -> std::convertible_to<logistic const&>;
};

export class jaakkola_jordan : public tangent_bound {
public:
    /// Touches every likelihood at θ*: as tight as it gets where the posterior is. Any θ* is exact; the MAP is fast.
    template <LogisticModel M>
    static jaakkola_jordan anchored(M const& model, vector theta) {
        return jaakkola_jordan(model, at_anchor("jaakkola_jordan", std::move(theta), model.dimension()), 0);
    }

    /// The same, and sharper within a region about θ*.
    template <LogisticModel M>
    static jaakkola_jordan anchored(M const& model, vector theta, ellipsoid inner) {
        return jaakkola_jordan(model, at_anchor("jaakkola_jordan", std::move(theta), model.dimension(), std::move(inner)), 0);
    }

    /// Touches every likelihood at ξ on the side of its class, as the paper's untuned algorithm does with ξ = 1.5.
    template <LogisticModel M>
    static jaakkola_jordan untuned(M const& model, double xi = 1.5) {
        check_xi(xi);
        return jaakkola_jordan(model, at_own_predictors(model.dimension()), xi);
    }

    void annotate(batch& fresh) const;
    void gap(std::size_t region, batch const& data, evaluation& values) const;
    double gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const;
    /// k Δ − ψ'(Δ).
    void slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const;

    void least_curvature(std::size_t region, batch const& data, vector_out out) const;

    using tangent_bound::curvature;
    /// k at a point of contact, for all Δ.
    static double curvature(double eta);
    /// k(R) there, for |Δ| ≤ R: the least that serves.
    static double curvature_within(double eta, double reach);
    /// The least of 2ψ(Δ)/Δ² over 0 < |Δ| ≤ R.
    static double least_curvature_within(double eta, double reach);

private:
    friend tangent_bound;

    template <LogisticModel M>
    jaakkola_jordan(M const& model, contact where, double xi) : tangent_bound(std::move(where)), xi_(xi) {
        collapse_from(model, *this);
    }

    static void check_xi(double xi);

    void touch(vector_view targets, vector_out eta, vector_out curvature) const;
    void sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out curvature) const;

    double xi_;  // untuned only
};

static_assert(CurvedBound<jaakkola_jordan>);

}  // namespace firefly
