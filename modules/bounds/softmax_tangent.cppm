/// What quadratic bounds on the softmax likelihood share: they touch it at η*, and differ in the curvature S.
///
///     log B = ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ,   δ = η − η*
///     gap   = ½ δᵀSδ − ψ(δ),               ψ = `softmax::fall_below_tangent`
///
/// Anchored: η* = Θ* x. Untuned: η* = 0, all classes alike, or `lift` on the datum's own class and 0 on the others. The paper does
/// not say which it took; both are in use.
///
/// With o = η(origin) − η* and u = η − η(origin) the product over data collapses by
///
///     log B = [ℓ + ∇ℓ·o − ½ oᵀSo] + (∇ℓ − So)·u − ½ uᵀSu
module;
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.bounds:softmax_tangent;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;

namespace firefly {

/// A posterior whose likelihood is softmax.
export template <class M>
concept SoftmaxModel = Model<M> && requires(M const& model) {
    { model.likelihood() } -> std::convertible_to<softmax const&>;
};

/// S as a function of η*, never to be written out for a gap.
/// - `square(η*, v)` is vᵀSv and `multiply(η*, v, out)` fills S v.
/// - `collapse(rows, width, fill)` sums over all rows. `fill(block, terms)` gives constants and slopes, and returns the η* of the
///   block's rows.
template <class C>
concept SoftmaxCurvature = requires(vector_view eta, vector_view v, vector_out out) {
    { C::name } -> std::convertible_to<char const*>;
    { C::square(eta, v) } -> std::same_as<double>;
    C::multiply(eta, v, out);
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
        return softmax_tangent(model, std::move(theta), true, 0);
    }

    /// Touches every likelihood where its own class is ahead of the others by `lift`.
    template <SoftmaxModel M>
    static softmax_tangent untuned(M const& model, double lift = 0) {
        check_lift(Curvature::name, lift);
        return softmax_tangent(model, zeros(model.dimension()), false, lift);
    }

    inline vector_view anchor() const { return as_view(origin_); }
    inline std::size_t regions() const { return 1; }
    inline std::size_t region(vector_view) const { return 0; }
    inline quadratic const& collapsed(std::size_t) const { return collapsed_; }

    /// Fills η* alone: S follows from it.
    void annotate(batch& fresh) const {
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            vector_out const eta = vector_out(fresh.anchor).subspan(i * width_, width_);
            // Row by row: BLAS rounds a row's product by how many rows there are beside it, and a chain that is resumed gets its
            // bright rows back in one batch.
            for (std::size_t k = 0; k < width_; ++k)
                eta[k] = is_anchored_ ? dot(fresh.row(i), anchor().subspan(k * fresh.columns(), fresh.columns())) : 0;
            touch(eta, fresh.target[i]);
        }
    }

    void gap(std::size_t, batch const& data, evaluation& values) const {
        for_each_datum(data, values, [&](std::size_t i, vector_view eta, vector_view delta) {
            values.gap[i] = Curvature::square(eta, delta) / 2 - softmax::fall_below_tangent(eta, delta);
        });
    }

    /// S δ − ∇ψ(δ).
    void slope(std::size_t, batch const& data, evaluation const& values, vector_out slope) const {
        std::array<double, most_predictors> fall;
        for_each_datum(data, values, [&](std::size_t i, vector_view eta, vector_view delta) {
            vector_out const out = slope.subspan(i * width_, width_);
            Curvature::multiply(eta, delta, out);
            softmax::slope_below_tangent(eta, delta, vector_out(fall).first(width_));
            for (std::size_t k = 0; k < width_; ++k) out[k] -= fall[k];
        });
    }

private:
    template <SoftmaxModel M>
    softmax_tangent(M const& model, vector origin, bool is_anchored, double lift)
        : width_(model.likelihood().width()),
          is_anchored_(is_anchored),
          lift_(lift),
          origin_(std::move(origin)),
          collapsed_(collapse_from(model)) {}

    /// Predictors at the origin become η*.
    inline void touch(vector_out eta, double target) const {
        if (!is_anchored_)
            for (std::size_t k = 0; k < width_; ++k) eta[k] = static_cast<double>(k) == target ? lift_ : 0;
    }

    /// `use(i, η*, δ)` for every datum.
    void for_each_datum(batch const& data, evaluation const& values, auto const& use) const {
        std::array<double, most_predictors> shifted;
        for (std::size_t i = 0; i < data.size(); ++i) {
            vector_view const eta = vector_view(data.anchor).subspan(i * width_, width_);
            vector_view delta = vector_view(values.delta).subspan(i * width_, width_);
            if (!is_anchored_) {
                for (std::size_t k = 0; k < width_; ++k) shifted[k] = delta[k] - eta[k];
                delta = vector_view(shifted).first(width_);
            }
            use(i, eta, delta);
        }
    }

    template <SoftmaxModel M>
    quadratic collapse_from(M const& model) const {
        std::vector<double> predictor(most_rows(model.rows()) * width_), contact(predictor.size()), bend(width_);
        auto const fill = [&](row_block const& block, quadratic_terms terms) {
            std::size_t const size = block.target.size();
            vector_out const eta = vector_out(contact).first(size * width_);
            predict(block.rows, anchor(), vector_out(predictor).first(eta.size()));
            for (std::size_t i = 0; i < eta.size(); ++i) eta[i] = predictor[i];
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
            return vector_view(eta);
        };
        return Curvature::collapse(model.rows(), width_, fill);
    }

    std::size_t width_;
    bool is_anchored_;
    double lift_;
    vector origin_;
    quadratic collapsed_;
};

}  // namespace firefly
