/// What curvatures of the softmax likelihood share: S follows from η* in K steps and is not noted.
///
/// Anchored, η* = Θ* x. Untuned: η* = 0, all classes alike, or `lift` on the datum's own class and 0 on the others. The paper does
/// not say which it took; both are in use.
///
/// With an inner region about θ* each datum has, within it, whichever has the smaller tr(S V): the curvature that holds everywhere or
/// that of the interval (`softmax_interval`). Matrices cannot be clamped. Where data are few and parameters many, the interval never wins.
/// V_n is the covariance of the datum's predictors where θ has the region's precision.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.bounds:softmax_curvature;

import firefly.external;
import firefly.core;
import firefly.models;
import :contact;
import :ellipsoid;
import :ring;
import :softmax_interval;

namespace firefly {

/// Of a datum in the inner region.
export struct interval_reach {
    float spread;  // W: how far two predictors may move apart there
    float useful;  // of curvatures of intervals: those up to this are sharper than what serves everywhere; zero: none is
};

/// What a bound on the softmax likelihood keeps of each packed row (`BoundNotes`).
export struct softmax_notes {
    std::vector<double> contact;        // η*: K per row
    std::vector<interval_reach> reach;  // where there is an inner region

    inline void resize(std::size_t rows, std::size_t width, bool has_inner) {
        width_ = width;
        contact.resize(rows * width);
        reach.resize(has_inner ? rows : 0);
    }
    inline void append(softmax_notes const& from, std::size_t i) {
        width_ = from.width_;
        append_row(contact, from.contact, i, width_);
        append_row(reach, from.reach, i);
    }
    inline void replace_by_last(std::size_t i) {
        replace_row_by_last(contact, i, width_);
        replace_row_by_last(reach, i);
    }
    inline void clear() {
        contact.clear();
        reach.clear();
    }

    inline vector_view contact_of(std::size_t i) const { return vector_view(contact).subspan(i * width_, width_); }

private:
    std::size_t width_ = 0;
};
static_assert(BoundNotes<softmax_notes>);

/// Throws `invalid_argument` in the bound's name unless it is finite.
void check_lift(bound_name const& name, double lift);

/// `Formula` is S as a function of η*, never to be written out for a gap: `square(η*, v)` is vᵀSv, `multiply(η*, v, out)` fills S v, and
/// `write_out(η*, out)` fills S.
template <class Formula>
class softmax_curvature {
public:
    using likelihood = softmax;
    using notes = softmax_notes;
    using batch = firefly::batch<notes>;
    using stored_reach = interval_reach;
    static constexpr bool holds_everywhere = true;

    explicit softmax_curvature(softmax const& model) : width_(model.width()) {}

    /// Touches every likelihood where its own class is ahead of the others by `lift`.
    static Formula untuned(softmax const& model, double lift = 0) {
        check_lift(Formula::name, lift);
        Formula result(model);
        result.lift_ = lift;
        return result;
    }

    void touch(vector_view targets, vector_out eta) const {
        for (std::size_t i = 0; i < eta.size() / width_; ++i)
            for (std::size_t k = 0; k < width_; ++k) eta[i * width_ + k] = static_cast<double>(k) == targets[i] ? lift_ : 0;
    }

    void write_out(vector_view, vector_view eta, vector_out s) const {
        for (std::size_t i = 0; i < eta.size() / width_; ++i) Formula::write_out(predictors(eta, i), matrix_of(s, i));
    }
    inline static void multiply(vector_view, vector_view eta, vector_view v, vector_out out) { Formula::multiply(eta, v, out); }

    void sharpen_block(ellipsoid const& region, vector_view covariance, vector_view, vector_view eta, vector_out s,
                       std::span<interval_reach> reaches) const {
        std::vector<double> interval(width_ * width_);
        for (std::size_t i = 0; i < reaches.size(); ++i) {
            vector_view const v = covariance.subspan(i * width_ * width_, width_ * width_);
            float const spread = softmax_interval::reach(region, v, width_);
            softmax_interval::write_out(predictors(eta, i), softmax_interval::most(spread), interval);
            // Traces against the predictors' covariance; that of an interval is proportional to its curvature.
            double const within = dot(interval, v), everywhere = dot(matrix_of(s, i), v);
            bool const serves = within <= everywhere;
            if (serves) std::ranges::copy(interval, matrix_of(s, i).begin());
            reaches[i] = {spread,
                          serves ? static_cast<float>(softmax_interval::most(spread) * (within > 0 ? everywhere / within : 1)) : 0};
        }
    }

