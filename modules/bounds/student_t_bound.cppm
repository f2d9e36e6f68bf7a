/// The Gaussian bound on the Student-t likelihood: the tangent in r² at ξ², below everywhere because log(1 + r²/ν) is concave in r².
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = η − η*,   k = (ν+1) / ((ν + ξ²) s²),   ξ = (t − η*)/s
///     gap   = ½(ν+1) [τ − log(1 + τ)],     τ = (r² − ξ²)/(ν + ξ²)      (`student_t::rise_above_tangent`)
///
/// It touches at r = −ξ too. Untuned: ξ = 0, η* = t; anchored: η* = x·θ*, so that ξ is the residual there. Maclaurin & Adams 2014,
/// section 4.3, whose text has the prediction for ξ; and at ξ = 0 value and gradient do not determine the bound, the tangent in r²
/// does. The gap is a number that cannot round below zero, and not ½kΔ² less something: unlike Jaakkola–Jordan's, k needs no
/// inflation. With an inner region (`scalar_curvature`) the curvature within it is the greater of two chords', away from r = 0 by R and
/// towards it by min(R, 2|ξ|), for the secant falls on either side of −ξ; it may be negative. The gap is then that of the tangent in r²
/// less ½(k_everywhere − k)Δ².
/// Cost: set-up one pass, O(N D²); a gap one logarithm.
module;
#include <cstddef>

export module firefly.bounds:student_t_bound;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :ring;
import :scalar_curvature;
import :tangent_bound;

namespace firefly {

/// k of the tangent in r²: one number per datum.
export class student_t_curvature : public scalar_curvature<student_t_curvature> {
public:
    using likelihood = student_t;
    static constexpr bound_name name = {"student_t_bound", "student-t", "Student-t"};
    static constexpr bool holds_everywhere = true;

    explicit student_t_curvature(student_t const& model) : likelihood_(model) {}
    /// Touches every likelihood at its top.
    static student_t_curvature untuned(student_t const& model) { return student_t_curvature(model); }

    void touch(vector_view targets, vector_out eta) const;
    void fill(vector_view targets, vector_view eta, vector_out k) const;
    void sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out k) const;

    void gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const;
    double gap_of(ring where, batch const& data, std::size_t i, vector_view step) const;
    void slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const;
    void least_curvature(ring where, batch const& data, vector_out out) const;

private:
    /// ξ of datum i.
    inline double residual(batch const& data, std::size_t i) const {
        return likelihood_.residual(data.target[i], data.notes.contact[i]);
    }
    /// What the tangent in r² is more curved than the bound: zero where this holds everywhere.
    inline double excess(ring where, batch const& data, std::size_t i) const {
        return data.notes.everywhere[i] - curvature_of(where, data, i);
    }

    student_t likelihood_;
};

/// The Gaussian bound on `student_t`.
export using student_t_bound = tangent_bound<student_t_curvature>;

static_assert(MeasuredBound<student_t_bound>);

}  // namespace firefly
