/// The log posterior about θ to second order: what Newton's method climbs.
///
///     log p(θ + d | data) ≈ c + g·d − ½ dᵀHd,   H = prior precision + Σ_n W_n ⊗ x xᵀ,   W = −∂²ℓ/∂η∂ηᵀ
///
/// `expand` writes H out, (KD)×(KD): one pass, O(N K²D²). `gradient_of` is g alone; `slope_of` has g and the diagonal of H alone, and `multiply_curvature` is
/// H v without H: one pass each, O(NK(D + K)).
module;
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.samplers:expansion;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

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

/// A value, a gradient, and the diagonal of the curvature.
struct local_slope {
    double value;
    vector gradient;
    vector curvature;

    auto members() { return std::tie(value, gradient, curvature); }
    local_slope& operator+=(local_slope const& other) {
        value += other.value;
        gradient += other.gradient;
        curvature += other.curvature;
        return *this;
    }
};

/// One block's predictors and what the likelihood makes of them.
struct block_terms {
    std::vector<double> eta, value, first, second;

    block_terms(std::size_t rows, std::size_t width)
        : eta(rows * width), value(rows), first(rows * width), second(rows * width * width) {}
};

/// result += Σ_i W_i(k, k) x_i²: the diagonal of Σ W_i ⊗ x_i x_iᵀ.
void add_weighted_squares(matrix_view rows, vector_view weights, std::size_t width, vector_out result);

/// Every row of the K-vectors v_i becomes W_i v_i.
void multiply_weights(vector_view weights, std::size_t width, vector_out vectors);

template <Model M>
local_slope slope_of(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    auto const add = [&](local_slope& sum, row_block const& block) {
        block_terms terms(block.target.size(), width);
        predict(block.rows, theta, terms.eta);
        model.likelihood().log_likelihood(block.target, terms.eta, terms.value);
        model.likelihood().derivatives(block.target, terms.eta, terms.first, terms.second);
        for (double const v : terms.value) sum.value += v;
        add_weighted_rows(block.rows, terms.first, as_out(sum.gradient));
        add_weighted_squares(block.rows, terms.second, width, as_out(sum.curvature));
    };
    auto sum = sum_over_blocks(model.rows(), local_slope{0, zeros(theta.size()), zeros(theta.size())}, add);
    quadratic const prior = model.prior().gaussian_part(theta);
    return sum += {prior.constant(), prior.gradient(), prior.precision_diagonal()};
}

/// g at θ, and nothing else.
template <Model M>
vector gradient_of(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    auto const add = [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.target.size() * width), slope(eta.size());
        predict(block.rows, theta, eta);
        model.likelihood().derivatives(block.target, eta, slope);
        add_weighted_rows(block.rows, slope, as_out(sum));
    };
    vector gradient = model.prior().gaussian_part(theta).gradient();
    return gradient += sum_over_blocks(model.rows(), zeros(theta.size()), add);
}

/// H v at θ.
template <Model M>
vector multiply_curvature(M const& model, vector_view theta, vector_view v) {
    std::size_t const width = model.likelihood().width();
    auto const add = [&](vector& sum, row_block const& block) {
        block_terms terms(block.target.size(), width);
        std::vector<double> along(terms.eta.size());
        predict(block.rows, theta, terms.eta);
        model.likelihood().derivatives(block.target, terms.eta, terms.first, terms.second);
        predict(block.rows, v, along);
        multiply_weights(terms.second, width, along);
        add_weighted_rows(block.rows, along, as_out(sum));
    };
    vector product = zeros(v.size());
    model.prior().gaussian_part(theta).multiply(v, as_out(product));
    product += sum_over_blocks(model.rows(), zeros(v.size()), add);
    return product;
}

}  // namespace firefly