    void sharpen_ring(ring where, vector_view, vector_view eta, std::span<interval_reach const> inner, vector_out s) const {
        for (std::size_t i = 0; i < inner.size(); ++i)
            if (serves(where, inner[i]))
                softmax_interval::write_out(predictors(eta, i), softmax_interval::most(where.reach(inner[i].spread)),
                                            matrix_of(s, i));
    }

    /// All that is noted everywhere is the contact; within the region, the reach.
    inline void annotate(batch&) const {}
    inline void annotate_inner(batch&) const {}

    void gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = gap_of(where, data, first + i, predictors(steps, i));
    }

    double gap_of(ring where, batch const& data, std::size_t i, vector_view step) const {
        vector_view const eta = data.notes.contact_of(i);
        double const square = is_sharp(where, data, i)
                                  ? softmax_interval::most(spread(where, data, i)) * softmax_interval::square(eta, step)
                                  : Formula::square(eta, step);
        return square / 2 - softmax::fall_below_tangent(eta, step);
    }

    /// S δ − ∇ψ(δ).
    void slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const {
        std::array<double, most_predictors> memory;
        vector_out const fall = vector_out(memory).first(width_);
        for (std::size_t i = 0; i < steps.size() / width_; ++i) {
            vector_view const eta = data.notes.contact_of(first + i), step = predictors(steps, i);
            vector_out const out = slope.subspan(i * width_, width_);
            if (is_sharp(where, data, first + i)) {
                softmax_interval::multiply(eta, step, out);
                for (double& x : out) x *= softmax_interval::most(spread(where, data, first + i));
            } else {
                Formula::multiply(eta, step, out);
            }
            softmax::slope_below_tangent(eta, step, fall);
            for (std::size_t k = 0; k < width_; ++k) out[k] -= fall[k];
        }
    }

    void curvature(ring where, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i)
            if (is_sharp(where, data, i))
                softmax_interval::write_out(data.notes.contact_of(i), softmax_interval::most(spread(where, data, i)),
                                            matrix_of(out, i));
            else
                Formula::write_out(data.notes.contact_of(i), matrix_of(out, i));
    }
    /// Where predictors move as they like zero: log L is concave, and p may be anything.
    void least_curvature(ring where, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i)
            softmax_interval::write_out(data.notes.contact_of(i),
                                        where.is_everywhere() ? 0 : softmax_interval::least(spread(where, data, i)),
                                        matrix_of(out, i));
    }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return !(data.notes.reach[i].useful > 0) || softmax_interval::spread(delta) <= data.notes.reach[i].spread;
    }

private:
    /// Whether the interval's curvature is the sharper one, in the inner region or a ring about it.
    inline static bool serves(ring where, interval_reach const& inner) {
        return inner.useful > 0 && (where.is_inner() || softmax_interval::most(where.reach(inner.spread)) <= inner.useful);
    }
    /// Whether the interval's curvature is that of datum i.
    inline static bool is_sharp(ring where, batch const& data, std::size_t i) {
        return !where.is_everywhere() && serves(where, data.notes.reach[i]);
    }
    /// W of datum i, where it has one.
    inline static double spread(ring where, batch const& data, std::size_t i) { return where.reach(data.notes.reach[i].spread); }

    inline vector_view predictors(vector_view all, std::size_t i) const { return all.subspan(i * width_, width_); }
    inline vector_out matrix_of(vector_out all, std::size_t i) const { return all.subspan(i * width_ * width_, width_ * width_); }

    std::size_t width_;
    double lift_ = 0;  // untuned only
};

}  // namespace firefly
