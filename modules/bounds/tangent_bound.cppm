/// What bounds share that touch each likelihood at one predictor and fall away quadratically: the anchor, the regions, the collapsed
/// sums, and the notes that a batch carries.
///
/// A bound that holds everywhere has one region. With an inner region Ω about its anchor it has two: within Ω a datum's predictor
/// moves by no more than R_n, and the curvature need only serve that interval,
///
///     k_n(R) = sup_{0 < |Δ| ≤ R} 2ψ(Δ)/Δ²,   ψ(Δ) = ℓ(η*) + ℓ'(η*)Δ − ℓ(η* + Δ)
///
/// which is sharper the more data there are: R_n and k_n − w_n shrink like N^(−1/2), w = −ℓ''(η*). Outside of Ω the bound that holds
/// everywhere takes over. B_n is one function of θ all the same, and the chain as exact (docs/beyond.md).
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

export module firefly.bounds:tangent_bound;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.teams;
import :collapse;
import :ellipsoid;

namespace firefly {

export class tangent_bound {
public:
    inline vector_view anchor() const { return as_view(contact_.origin); }
    inline std::size_t regions() const { return contact_.inner ? 2 : 1; }
    inline double squared_distance(vector_view d) const { return contact_.inner ? contact_.inner->squared_distance(d) : 0; }
    inline std::size_t region_at(double squared_distance) const {
        return contact_.inner && !contact_.inner->reaches(squared_distance) ? 1 : 0;
    }
    inline std::size_t region(vector_view d) const { return region_at(squared_distance(d)); }
    inline quadratic const& collapsed(std::size_t region) const { return *collapsed_[region]; }

    inline bool touches_at_anchor() const { return is_anchored(); }
    inline void curvature(std::size_t region, batch const& data, vector_out out) const {
        std::ranges::copy(data.curvature_in(region), out.begin());
    }
    /// Whether the inner region has this precision, so that its R_n say h_n too: `variance`.
    inline bool is_measured_by(cholesky const& precision) const {
        return contact_.inner && contact_.inner->precision().lower() == precision.lower();
    }
    /// h of datum i, to four bytes and not less than it is.
    inline double variance(batch const& data, std::size_t i) const {
        double const ratio = data.reach[i] / contact_.inner->radius();
        return ratio * ratio;
    }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return !contact_.inner || std::abs(delta[0]) <= data.reach[i];
    }

protected:
    struct contact {
        vector origin;
        bool anchored;
        std::optional<ellipsoid> inner = {};
    };
    /// At θ* for all. Throws `invalid_argument` in the bound's name when θ* does not fit the model or is not finite.
    static contact at_anchor(std::string_view name, vector theta, std::size_t dimension);
    /// The same with an inner region about θ*.
    static contact at_anchor(std::string_view name, vector theta, std::size_t dimension, ellipsoid inner);
    /// At each datum's own predictor; displacements are counted from zero.
    static contact at_own_predictors(std::size_t dimension);

    explicit tangent_bound(contact where);

    inline bool is_anchored() const { return contact_.anchored; }

    /// Δ = η − η* of datum i, given x·d.
    inline double displacement(batch const& data, std::size_t i, double delta) const {
        return is_anchored() ? delta : delta - data.anchor[i];
    }

    /// `shape.touch(targets, eta, curvature)` turns predictors at the anchor into points of contact, and fills the curvatures that serve
    /// everywhere; `shape.sharpen(targets, eta, reach, curvature)` makes of these the ones that serve |Δ| ≤ R. One pass; where there
    /// is an inner region, the sums of the other wait until a chain goes there.
    template <Model M, class Shape>
    void collapse_from(M const& model, Shape const& shape) {
        // A copy of the bound as it is now, without the sums: they would own themselves.
        auto const outer = [model, shape] {
            return collapse_blocks(model, shape.anchor(), [&](row_block const& block, vector_out eta, vector_out curvature) {
                shape.touch(block.target, eta, curvature);
            });
        };
        if (!contact_.inner) {
            collapsed_.emplace_back(outer());
            return;
        }
        row_share const part = share_of(model.rows());
        std::vector<float> reaches(part.size());
        triangular_inverse const precision(contact_.inner->precision());
        lazy<quadratic> later{std::function<quadratic()>(outer)};
        collapsed_.emplace_back(collapse_blocks(model, anchor(), [&](row_block const& block, vector_out eta, vector_out curvature) {
            shape.touch(block.target, eta, curvature);
            std::vector<double> reach(eta.size());
            predictor_covariances(precision, block.rows, 1, reach);
            for (std::size_t i = 0; i < reach.size(); ++i)
                reach[i] = reaches[part.place(block.first + i)] = contact_.inner->reach(reach[i]);
            shape.sharpen(block.target, eta, reach, curvature);
        }));
        collapsed_.push_back(std::move(later));
        reach_ = shared_table<float>(part, std::move(reaches));
    }

    template <class Shape>
    inline void annotate_from(batch& fresh, Shape const& shape) const {
        predict(fresh.view(), anchor(), fresh.anchor);
        shape.touch(fresh.target, fresh.anchor, fresh.curvature);
        if (!contact_.inner) return;
        reach_.read(fresh.index, vector_out(fresh.reach));
        std::ranges::copy(fresh.curvature, fresh.sharp.begin());
        shape.sharpen(fresh.target, fresh.anchor, fresh.reach, fresh.sharp);
    }

private:
    contact contact_;
    std::vector<lazy<quadratic>> collapsed_;  // of each region
    shared_table<float> reach_;               // R of each datum, where there is an inner region
};

}  // namespace firefly
