/// What quadratic bounds on the softmax likelihood share: they touch it at η*, and differ in the curvature S.
///
///     log B = ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ,   δ = η − η*
///     gap   = ½ δᵀSδ − ψ(δ),               ψ = `softmax::fall_below_tangent`
///
/// Anchored: η* = Θ* x. Untuned: η* = 0, all classes alike, or `lift` on the datum's own class and 0 on the others. The paper does
/// not say which it took; both are in use.
///
/// With an inner region about θ* each datum has, within it, whichever has the smaller tr(S V): this curvature or that of the interval
/// (`softmax_interval`). Matrices cannot be clamped. Where data are few and parameters many, the interval never wins.
///
/// With o = η(origin) − η* and u = η − η(origin) the product over data collapses by
///
///     log B = [ℓ + ∇ℓ·o − ½ oᵀSo] + (∇ℓ − So)·u − ½ uᵀSu
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

export module firefly.bounds:softmax_tangent;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import firefly.teams;
import :ellipsoid;
import :softmax_interval;

namespace firefly {

/// A posterior whose likelihood is softmax.
export template <class M>
concept SoftmaxModel = Model<M> && requires(M const& model) {
    { model.likelihood() } -> std::convertible_to<softmax const&>;
};

/// S as a function of η*, never to be written out for a gap.
/// - `square(η*, v)` is vᵀSv, `multiply(η*, v, out)` fills S v, and `write_out(η*, out)` fills S.
/// - `collapse(rows, width, fill)` sums over all rows. `fill(block, terms)` gives constants and slopes, and returns the η* of the
///   block's rows.
template <class C>
concept SoftmaxCurvature = requires(vector_view eta, vector_view v, vector_out out) {
    { C::name } -> std::convertible_to<char const*>;
    { C::square(eta, v) } -> std::same_as<double>;
    C::multiply(eta, v, out);
    C::write_out(eta, out);
};

[[noreturn]] void wrong_softmax_anchor(char const* bound, std::size_t size, std::size_t dimension);
void check_lift(char const* bound, double lift);

export template <SoftmaxCurvature Curvature>
class softmax_tangent {
public:
    /// Touches every likelihood at θ*. Any θ* is exact; the MAP is fast.
    template <SoftmaxModel M>
    static softmax_tangent anchored(M const& model, vector theta) {
        if (theta.size() != model.dimension()) wrong_softmax_anchor(Curvature::name, theta.size(), model.dimension());
        return softmax_tangent(model, std::move(theta), true, 0, {});
    }

    /// The same, and sharper within a region about θ*.
    template <SoftmaxModel M>
    static softmax_tangent anchored(M const& model, vector theta, ellipsoid inner) {
        if (theta.size() != model.dimension() || inner.precision().dimension() != model.dimension())
            wrong_softmax_anchor(Curvature::name, std::min(theta.size(), inner.precision().dimension()), model.dimension());
        return softmax_tangent(model, std::move(theta), true, 0, std::move(inner));
    }

    /// Touches every likelihood where its own class is ahead of the others by `lift`.
    template <SoftmaxModel M>
    static softmax_tangent untuned(M const& model, double lift = 0) {
        check_lift(Curvature::name, lift);
        return softmax_tangent(model, zeros(model.dimension()), false, lift, {});
    }

    inline vector_view anchor() const { return as_view(origin_); }
    inline std::size_t regions() const { return inner_ ? 2 : 1; }
    inline double squared_distance(vector_view d) const { return inner_ ? inner_->squared_distance(d) : 0; }
    inline std::size_t region_at(double squared_distance) const { return inner_ && !inner_->reaches(squared_distance) ? 1 : 0; }
    inline std::size_t region(vector_view d) const { return region_at(squared_distance(d)); }
    inline quadratic const& collapsed(std::size_t region) const { return *collapsed_[region]; }

    /// Fills η*, from which S follows, and for an inner region W, negative where the interval's curvature does not serve.
    void annotate(batch& fresh) const {
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            vector_out const eta = vector_out(fresh.anchor).subspan(i * width_, width_);
            // Row by row: BLAS rounds a row's product by how many rows there are beside it, and a chain that is resumed gets its
            // bright rows back in one batch.
            for (std::size_t k = 0; k < width_; ++k)
                eta[k] = is_anchored_ ? dot(fresh.row(i), anchor().subspan(k * fresh.columns(), fresh.columns())) : 0;
            touch(eta, fresh.target[i]);
        }
        if (inner_) reach_.read(fresh.index, vector_out(fresh.reach));
    }

