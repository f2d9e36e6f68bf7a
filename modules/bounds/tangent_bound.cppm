/// Bounds that touch each likelihood at its K predictors η* and fall away quadratically from the tangent there.
///
///     log B = ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ,   δ = η − η*
///     gap   = ½ δᵀSδ − ψ(δ),               ψ(δ) = ℓ(η*) + ∇ℓ(η*)·δ − ℓ(η* + δ)
///
/// They differ in the curvature S: each has a page of its own. This one has what they share: where they touch, the regions, the
/// collapsed sums, the notes that a batch carries.
///
/// A bound that holds everywhere has one region. With an inner region Ω about its anchor it has more: within Ω a datum's predictors
/// move no further than Ω lets them, and S need only serve that far, which is sharper the more data there are: how far they move, and
/// how much S exceeds the likelihood's own curvature, shrink like N^(−1/2). Outside of Ω there may be rings; beyond them the bound that holds
/// everywhere takes over, or, where there is none, rings without end (`ring`). B_n is one function of θ all the same, and the chain as exact
/// (docs/beyond.md).
///
/// Far out in these rings arithmetic dies before mathematics does: −½κδ² is in the collapsed sum, and a bright datum's gap takes it back. Where
/// ½κ(sR)² exceeds 1e6 the difference loses digits, and thinning would draw a million points for one datum. Datum n is exempt there: B_n = 0, it
/// is bright with certainty, its S is left out of the sum, and what it brings is e^{−ψ} instead of L̃. Only the tangent stays in the sum, which all
/// regions share.
/// Cost: set-up one pass, O(N K²D²); each region outside of Ω one more, when a chain first goes there.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

export module firefly.bounds:tangent_bound;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.teams;
import :collapse;
import :contact;
import :ellipsoid;
import :ring;
import :tangent_curvature;

namespace firefly {

/// Of a region: Σ log B over all data, and those that have no bound there, in order.
struct ring_sum {
    quadratic log_bound;
    std::vector<row_index> exempt = {};
};

extern template class lazy<ring_sum>;  // compiled in the library

/// Whether a datum of curvature k that moves as far as this is exempt.
inline bool is_too_curved(double k, double reach) {
    return !(k / 2 * reach * reach <= 1e6);
}

/// A `Bound`, given the formula of its curvature. Made by `anchored` or `untuned`.
export template <TangentCurvature Curvature>
class tangent_bound {
public:
    using notes = typename Curvature::notes;
    static constexpr bound_name name = Curvature::name;

    /// Touches every likelihood at θ*: as tight as it gets where the posterior is. Any θ* is exact; the MAP is fast.
    template <ModelOf<typename Curvature::likelihood> M>
        requires Curvature::holds_everywhere
    static tangent_bound anchored(M const& model, vector theta) {
        return {model, contact_point::at_anchor(name, std::move(theta), model.dimension()), Curvature(model.likelihood())};
    }

    /// The same, and sharper within a region about θ*.
    template <ModelOf<typename Curvature::likelihood> M>
    static tangent_bound anchored(M const& model, vector theta, ellipsoid inner) {
        return {model, contact_point::at_anchor(name, std::move(theta), model.dimension(), std::move(inner)),
                Curvature(model.likelihood())};
    }

    /// Touches every likelihood at predictors of its own, as the paper's untuned algorithm does: `Curvature::untuned` says which, and what
    /// can be set.
    template <ModelOf<typename Curvature::likelihood> M, class... Settings>
        requires UntunedCurvature<Curvature> &&
                 requires(M const& model, Settings... settings) { Curvature::untuned(model.likelihood(), settings...); }
    static tangent_bound untuned(M const& model, Settings... settings) {
        return {model, contact_point::of_each_datum(model.dimension()), Curvature::untuned(model.likelihood(), settings...)};
    }

