/// The log posterior about θ to second order: what Newton's method climbs.
///
///     log p(θ + d | data) ≈ c + g·d − ½ dᵀHd,   H = prior precision + Σ_n W_n ⊗ x xᵀ,   W = −∂²ℓ/∂η∂ηᵀ
///
/// `expand` is one pass, O(N K²D²), and writes H out, (KD)×(KD). `gradient_of` is g alone: one pass, O(NKD).
module;
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:expansion;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

/// c, g and H at θ, as a form in d.
export template <Model M>
quadratic expand(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    auto const fill = [&](row_block const& block, quadratic_terms terms) {
        std::vector<double> eta(terms.slope.size());
        predict(block.rows, theta, eta);
        model.likelihood().log_likelihood(block.target, eta, terms.constant);
        model.likelihood().derivatives(block.target, eta, terms.slope, terms.weight);
    };
    return sum_quadratics(model.rows(), fill, width) + model.prior().gaussian_part(theta);
}

/// g at θ, and nothing else.
template <Model M>
vector gradient_of(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    auto const add = [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows * width), slope(eta.size());
        predict(block.rows, theta, eta);
        model.likelihood().derivatives(block.target, eta, slope);
        add_weighted_rows(block.rows, slope, as_out(sum));
    };
    vector gradient = model.prior().gaussian_part(theta).gradient();
    return gradient += sum_over_blocks(model.rows(), zeros(theta.size()), add);
}

}  // namespace firefly
