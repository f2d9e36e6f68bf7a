/// Collapses Σ_n log B_n for bounds that touch each likelihood at one predictor and fall away quadratically.
///
///     log B_n = ℓ(η*) + ℓ'(η*) Δ − ½ k Δ²,   Δ = x·d + o,   o = x·origin − η*,   d = θ − origin
///             = [ℓ + ℓ' o − ½ k o²]  +  (ℓ' − k o) x·d  −  ½ k (x·d)²
///
/// One pass over the rows, O(N D²).
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

/// `touch(block, eta, curvature)` turns the predictors x·origin of a block's rows into points of contact, and fills the curvatures there.
/// Several threads may call it at once.
template <Model M, class Touch>
quadratic collapse_blocks(M const& model, vector_view origin, Touch const& touch) {
    return sum_quadratics(model.rows(), [&](row_block const& block, quadratic_terms terms) {
        std::size_t const size = block.target.size();
        std::vector<double> eta(size), offset(size);
        predict(block.rows, origin, eta);
        std::ranges::copy(eta, offset.begin());
        touch(block, vector_out(eta), terms.weight);
        for (std::size_t i = 0; i < size; ++i) offset[i] -= eta[i];
        model.likelihood().log_likelihood(block.target, eta, terms.constant);
        model.likelihood().derivatives(block.target, eta, terms.slope);
        for (std::size_t i = 0; i < size; ++i) {
            double const bend = terms.weight[i] * offset[i];
            terms.constant[i] += (terms.slope[i] - bend / 2) * offset[i];
            terms.slope[i] -= bend;
        }
    });
}

/// `touch(x·origin, target, n)` gives the tangent of datum n. For bounds of your own: examples/own_likelihood.cpp.
export template <Model M, class Touch>
quadratic collapse(M const& model, vector_view origin, Touch const& touch) {
    return collapse_blocks(model, origin, [&](row_block const& block, vector_out eta, vector_out curvature) {
        for (std::size_t i = 0; i < eta.size(); ++i) {
            tangent const at = touch(eta[i], block.target[i], block.first + i);
            eta[i] = at.eta;
            curvature[i] = at.curvature;
        }
    });
}

}  // namespace firefly
