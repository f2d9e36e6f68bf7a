/// Bounds that touch each likelihood at its K predictors η* and fall away quadratically from the tangent there.
///
///     log B = ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ,   δ = η − η*
///     gap   = ½ δᵀSδ − ψ(δ),               ψ(δ) = ℓ(η*) + ∇ℓ(η*)·δ − ℓ(η* + δ)
///
/// They differ in the curvature S: each has a page of its own. This one has what they share: where they touch, the regions, the
/// collapsed sums, the notes that a batch carries.
///
/// A bound that holds everywhere has one region. With an inner region Ω about its anchor it has two: within Ω a datum's predictors
/// move no further than Ω lets them, and S need only serve that far, which is sharper the more data there are: how far they move, and
/// how much S exceeds the likelihood's own curvature, shrink like N^(−1/2). Outside of Ω the bound that holds everywhere takes over.
/// B_n is one function of θ all the same, and the chain as exact (docs/beyond.md).
/// Cost: set-up one pass, O(N K²D²); the sums outside of Ω one more, when a chain first goes there.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
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
import :tangent_curvature;

namespace firefly {

export template <TangentCurvature Curvature>
class tangent_bound {
public:
    using notes = typename Curvature::notes;
    static constexpr bound_name name = Curvature::name;

    /// Touches every likelihood at θ*: as tight as it gets where the posterior is. Any θ* is exact; the MAP is fast.
    template <ModelOf<typename Curvature::likelihood> M>
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
        requires requires(M const& model, Settings... settings) { Curvature::untuned(model.likelihood(), settings...); }
    static tangent_bound untuned(M const& model, Settings... settings) {
        return {model, contact_point::of_each_datum(model.dimension()), Curvature::untuned(model.likelihood(), settings...)};
    }

    inline vector_view anchor() const { return as_view(where_.origin); }
    inline std::size_t regions() const { return where_.inner ? 2 : 1; }
    inline double squared_distance(vector_view d) const { return where_.inner ? where_.inner->squared_distance(d) : 0; }
    inline std::size_t region_at(double squared_distance) const {
        return where_.inner && !where_.inner->reaches(squared_distance) ? 1 : 0;
    }
    inline std::size_t region(vector_view d) const { return region_at(squared_distance(d)); }
    inline double inner_square(cholesky const& precision) const {
        return where_.inner ? where_.inner->inscribed_square(precision) : infinity;
    }
    inline quadratic const& collapsed(std::size_t region) const { return *collapsed_[region]; }

    void annotate(batch<notes>& fresh) const {
        fresh.notes.resize(fresh.size(), width_, where_.inner.has_value());
        predict(fresh.list(), anchor(), fresh.notes.contact);
        if (!where_.is_anchored) curvature_.touch(fresh.target, fresh.notes.contact);
        curvature_.annotate(fresh);
        if (!where_.inner) return;
        reach_.read(fresh.index, std::span(fresh.notes.reach));
        curvature_.annotate_inner(fresh);
    }

    inline void gap(std::size_t region, batch<notes> const& data, evaluation& values) const {
        for_steps(data, values.delta, [&](std::size_t first, vector_view steps) {
            curvature_.gap(is_inner(region), data, first, steps, vector_out(values.gap).subspan(first, steps.size() / width_));
        });
    }

    inline void slope(std::size_t region, batch<notes> const& data, evaluation const& values, vector_out slope) const {
        for_steps(data, values.delta, [&](std::size_t first, vector_view steps) {
            curvature_.slope(is_inner(region), data, first, steps, slope.subspan(first * width_, steps.size()));
        });
    }

    inline bool touches_at_anchor() const { return where_.is_anchored; }
    inline vector_view contact(batch<notes> const& data) const { return data.notes.contact; }
    inline double gap_of(std::size_t region, batch<notes> const& data, std::size_t i, vector_view delta) const {
        if (where_.is_anchored) return curvature_.gap_of(is_inner(region), data, i, delta);
        std::array<double, most_predictors> memory;
        return curvature_.gap_of(is_inner(region), data, i, steps_from_contact(data, i, delta, memory));
    }
    inline void curvature(std::size_t region, batch<notes> const& data, vector_out out) const {
        curvature_.curvature(is_inner(region), data, out);
    }
    inline void least_curvature(std::size_t region, batch<notes> const& data, vector_out out) const {
        curvature_.least_curvature(is_inner(region), data, out);
    }
    inline bool is_within_reach(batch<notes> const& data, std::size_t i, vector_view delta) const {
        return !where_.inner || curvature_.is_within_reach(data, i, delta);
    }

    inline auto shape(batch<notes> const& data, std::size_t i) const
        requires WeighingCurvature<Curvature>
    {
        return curvature_.shape(is_inner(0), data, i);
    }
    inline factor_weight weigh(auto const& shape, double bend, double u) const
        requires WeighingCurvature<Curvature>
    {
        return curvature_.weigh(shape, bend, u);
    }

    inline bool has_measured(cholesky const& precision) const
        requires MeasuringCurvature<Curvature>
    {
        return where_.inner && where_.inner->precision().lower() == precision.lower();
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
            collapsed_.emplace_back(collapse_everywhere(model));
            return;
        }
        // Most chains never leave the inner region; a member whose chain does makes the sums alone. The bound is copied as it is now,
        // without the sums: they would own themselves.
        lazy<quadratic> later{
            std::function<quadratic()>([model = alone(model), bound = *this] { return bound.collapse_everywhere(model); })};
        collapsed_.emplace_back(collapse_inner(model));
        collapsed_.push_back(std::move(later));
    }

    inline bool is_inner(std::size_t region) const { return where_.inner && region == 0; }

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
        if (!where_.is_anchored) curvature_.touch(block.target, eta);
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

    /// Σ log B within the inner region, which measures all data on the way.
    template <Model M>
    quadratic collapse_inner(M const& model) {
        row_share const part = share_of(model.rows());
        std::vector<typename Curvature::stored_reach> reaches(part.size());
        triangular_inverse const precision(where_.inner->precision());
        auto const sharpen = [&](row_block const& block, vector_out eta, vector_out weight) {
            touch(block, eta, weight);
            std::vector<double> covariance(weight.size());
            predictor_covariances(precision, block.rows, width_, covariance);
            curvature_.sharpen_block(*where_.inner, covariance, block.target, eta, weight,
                                     std::span(reaches).subspan(part.place(block.first), block.target.size()));
        };
        auto const multiply = [&](vector_view s, vector_view eta, vector_view v, vector_out out) {
            curvature_.multiply(s, eta, v, out);
        };
        quadratic sum = sum_quadratics(
            model.rows(),
            [&](row_block const& block, quadratic_terms const& terms) {
                collapse_block(model, anchor(), block, terms, sharpen, multiply);
            },
            width_);
        reach_ = shared_table<typename Curvature::stored_reach>(part, std::move(reaches));
        return sum;
    }

    contact_point where_;
    Curvature curvature_;
    std::size_t width_;
    std::vector<lazy<quadratic>> collapsed_;                // of each region
    shared_table<typename Curvature::stored_reach> reach_;  // of each datum, where there is an inner region
};

}  // namespace firefly
