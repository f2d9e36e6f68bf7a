/// The Jaakkola–Jordan bound on the logistic likelihood: the sharpest quadratic that touches at η* and stays below everywhere.
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = η − η*,   k = tanh(ξ/2)/(2ξ),   ξ = |η*|
///     gap   = ½ k Δ² − ψ(Δ),               ψ = `logistic::fall_below_tangent`
///
/// It touches at −η* too. Untuned: one ξ for all, η* = ±ξ on the side of the datum's class; anchored: η* = x·θ*.
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

    /// Touches every likelihood at ξ on the side of its class, as the paper's untuned algorithm does with ξ = 1.5.
    template <LogisticModel M>
    static jaakkola_jordan untuned(M const& model, double xi = 1.5) {
        check_xi(xi);
        return jaakkola_jordan(model, at_own_predictors(model.dimension()), xi);
    }

    void annotate(batch& fresh) const;
    void gap(std::size_t region, batch const& data, evaluation& values) const;
    /// k Δ − ψ'(Δ).
    void slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const;

    /// k at a point of contact.
    static double curvature(double eta);

private:
    template <LogisticModel M>
    jaakkola_jordan(M const& model, contact where, double xi) : tangent_bound(std::move(where)), xi_(xi) {
        collapse_from(model, [this](double eta, double target) { return touch(eta, target); });
    }

    static void check_xi(double xi);

    /// Where the bound of a datum touches, given its predictor at the anchor.
    inline tangent touch(double eta, double target) const {
        double const at = is_anchored() ? eta : (target > 0.5 ? xi_ : -xi_);
        return {at, curvature(at)};
    }

    double xi_;  // untuned only
};

static_assert(DifferentiableBound<jaakkola_jordan>);

}  // namespace firefly
