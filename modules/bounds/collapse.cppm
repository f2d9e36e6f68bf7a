/// Collapses Σ_n log B_n for bounds that touch each likelihood at K predictors and fall away quadratically.
///
///     log B_n = ℓ(η*) + ∇ℓ(η*)·δ − ½ δᵀSδ,   δ = u + o,   o = η(origin) − η*,   u = η − η(origin)
///             = [ℓ + ∇ℓ·o − ½ oᵀSo]  +  (∇ℓ − So)·u  −  ½ uᵀSu
///
/// One pass over the rows, O(N K²D²).
module;
#include <algorithm>
#include <cstddef>
#include <vector>

export module firefly.bounds:collapse;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

/// Where a datum's bound touches, and how it is curved there.
export struct tangent {
    double eta;        // η*
    double curvature;  // k
};

/// Constants and slopes of a block's rows, given `touch(block, eta, weight)`, which turns the predictors at the origin into points of
/// contact and fills the S of each row where there is room for it, and `multiply(S, η*, o, out)`, which fills S o of one row.
template <Model M, class Touch, class Multiply>
void collapse_block(M const& model, vector_view origin, row_block const& block, quadratic_terms const& terms, Touch const& touch,
                    Multiply const& multiply) {
    std::size_t const size = block.rows.rows, width = model.likelihood().width();
    std::size_t const weights = terms.weight.empty() ? 0 : width * width;
    std::vector<double> eta(size * width), offsets(size * width), bend(width);
    predict(block.rows, origin, eta);
    std::ranges::copy(eta, offsets.begin());
    touch(block, vector_out(eta), terms.weight);
    for (std::size_t k = 0; k < eta.size(); ++k) offsets[k] -= eta[k];
    model.likelihood().log_likelihood(block.target, eta, terms.constant);
    model.likelihood().derivatives(block.target, eta, terms.slope);
    for (std::size_t i = 0; i < size; ++i) {
        vector_view const offset = vector_view(offsets).subspan(i * width, width);
        vector_out const slope = terms.slope.subspan(i * width, width);
        if (std::ranges::count(offset, 0.0) == std::ssize(offset)) continue;  // touches at the origin
        multiply(terms.weight.subspan(i * weights, weights), vector_view(eta).subspan(i * width, width), offset, vector_out(bend));
        for (std::size_t k = 0; k < width; ++k) {
            terms.constant[i] += (slope[k] - bend[k] / 2) * offset[k];
            slope[k] -= bend[k];
        }
    }
}

/// Of bounds with one predictor: `touch(x·origin, target, n)` gives the tangent of datum n. For bounds of your own:
/// examples/own_likelihood.cpp.
export template <Model M, class Touch>
quadratic collapse(M const& model, vector_view origin, Touch const& touch) {
    auto const touch_all = [&](row_block const& block, vector_out eta, vector_out curvature) {
        for (std::size_t i = 0; i < eta.size(); ++i) {
            tangent const at = touch(eta[i], block.target[i], block.first + i);
            eta[i] = at.eta;
            curvature[i] = at.curvature;
        }
    };
    auto const multiply = [](vector_view k, vector_view, vector_view offset, vector_out out) { out[0] = k[0] * offset[0]; };
    return sum_quadratics(model.rows(), [&](row_block const& block, quadratic_terms const& terms) {
        collapse_block(model, origin, block, terms, touch_all, multiply);
    });
}

}  // namespace firefly
