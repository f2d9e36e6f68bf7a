/// The log posterior about θ to second order: what Newton's method climbs.
///
///     log p(θ + d | data) ≈ c + g·d − ½ dᵀHd,   H = prior precision + Σ_n W_n ⊗ x xᵀ,   W = −∂²ℓ/∂η∂ηᵀ
///
/// `expand` writes H out, (KD)×(KD): one pass, O(N K²D²). `slope_of` has g and the diagonal of H alone, and `multiply_curvature` is
/// H v without H: one pass each, O(NK(D + K)).
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

template <Model M>
quadratic expand(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    std::vector<double> predictor(block_rows * width);
    auto const fill = [&](row_block const& block, quadratic_terms terms) {
        vector_out const eta = vector_out(predictor).first(terms.slope.size());
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
    block_terms terms(most_rows(model.rows()), width);
    auto const add = [&](local_slope& sum, row_block const& block) {
        std::size_t const size = block.target.size();
        vector_out const eta = vector_out(terms.eta).first(size * width), value = vector_out(terms.value).first(size);
        vector_out const first = vector_out(terms.first).first(size * width);
        predict(block.rows, theta, eta);
        model.likelihood().log_likelihood(block.target, eta, value);
        vector_out const second = vector_out(terms.second).first(size * width * width);
        model.likelihood().derivatives(block.target, eta, first, second);
        for (double const v : value) sum.value += v;
        add_weighted_rows(block.rows, first, as_out(sum.gradient));
        add_weighted_squares(block.rows, second, width, as_out(sum.curvature));
    };
    auto sum = sum_over_blocks(model.rows(), local_slope{0, zeros(theta.size()), zeros(theta.size())}, add);
    quadratic const prior = model.prior().gaussian_part(theta);
    return sum += {prior.constant(), prior.gradient(), prior.precision_diagonal()};
}

/// H v at θ.
template <Model M>
vector multiply_curvature(M const& model, vector_view theta, vector_view v) {
    std::size_t const width = model.likelihood().width();
    block_terms terms(most_rows(model.rows()), width);
    std::vector<double> predictor(terms.eta.size());
    auto const add = [&](vector& sum, row_block const& block) {
        std::size_t const size = block.target.size() * width;
        vector_out const eta = vector_out(terms.eta).first(size), along = vector_out(predictor).first(size);
        vector_out const weights = vector_out(terms.second).first(size * width);
        predict(block.rows, theta, eta);
        model.likelihood().derivatives(block.target, eta, vector_out(terms.first).first(size), weights);
        predict(block.rows, v, along);
        multiply_weights(weights, width, along);
        add_weighted_rows(block.rows, along, as_out(sum));
    };
    vector product = zeros(v.size());
    model.prior().gaussian_part(theta).multiply(v, as_out(product));
    product += sum_over_blocks(model.rows(), zeros(v.size()), add);
    return product;
}

}  // namespace firefly