    inline vector_view anchor() const { return as_view(where_.origin); }
    inline std::size_t regions() const { return rings_.size(); }
    inline double squared_distance(vector_view d) const { return where_.inner ? where_.inner->squared_distance(d) : 0; }
    inline std::size_t region_at(double squared_distance) const {
        std::size_t region = 0;
        while (!rings_[region].is_everywhere() &&
               !where_.inner->reaches(squared_distance / (rings_[region].stretch * rings_[region].stretch)))
            ++region;
        return region;
    }
    inline std::size_t region(vector_view d) const { return region_at(squared_distance(d)); }
    inline double inner_square(cholesky const& precision) const {
        return where_.inner ? where_.inner->inscribed_square(precision) : infinity;
    }
    inline quadratic const& collapsed(std::size_t region) const { return sums_[region]->log_bound; }

    void annotate(batch<notes>& fresh) const {
        fresh.notes.resize(fresh.size(), width_, where_.inner.has_value());
        predict(fresh.list(), anchor(), fresh.notes.contact);
        move_contact(fresh.target, fresh.notes.contact);
        curvature_.annotate(fresh);
        if (!where_.inner) return;
        reach_.read(fresh.index, std::span(fresh.notes.reach));
        curvature_.annotate_inner(fresh);
    }

    inline void gap(std::size_t region, batch<notes> const& data, evaluation& values) const {
        for_steps(data, values.delta, [&](std::size_t first, vector_view steps) {
            curvature_.gap(rings_[region], data, first, steps, vector_out(values.gap).subspan(first, steps.size() / width_));
        });
        for_exempt(region, data, [&](std::size_t i) { values.gap[i] = infinity; });
    }

    inline void slope(std::size_t region, batch<notes> const& data, evaluation const& values, vector_out slope) const {
        for_steps(data, values.delta, [&](std::size_t first, vector_view steps) {
            curvature_.slope(rings_[region], data, first, steps, slope.subspan(first * width_, steps.size()));
        });
        if constexpr (EndlessCurvature<Curvature>)
            for_exempt(region, data, [&](std::size_t i) { slope[i] = -curvature_.fall_slope_of(data, i, values.delta[i]); });
    }

    inline std::span<row_index const> exempt(std::size_t region) const
        requires EndlessCurvature<Curvature>
    {
        return sums_[region]->exempt;
    }
    inline double log_exempt(std::size_t region, batch<notes> const& data, evaluation const& values) const
        requires EndlessCurvature<Curvature>
    {
        double sum = 0;
        for_exempt(region, data, [&](std::size_t i) { sum -= curvature_.fall_of(data, i, values.delta[i]); });
        return sum;
    }

    inline bool touches_at_anchor() const { return where_.is_anchored; }
    inline vector_view contact(batch<notes> const& data) const { return data.notes.contact; }
    inline double gap_of(std::size_t region, batch<notes> const& data, std::size_t i, vector_view delta) const {
        if (where_.is_anchored) return curvature_.gap_of(rings_[region], data, i, delta);
        std::array<double, most_predictors> memory;
        return curvature_.gap_of(rings_[region], data, i, steps_from_contact(data, i, delta, memory));
    }
    inline void curvature(std::size_t region, batch<notes> const& data, vector_out out) const {
        curvature_.curvature(rings_[region], data, out);
        for_exempt(region, data, [&](std::size_t i) { out[i] = 0; });
    }
    inline void least_curvature(std::size_t region, batch<notes> const& data, vector_out out) const {
        curvature_.least_curvature(rings_[region], data, out);
        for_exempt(region, data, [&](std::size_t i) { out[i] = 0; });
    }
    inline bool is_within_reach(batch<notes> const& data, std::size_t i, vector_view delta) const {
        return !where_.inner || curvature_.is_within_reach(data, i, delta);
    }

    inline auto shape(batch<notes> const& data, std::size_t i) const
        requires WeighingCurvature<Curvature>
    {
        return curvature_.shape(rings_[0], data, i);
    }
    inline factor_weight weigh(auto const& shape, double bend, double u) const
        requires WeighingCurvature<Curvature>
    {
        return curvature_.weigh(shape, bend, u);
    }

