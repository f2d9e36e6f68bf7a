/// The Gaussian bound on the Student-t likelihood: the tangent in r² at ξ², below everywhere because log(1 + r²/ν) is concave in r².
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = η − η*,   k = (ν+1) / ((ν + ξ²) s²),   ξ = (t − η*)/s
///     gap   = ½(ν+1) [τ − log(1 + τ)],     τ = (r² − ξ²)/(ν + ξ²)      (`student_t::rise_above_tangent`)
///
/// It touches at r = −ξ too. Untuned: ξ = 0, η* = t; anchored: η* = x·θ*, so that ξ is the residual there. Maclaurin & Adams 2014,
/// section 4.3, whose text has the prediction for ξ; and at ξ = 0 value and gradient do not determine the bound, the tangent in r²
/// does. The gap is a number that cannot round below zero, and not ½kΔ² less something: unlike Jaakkola–Jordan's, k needs no
/// inflation. With an inner region (`tangent_bound`) the curvature within it is the greater of two chords', away from r = 0 by R and
/// towards it by min(R, 2|ξ|), for the secant falls on either side of −ξ; it may be negative. The gap is then that of the tangent in r²
/// less ½(k_everywhere − k)Δ².
/// Cost: set-up one pass, O(N D²); a gap one logarithm.
module;
#include <concepts>
#include <cstddef>
#include <utility>

export module firefly.bounds:student_t_bound;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :collapse;
import :tangent_bound;

namespace firefly {

/// A posterior whose likelihood is Student-t.
export template <class M>
concept RobustModel = Model<M> && requires(M const& model) {
    { model.likelihood() } -> std::convertible_to<student_t const&>;
};

export class student_t_bound : public tangent_bound {
public:
    /// Touches every likelihood at θ*: as tight as it gets where the posterior is. Any θ* is exact; the MAP is fast.
    template <RobustModel M>
    static student_t_bound anchored(M const& model, vector theta) {
        return student_t_bound(model, at_anchor("student_t_bound", std::move(theta), model.dimension()));
    }

    /// The same, and sharper within a region about θ*.
    template <RobustModel M>
    static student_t_bound anchored(M const& model, vector theta, ellipsoid inner) {
        return student_t_bound(model, at_anchor("student_t_bound", std::move(theta), model.dimension(), std::move(inner)));
    }

    /// Touches every likelihood at its top, as the paper's untuned algorithm does.
    template <RobustModel M>
    static student_t_bound untuned(M const& model) {
        return student_t_bound(model, at_own_predictors(model.dimension()));
    }

    void annotate(batch& fresh) const;
    void gap(std::size_t region, batch const& data, evaluation& values) const;
    double gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const;
    void least_curvature(std::size_t region, batch const& data, vector_out out) const;
    void slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const;

private:
    friend tangent_bound;

    template <RobustModel M>
    student_t_bound(M const& model, contact where) : tangent_bound(std::move(where)), likelihood_(model.likelihood()) {
        collapse_from(model, *this);
    }

    void touch(vector_view targets, vector_out eta, vector_out curvature) const;
    void sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out curvature) const;
    /// What the tangent in r² is more curved than the bound of this region: zero outside of an inner one.
    inline double excess(std::size_t region, batch const& data, std::size_t i) const {
        return data.regions() > 1 && region == 0 ? data.curvature[i] - data.sharp[i] : 0;
    }

    student_t likelihood_;
};

static_assert(CurvedBound<student_t_bound>);

}  // namespace firefly
