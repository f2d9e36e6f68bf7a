/// Densities over θ that are given by a formula, for kernels to move on.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

export module firefly.testing:analytic_density;

import firefly.external;
import firefly.core;

namespace firefly::testing {

/// `formula(θ, gradient)` is log π(θ), up to a constant, and fills the gradient. An evaluation is one query.
export template <class Formula>
class analytic_density {
public:
    analytic_density(Formula formula, vector start)
        : formula_(std::move(formula)), gradient_(zeros(start.size())), proposal_{start, 0, 0} {
        evaluate(as_view(start));
        current_ = proposal_;
    }

    std::size_t dimension() const { return gradient_.size(); }
    point const& current() const { return current_; }
    std::uint64_t queries() const { return queries_; }
    void commit() { std::swap(current_, proposal_); }
    double evaluate(vector_view theta) { return evaluate(theta, as_out(gradient_)); }
    double evaluate(vector_view theta, vector_out gradient) {
        ++queries_;
        for (std::size_t i = 0; i < theta.size(); ++i) proposal_.theta(i) = theta[i];
        return proposal_.log_density = formula_(theta, gradient);
    }
    void gradient(vector_out out) { formula_(as_view(current_.theta), out); }
    vector_out scratch(std::size_t i) {
        while (scratch_.size() <= i) scratch_.push_back(zeros(dimension()));
        return as_out(scratch_[i]);
    }

private:
    Formula formula_;
    vector gradient_;
    point current_, proposal_;
    std::deque<vector> scratch_;
    std::uint64_t queries_ = 0;
};

/// N(mean, precision⁻¹).
export struct gaussian_formula {
    matrix precision;
    vector mean;

    double operator()(vector_view theta, vector_out gradient) const {
        double value = 0;
        for (std::size_t i = 0; i < theta.size(); ++i) {
            gradient[i] = 0;
            for (std::size_t j = 0; j < theta.size(); ++j) gradient[i] -= precision(i, j) * (theta[j] - mean(j));
            value += gradient[i] * (theta[i] - mean(i)) / 2;
        }
        return value;
    }
};

export inline gaussian_formula standard_gaussian(std::size_t dimension) {
    gaussian_formula result{zeros(dimension, dimension), zeros(dimension)};
    for (std::size_t i = 0; i < dimension; ++i) result.precision(i, i) = 1;
    return result;
}

/// Independent logarithms of Gamma(shape) variables, skewed to the left: log π = Σ (shape·θ_i − e^θ_i). Mean digamma(shape),
/// variance trigamma(shape); the mean of e^θ is the shape.
export struct log_gamma_formula {
    double shape;

    double operator()(vector_view theta, vector_out gradient) const {
        double value = 0;
        for (std::size_t i = 0; i < theta.size(); ++i) {
            gradient[i] = shape - std::exp(theta[i]);
            value += shape * theta[i] - std::exp(theta[i]);
        }
        return value;
    }
};

/// ½N(−2, 1) + ½N(2, 1) in every coordinate: log π = Σ (log cosh 2θ_i − ½θ_i²).
export struct two_humps {
    double operator()(vector_view theta, vector_out gradient) const {
        double value = 0;
        for (std::size_t i = 0; i < theta.size(); ++i) {
            double const size = 2 * std::abs(theta[i]);
            gradient[i] = 2 * std::tanh(2 * theta[i]) - theta[i];
            value += size + std::log1p(std::exp(-2 * size)) - theta[i] * theta[i] / 2;
        }
        return value;
    }
};

static_assert(DifferentiableDensity<analytic_density<gaussian_formula>>);

}  // namespace firefly::testing
