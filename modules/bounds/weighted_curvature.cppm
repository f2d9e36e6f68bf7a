/// A curvature of the softmax likelihood for data with weights (`weighted_softmax`): ω times that of a datum that counts once.
///
///     log B = ω (ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ),   gap = ω (½ δᵀSδ − ψ(δ))
///
/// Where it touches, which of two curvatures is the sharper one, and how far a region lets predictors move apart do not depend on ω. So all of it
/// is the curvature's of equal weights, and what comes out is multiplied. Data have no S in common, also where that one's have.
/// Cost: that of the curvature; S is made twice in a region.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.bounds:weighted_curvature;

import firefly.external;
import firefly.core;
import firefly.models;
import :bohning;
import :contact;
import :ellipsoid;
import :jebara_choromanska;
import :ring;
import :tangent_bound;

namespace firefly {

/// Of a `softmax_curvature`.
export template <class Curvature>
class weighted_curvature {
public:
    using likelihood = weighted_softmax;
    using notes = typename Curvature::notes;
    using batch = firefly::batch<notes>;
    using stored_reach = typename Curvature::stored_reach;
    static constexpr bound_name name = Curvature::name;
    static constexpr bool holds_everywhere = true;

    explicit weighted_curvature(weighted_softmax const& model) : weighted_curvature(Curvature(model.unweighted()), model.width()) {}
    static weighted_curvature untuned(weighted_softmax const& model, double lift = 0) {
        return {Curvature::untuned(model.unweighted(), lift), model.width()};
    }

    void touch(vector_view targets, vector_out eta) const {
        for (std::size_t i = 0; i < eta.size() / width_; ++i)
            once_.touch(weighted_softmax::class_of(targets, i), eta.subspan(i * width_, width_));
    }

    void write_out(vector_view targets, vector_view eta, vector_out s) const {
        once_.write_out(targets, eta, s);
        multiply_all(targets, s);
    }
    /// Relative to one of v: the numbers in a row of S add up to zero, and what all v have in common must not cost digits.
    inline static void multiply(vector_view s, vector_view, vector_view v, vector_out out) {
        for (std::size_t k = 0; k < v.size(); ++k) {
            out[k] = 0;
            for (std::size_t l = 1; l < v.size(); ++l) out[k] += s[k * v.size() + l] * (v[l] - v[0]);
        }
    }

    void sharpen_block(ellipsoid const& region, vector_view covariance, vector_view targets, vector_view eta, vector_out s,
                       std::span<stored_reach> reaches) const {
        once_.write_out(targets, eta, s);
        once_.sharpen_block(region, covariance, targets, eta, s, reaches);
        multiply_all(targets, s);
    }
    void sharpen_ring(ring where, vector_view targets, vector_view eta, std::span<stored_reach const> inner, vector_out s) const {
        once_.write_out(targets, eta, s);
        once_.sharpen_ring(where, targets, eta, inner, s);
        multiply_all(targets, s);
    }

    inline void annotate(batch& fresh) const { once_.annotate(fresh); }
    inline void annotate_inner(batch& fresh) const { once_.annotate_inner(fresh); }

    void gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const {
        once_.gap(where, data, first, steps, out);
        multiply_from(first, data, out, 1);
    }
    inline double gap_of(ring where, batch const& data, std::size_t i, vector_view step) const {
        return times_weight(weighted_softmax::weight_of(data.target, i), once_.gap_of(where, data, i, step));
    }
    void slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const {
        once_.slope(where, data, first, steps, slope);
        multiply_from(first, data, slope, width_);
    }
    void curvature(ring where, batch const& data, vector_out out) const {
        once_.curvature(where, data, out);
        multiply_all(data.target, out);
    }
    void least_curvature(ring where, batch const& data, vector_out out) const {
        once_.least_curvature(where, data, out);
        multiply_all(data.target, out);
    }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return once_.is_within_reach(data, i, delta);
    }

private:
    weighted_curvature(Curvature once, std::size_t width) : once_(std::move(once)), width_(width) {}

    /// `per_datum` numbers of each datum, each times its weight.
    inline static void multiply_numbers(vector_view targets, vector_out numbers, std::size_t per_datum) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = times_weight(weighted_softmax::weight_of(targets, i / per_datum), numbers[i]);
    }
    /// Of a K×K matrix for each datum.
    inline void multiply_all(vector_view targets, vector_out matrices) const {
        multiply_numbers(targets, matrices, width_ * width_);
    }
    /// Of the data of a batch from `first` on.
    inline static void multiply_from(std::size_t first, batch const& data, vector_out numbers, std::size_t per_datum) {
        multiply_numbers(vector_view(data.target).subspan(first * weighted_softmax::target_numbers), numbers, per_datum);
    }

    Curvature once_;
    std::size_t width_;
};

/// The bounds on `weighted_softmax`.
export using weighted_bohning = tangent_bound<weighted_curvature<bohning_curvature>>;
export using weighted_jebara_choromanska = tangent_bound<weighted_curvature<jebara_choromanska_curvature>>;

static_assert(CurvedBound<weighted_bohning> && CurvedBound<weighted_jebara_choromanska>);

}  // namespace firefly