    void gap(std::size_t region, batch const& data, evaluation& values) const {
        for (std::size_t i = 0; i < data.size(); ++i)
            values.gap[i] = gap_of(region, data, i, vector_view(values.delta).subspan(i * width_, width_));
    }

    double gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const {
        double value = 0;
        use_datum(data, i, delta, [&](vector_view eta, vector_view step) {
            double const square = is_sharp(region, data, i)
                                      ? softmax_interval::most(data.reach[i]) * softmax_interval::square(eta, step)
                                      : Curvature::square(eta, step);
            value = square / 2 - softmax::fall_below_tangent(eta, step);
        });
        return value;
    }

    /// S δ − ∇ψ(δ).
    void slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const {
        std::array<double, most_predictors> fall;
        for (std::size_t i = 0; i < data.size(); ++i)
            use_datum(data, i, vector_view(values.delta).subspan(i * width_, width_), [&](vector_view eta, vector_view delta) {
                vector_out const out = slope.subspan(i * width_, width_);
                if (is_sharp(region, data, i)) {
                    softmax_interval::multiply(eta, delta, out);
                    for (double& x : out) x *= softmax_interval::most(data.reach[i]);
                } else {
                    Curvature::multiply(eta, delta, out);
                }
                softmax::slope_below_tangent(eta, delta, vector_out(fall).first(width_));
                for (std::size_t k = 0; k < width_; ++k) out[k] -= fall[k];
            });
    }

    inline bool touches_at_anchor() const { return is_anchored_; }
    inline bool is_within_reach(batch const& data, std::size_t i, vector_view delta) const {
        return !is_sharp(0, data, i) || softmax_interval::spread(delta) <= data.reach[i];
    }
    void curvature(std::size_t region, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i) {
            vector_view const eta = vector_view(data.anchor).subspan(i * width_, width_);
            write_curvature(eta, is_sharp(region, data, i) ? data.reach[i] : -1, out.subspan(i * width_ * width_, width_ * width_));
        }
    }
    /// Outside of an inner region zero: log L is concave, and p may be anything.
    void least_curvature(std::size_t region, batch const& data, vector_out out) const {
        for (std::size_t i = 0; i < data.size(); ++i)
            softmax_interval::write_out(vector_view(data.anchor).subspan(i * width_, width_),
                                        inner_ && region == 0 ? softmax_interval::least(std::abs(data.reach[i])) : 0,
                                        out.subspan(i * width_ * width_, width_ * width_));
    }