    inline bool has_measured(cholesky const& precision) const
        requires MeasuringCurvature<Curvature>
    {
        return where_.inner && where_.inner->precision().is_same(precision);
    }
    inline double variance(batch<notes> const& data, std::size_t i) const
        requires MeasuringCurvature<Curvature>
    {
        return curvature_.variance(*where_.inner, data, i);
    }

private:
    template <Model M>
    tangent_bound(M const& model, contact_point where, Curvature curvature)
        : where_(std::move(where)), curvature_(std::move(curvature)), width_(model.likelihood().width()) {
        if (!where_.inner) {
            sums_.emplace_back(ring_sum{collapse_everywhere(model)});
            return;
        }
        rings_ = rings_of(where_.inner->radii(), Curvature::holds_everywhere);
        ring_sum inner = collapse_inner(model);
        // Most chains never leave the inner region; a member whose chain does makes the sums alone. The bound is copied as it is now,
        // without the sums: they would own themselves.
        auto const later = std::make_shared<std::pair<M, tangent_bound> const>(alone(model), *this);
        sums_.emplace_back(std::move(inner));
        for (std::size_t region = 1; region < rings_.size(); ++region)
            sums_.emplace_back(std::function<ring_sum()>([later, where = rings_[region]] {
                auto const& [all, bound] = *later;
                if (Curvature::holds_everywhere && where.is_everywhere()) return ring_sum{bound.collapse_everywhere(all)};
                return bound.collapse_ring(all, where);
            }));
    }

    /// `use(i)` for the data of a batch that are exempt in a region.
    inline void for_exempt(std::size_t region, batch<notes> const& data, auto const& use) const {
        if constexpr (EndlessCurvature<Curvature>) {
            auto const& all = exempt(region);
            if (all.empty()) return;
            for (std::size_t i = 0; i < data.size(); ++i)
                if (std::ranges::binary_search(all, data.index[i])) use(i);
        }
    }

    /// From the predictors at the origin to where an untuned bound touches.
    inline void move_contact(vector_view targets, vector_out eta) const {
        if constexpr (UntunedCurvature<Curvature>)
            if (!where_.is_anchored) curvature_.touch(targets, eta);
    }

    /// δ = η − η* of the data from `first` on, given their displacements u = η − η(origin), into some memory.
    inline vector_view steps_from_contact(batch<notes> const& data, std::size_t first, vector_view u,
                                          std::array<double, most_predictors>& memory) const {
        for (std::size_t k = 0; k < u.size(); ++k) memory[k] = u[k] - data.notes.contact[first * width_ + k];
        return vector_view(memory).first(u.size());
    }

    /// `use(first, δ)` for all data of a batch: at once where displacements are the δ, else as many at a time as the memory has room for.
    inline void for_steps(batch<notes> const& data, vector_view delta, auto const& use) const {
        if (where_.is_anchored) return use(0, delta);
        std::array<double, most_predictors> memory;
        std::size_t const some = most_predictors / width_;
        for (std::size_t first = 0; first < data.size(); first += some) {
            std::size_t const count = std::min(some, data.size() - first);
            use(first, steps_from_contact(data, first, delta.subspan(first * width_, count * width_), memory));
        }
    }

    /// Predictors at the origin become points of contact, with S that serve everywhere; where data share S, there is no room for it.
    inline void touch(row_block const& block, vector_out eta, vector_out weight) const {
        move_contact(block.target, eta);
        if (!weight.empty()) curvature_.write_out(block.target, eta, weight);
    }

