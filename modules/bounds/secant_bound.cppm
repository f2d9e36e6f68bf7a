/// The sharpest quadratic bound on a likelihood of one predictor that knows its secants (`SecantLikelihood`).
///
///     log B = ℓ(η*) + ℓ'(η*) Δ − ½ κ Δ²,   κ_n = sup 2ψ(Δ)/Δ² over |Δ| ≤ s_k R_n in region k (`ring`)
///     gap   = ½ κ Δ² − ψ(Δ)
///
/// The library makes it of any such likelihood: nothing but the likelihood itself is written by hand. Anchored only. Derivation: docs/beyond.md.
/// Secants may be expensive, those of a lambda most of all: of the inner region they are found once for each datum and kept, rounded outwards to four
/// bytes. Cost: set-up one pass, O(N D²); a gap one ψ, and in rings outside of the inner region the largest secant.
module;
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.bounds:secant_bound;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :ellipsoid;
import :ring;
import :tangent_bound;

namespace firefly {

/// Of a datum in the inner region.
export struct secant_reach {
    float reach;        // R
    float most, least;  // of its secants
};

/// What the bound keeps of each packed row (`BoundNotes`).
export struct secant_notes {
    std::vector<double> contact;      // η*
    std::vector<double> everywhere;   // κ of the bound that holds everywhere, where there is one
    std::vector<secant_reach> reach;  // where there is an inner region

    inline void resize(std::size_t rows, std::size_t, bool has_inner) {
        contact.resize(rows);
        everywhere.resize(rows);
        reach.resize(has_inner ? rows : 0);
    }
    inline void append(secant_notes const& from, std::size_t i) {
        append_row(contact, from.contact, i);
        append_row(everywhere, from.everywhere, i);
        append_row(reach, from.reach, i);
    }
    inline void replace_by_last(std::size_t i) {
        replace_row_by_last(contact, i);
        replace_row_by_last(everywhere, i);
        replace_row_by_last(reach, i);
    }
    inline void clear() { resize(0, 1, true); }
};
static_assert(BoundNotes<secant_notes>);

/// κ, from the secants of the likelihood.
export template <SecantLikelihood L>
class secant_curvature {
public:
    using likelihood = L;
    using notes = secant_notes;
    using batch = firefly::batch<notes>;
    using stored_reach = secant_reach;
    static constexpr bound_name name = {"secant_bound", "secant", "secant"};
    static constexpr bool holds_everywhere = L::has_bound_everywhere;

    explicit secant_curvature(L const& model) : likelihood_(model) {}

    void write_out(vector_view targets, vector_view eta, vector_out k) const {
        for (std::size_t i = 0; i < eta.size(); ++i) k[i] = everywhere(target_of<L>(targets, i), eta[i]);
    }
    inline static void multiply(vector_view k, vector_view, vector_view v, vector_out out) { out[0] = k[0] * v[0]; }

    void sharpen_block(ellipsoid const& region, vector_view variance, vector_view targets, vector_view eta, vector_out k,
                       std::span<secant_reach> reaches) const {
        for (std::size_t i = 0; i < eta.size(); ++i) {
            float const reach = region.reach(variance[i]);
            auto const [most, least] = likelihood_.secants_within(target_of<L>(targets, i), eta[i], -reach, reach);
            reaches[i] = {reach, round_up(most), -round_up(-least)};
            k[i] = reaches[i].most;
        }
    }
    void sharpen_ring(ring where, vector_view targets, vector_view eta, std::span<secant_reach const> inner, vector_out k) const {
        for (std::size_t i = 0; i < eta.size(); ++i) k[i] = within(where, target_of<L>(targets, i), eta[i], inner[i]).most;
    }
    inline static double reach_of(secant_reach const& kept) { return kept.reach; }

    inline void annotate(batch& fresh) const { write_out(fresh.target, fresh.notes.contact, fresh.notes.everywhere); }
    /// All of it is kept.
    inline void annotate_inner(batch&) const {}

    void gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const {
        for (std::size_t i = 0; i < steps.size(); ++i) out[i] = gap_of(where, data, first + i, steps.subspan(i, 1));
    }
    inline double gap_of(ring where, batch const& data, std::size_t i, vector_view step) const {
        double const delta = step[0], square = curvature_of(where, data, i) * delta * delta / 2;
        return square - fall_of(data, i, delta);
    }
    /// ψ of datum i.
    inline double fall_of(batch const& data, std::size_t i, double delta) const {
        return likelihood_.fall_below_tangent(target_of<L>(data.target, i), data.notes.contact[i], delta);
    }
    /// ψ'.
    inline double fall_slope_of(batch const& data, std::size_t i, double delta) const {
        return likelihood_.slope_below_tangent(target_of<L>(data.target, i), data.notes.contact[i], delta);
    }
    /// κ Δ − ψ'(Δ).
    void slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const {
        for (std::size_t i = 0; i < steps.size(); ++i)
            slope[i] = curvature_of(where, data, first + i) * steps[i] - fall_slope_of(data, first + i, steps[i]);
    }
    void curvature(ring where, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i) out[i] = curvature_of(where, data, i);
    }
    void least_curvature(ring where, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i)
            out[i] =
                where.is_inner() ? data.notes.reach[i].least
                : holds_everywhere && where.is_everywhere()
                    ? likelihood_.secants_within(target_of<L>(data.target, i), data.notes.contact[i], -infinity, infinity).least
                    : within(where, target_of<L>(data.target, i), data.notes.contact[i], data.notes.reach[i]).least;
    }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return std::abs(delta[0]) <= data.notes.reach[i].reach;
    }
    /// h of datum i, which its reach has measured.
    inline double variance(ellipsoid const& region, batch const& data, std::size_t i) const {
        double const ratio = data.notes.reach[i].reach / region.radius();
        return ratio * ratio;
    }

private:
    inline double everywhere(target_type<L> target, double eta) const {
        return holds_everywhere ? likelihood_.secants_within(target, eta, -infinity, infinity).most : infinity;
    }
    inline secant_range within(ring where, target_type<L> target, double eta, secant_reach const& inner) const {
        double const reach = where.reach(inner.reach);
        return likelihood_.secants_within(target, eta, -reach, reach);
    }
    /// κ of datum i.
    inline double curvature_of(ring where, batch const& data, std::size_t i) const {
        if (where.is_inner()) return data.notes.reach[i].most;
        if (holds_everywhere && where.is_everywhere()) return data.notes.everywhere[i];
        return within(where, target_of<L>(data.target, i), data.notes.contact[i], data.notes.reach[i]).most;
    }

    L likelihood_;
};

/// The bound on a likelihood that knows its secants.
export template <SecantLikelihood L>
using secant_bound = tangent_bound<secant_curvature<L>>;

}  // namespace firefly
