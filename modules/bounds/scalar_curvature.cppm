/// What curvatures of likelihoods with one predictor share: S is a number k, which is noted.
///
/// Within an inner region a datum's predictor moves by no more than R_n, and the curvature need only serve that interval,
///
///     k_n(R) = sup_{0 < |Δ| ≤ R} 2ψ(Δ)/Δ²,   ψ(Δ) = ℓ(η*) + ℓ'(η*)Δ − ℓ(η* + Δ)
///
/// R_n = r √h_n (`ellipsoid`), four bytes per datum. In a ring about the region it moves by s R_n, and k is found when it is asked for.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.bounds:scalar_curvature;

import firefly.external;
import firefly.core;
import :ellipsoid;
import :ring;

namespace firefly {

/// What a bound with one number as its curvature keeps of each packed row (`BoundNotes`).
export struct scalar_notes {
    std::vector<double> contact;     // η*
    std::vector<double> everywhere;  // k of the bound that holds everywhere
    // Where there is an inner region:
    std::vector<double> within;  // k there
    std::vector<double> reach;   // R: how far the predictor may move there

    inline void resize(std::size_t rows, std::size_t, bool has_inner) {
        contact.resize(rows);
        everywhere.resize(rows);
        within.resize(has_inner ? rows : 0);
        reach.resize(has_inner ? rows : 0);
    }
    inline void append(scalar_notes const& from, std::size_t i) {
        append_row(contact, from.contact, i);
        append_row(everywhere, from.everywhere, i);
        append_row(within, from.within, i);
        append_row(reach, from.reach, i);
    }
    inline void replace_by_last(std::size_t i) {
        replace_row_by_last(contact, i);
        replace_row_by_last(everywhere, i);
        replace_row_by_last(within, i);
        replace_row_by_last(reach, i);
    }
    inline void clear() { resize(0, 1, true); }

    /// Whether k is noted: within the inner region, and everywhere.
    inline static bool has_curvature(ring where) { return where.is_inner() || where.is_everywhere(); }
    inline std::vector<double> const& curvature(ring where) const { return where.is_inner() ? within : everywhere; }
    /// How far the predictor of datum i may move; without an inner region as far as it likes.
    inline double reach_in(ring where, std::size_t i) const { return where.is_everywhere() ? infinity : where.reach(reach[i]); }
};
static_assert(BoundNotes<scalar_notes>);

/// `Formula` adds what `TangentCurvature` asks besides, and
/// - `fill(targets, eta, out)`: k of the bound that holds everywhere, at points of contact.
/// - `sharpen(targets, eta, reach, curvature)` makes of these k those that serve |Δ| ≤ R.
template <class Formula>
class scalar_curvature {
public:
    using notes = scalar_notes;
    using batch = firefly::batch<notes>;
    using stored_reach = float;

    inline void write_out(vector_view targets, vector_view eta, vector_out k) const { formula().fill(targets, eta, k); }
    inline static void multiply(vector_view k, vector_view, vector_view v, vector_out out) { out[0] = k[0] * v[0]; }

    void sharpen_block(ellipsoid const& region, vector_view variance, vector_view targets, vector_view eta, vector_out k,
                       std::span<stored_reach> reaches) const {
        std::vector<double> reach(eta.size());
        for (std::size_t i = 0; i < reach.size(); ++i) reach[i] = reaches[i] = region.reach(variance[i]);
        formula().sharpen(targets, eta, reach, k);
    }

    void sharpen_ring(ring where, vector_view targets, vector_view eta, std::span<stored_reach const> inner, vector_out k) const {
        std::vector<double> reach(eta.size());
        for (std::size_t i = 0; i < reach.size(); ++i) reach[i] = where.reach(inner[i]);
        formula().sharpen(targets, eta, reach, k);
    }

    inline void annotate(batch& fresh) const { formula().fill(fresh.target, fresh.notes.contact, fresh.notes.everywhere); }
    inline void annotate_inner(batch& fresh) const {
        std::ranges::copy(fresh.notes.everywhere, fresh.notes.within.begin());
        formula().sharpen(fresh.target, fresh.notes.contact, fresh.notes.reach, fresh.notes.within);
    }

    inline double curvature_of(ring where, batch const& data, std::size_t i) const {
        if (scalar_notes::has_curvature(where)) return data.notes.curvature(where)[i];
        double const reach = data.notes.reach_in(where, i);
        double k = data.notes.everywhere[i];
        formula().sharpen(vector_view(data.target).subspan(i, 1), vector_view(data.notes.contact).subspan(i, 1), {&reach, 1},
                          {&k, 1});
        return k;
    }
    inline void curvature(ring where, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i) out[i] = curvature_of(where, data, i);
    }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return std::abs(delta[0]) <= data.notes.reach[i];
    }
    /// h of datum i, which its reach has measured.
    inline double variance(ellipsoid const& region, batch const& data, std::size_t i) const {
        double const ratio = data.notes.reach[i] / region.radius();
        return ratio * ratio;
    }

private:
    inline Formula const& formula() const { return static_cast<Formula const&>(*this); }
};

}  // namespace firefly