    /// Σ log B of the bound that holds everywhere.
    template <Model M>
    quadratic collapse_everywhere(M const& model) const {
        auto const fill = [&](row_block const& block, quadratic_terms const& terms) {
            collapse_block(
                model, anchor(), block, terms,
                [&](row_block const& rows, vector_out eta, vector_out weight) { touch(rows, eta, weight); },
                [&](vector_view s, vector_view eta, vector_view v, vector_out out) { curvature_.multiply(s, eta, v, out); });
        };
        if constexpr (SharedCurvature<Curvature>)
            return sum_quadratics_sharing(model.rows(), Curvature::shared(width_), fill);
        else
            return sum_quadratics(model.rows(), fill, width_);
    }

    /// Takes the curvatures of exempt data out of a block's, and notes which data these are.
    inline void exempt_block(ring where, row_index first, std::span<typename Curvature::stored_reach const> inner, vector_out k,
                             std::vector<row_index>& exempt, std::mutex& noting) const {
        for (std::size_t i = 0; i < k.size(); ++i) {
            if (!is_too_curved(k[i], where.reach(Curvature::reach_of(inner[i])))) continue;
            k[i] = 0;
            std::scoped_lock const lock(noting);
            exempt.push_back(first + i);
        }
    }

    /// Σ log B in a ring outside of the inner region, where the bound is not the one that holds everywhere.
    template <Model M>
    ring_sum collapse_ring(M const& model, ring where) const {
        std::vector<row_index> exempt;
        std::mutex noting;
        quadratic sum = collapse_with(model, [&](row_block const& block, vector_out eta, vector_out weight) {
            touch(block, eta, weight);
            std::vector<row_index> index(block.rows.rows);
            std::vector<typename Curvature::stored_reach> inner(index.size());
            std::iota(index.begin(), index.end(), block.first);
            reach_.read(index, std::span(inner));
            curvature_.sharpen_ring(where, block.target, eta, inner, weight);
            if constexpr (EndlessCurvature<Curvature>) exempt_block(where, block.first, inner, weight, exempt, noting);
        });
        std::ranges::sort(exempt);
        return {std::move(sum), std::move(exempt)};
    }

    /// Σ log B where `sharpen(block, eta, S)` makes points of contact and S.
    template <Model M>
    quadratic collapse_with(M const& model, auto const& sharpen) const {
        auto const multiply = [&](vector_view s, vector_view eta, vector_view v, vector_out out) {
            curvature_.multiply(s, eta, v, out);
        };
        return sum_quadratics(
            model.rows(),
            [&](row_block const& block, quadratic_terms const& terms) {
                collapse_block(model, anchor(), block, terms, sharpen, multiply);
            },
            width_);
    }

    /// Σ log B within the inner region, which measures all data on the way.
    template <Model M>
    ring_sum collapse_inner(M const& model) {
        row_share const part = share_of(model.rows());
        std::vector<typename Curvature::stored_reach> reaches(part.size());
        predictor_spread const spread(where_.inner->precision());
        std::vector<row_index> exempt;
        std::mutex noting;
        quadratic sum = collapse_with(model, [&](row_block const& block, vector_out eta, vector_out weight) {
            touch(block, eta, weight);
            std::vector<double> covariance(weight.size());
            spread.covariances(block.rows, width_, covariance);
            auto const reach = std::span(reaches).subspan(part.place(block.first), block.rows.rows);
            curvature_.sharpen_block(*where_.inner, covariance, block.target, eta, weight, reach);
            if constexpr (EndlessCurvature<Curvature>) exempt_block(ring::inner(), block.first, reach, weight, exempt, noting);
        });
        reach_ = shared_table<typename Curvature::stored_reach>(part, std::move(reaches));
        if constexpr (EndlessCurvature<Curvature>) exempt = part.gather(std::move(exempt));
        std::ranges::sort(exempt);
        return {std::move(sum), std::move(exempt)};
    }

    contact_point where_;
    Curvature curvature_;
    std::size_t width_;
    std::vector<ring> rings_ = one_ring();                  // of each region
    std::vector<lazy<ring_sum>> sums_;                      // the same
    shared_table<typename Curvature::stored_reach> reach_;  // of each datum, where there is an inner region
};

}  // namespace firefly