private:
    template <SoftmaxModel M>
    softmax_tangent(M const& model, vector origin, bool is_anchored, double lift, std::optional<ellipsoid> inner)
        : width_(model.likelihood().width()),
          is_anchored_(is_anchored),
          lift_(lift),
          origin_(std::move(origin)),
          inner_(std::move(inner)) {
        if (!inner_) {
            collapsed_.emplace_back(collapse_from(model));
            return;
        }
        // Most chains never leave the inner region. A copy of the bound as it is now, without the sums: they would own themselves.
        lazy<quadratic> later{std::function<quadratic()>([model, bound = *this] { return bound.collapse_from(model); })};
        measure(model);
        collapsed_.emplace_back(collapse_inner(model));
        collapsed_.push_back(std::move(later));
    }

    /// Whether the interval's curvature serves datum i in this region.
    inline bool is_sharp(std::size_t region, batch const& data, std::size_t i) const {
        return inner_ && region == 0 && data.reach[i] >= 0;
    }

    /// S of an interval W, or of all δ where W is negative.
    static void write_curvature(vector_view eta, double spread, vector_out out) {
        if (spread >= 0)
            softmax_interval::write_out(eta, softmax_interval::most(spread), out);
        else
            Curvature::write_out(eta, out);
    }

    /// W of every datum, and the choice between the two curvatures.
    template <SoftmaxModel M>
    void measure(M const& model) {
        row_share const part = share_of(model.rows());
        std::vector<float> spreads(part.size());
        triangular_inverse const precision(inner_->precision());
        for_each_block(model.rows(), [&](row_block const& block) {
            std::size_t const size = block.target.size();
            std::vector<double> eta(size * width_), covariance(size * width_ * width_), curvature(width_ * width_);
            predict(block.rows, anchor(), eta);
            predictor_covariances(precision, block.rows, width_, covariance);
            for (std::size_t i = 0; i < size; ++i) {
                vector_view const v = vector_view(covariance).subspan(i * width_ * width_, width_ * width_);
                float const spread = softmax_interval::reach(*inner_, v, width_);
                auto const looseness = [&](double w) {
                    write_curvature(vector_view(eta).subspan(i * width_, width_), w, curvature);
                    return dot(curvature, v);
                };
                spreads[part.place(block.first + i)] = looseness(spread) <= looseness(-1) ? spread : -spread;
            }
        });
        reach_ = shared_table<float>(part, std::move(spreads));
    }

    /// Σ log B within the inner region.
    template <SoftmaxModel M>
    quadratic collapse_inner(M const& model) const {
        return sum_quadratics(
            model.rows(),
            [&](row_block const& block, quadratic_terms terms) {
                std::vector<double> eta(block.target.size() * width_);
                predict(block.rows, anchor(), eta);
                model.likelihood().log_likelihood(block.target, eta, terms.constant);
                model.likelihood().derivatives(block.target, eta, terms.slope);
                for (std::size_t i = 0; i < block.target.size(); ++i)
                    write_curvature(vector_view(eta).subspan(i * width_, width_), reach_[block.first + i],
                                    terms.weight.subspan(i * width_ * width_, width_ * width_));
            },
            width_);
    }

    /// Predictors at the origin become η*.
    inline void touch(vector_out eta, double target) const {
        if (!is_anchored_)
            for (std::size_t k = 0; k < width_; ++k) eta[k] = static_cast<double>(k) == target ? lift_ : 0;
    }

    /// `use(η*, δ)` for datum i, given Θx less its value at the origin.
    void use_datum(batch const& data, std::size_t i, vector_view delta, auto const& use) const {
        vector_view const eta = vector_view(data.anchor).subspan(i * width_, width_);
        if (is_anchored_) return use(eta, delta);
        std::array<double, most_predictors> shifted;
        for (std::size_t k = 0; k < width_; ++k) shifted[k] = delta[k] - eta[k];
        use(eta, vector_view(shifted).first(width_));
    }

    template <SoftmaxModel M>
    quadratic collapse_from(M const& model) const {
        auto const fill = [&](row_block const& block, quadratic_terms terms) {
            std::size_t const size = block.target.size();
            std::vector<double> predictor(size * width_), bend(width_);
            predict(block.rows, anchor(), predictor);
            std::vector<double> contact = predictor;
            vector_out const eta = contact;
            for (std::size_t i = 0; i < size; ++i) touch(eta.subspan(i * width_, width_), block.target[i]);
            model.likelihood().log_likelihood(block.target, eta, terms.constant);
            model.likelihood().derivatives(block.target, eta, terms.slope);
            for (std::size_t i = 0; i < size; ++i) {
                vector_out const offset = vector_out(predictor).subspan(i * width_, width_);
                for (std::size_t k = 0; k < width_; ++k) offset[k] -= eta[i * width_ + k];
                Curvature::multiply(eta.subspan(i * width_, width_), offset, bend);
                for (std::size_t k = 0; k < width_; ++k) {
                    terms.constant[i] += (terms.slope[i * width_ + k] - bend[k] / 2) * offset[k];
                    terms.slope[i * width_ + k] -= bend[k];
                }
            }
            return contact;
        };
        return Curvature::collapse(model.rows(), width_, fill);
    }

    std::size_t width_;
    bool is_anchored_;
    double lift_;
    vector origin_;
    std::optional<ellipsoid> inner_;
    shared_table<float> reach_;               // W of each datum, negative where the interval's curvature does not serve
    std::vector<lazy<quadratic>> collapsed_;  // of each region
};

}  // namespace firefly
