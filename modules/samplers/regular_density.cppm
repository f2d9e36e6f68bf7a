/// The full posterior: what regular MCMC samples, with the very kernels that firefly uses.
///
///     log p(θ | data) = log p(θ) + Σ_n ℓ_n(θ)
///
/// Cost: N queries an evaluation, in blocks; the current point's value is kept.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

export module firefly.samplers:regular_density;

import firefly.external;
import firefly.core;
import firefly.data;
import :scratch;

namespace firefly {

export template <Model M>
class regular_density {
public:
    regular_density(M model, vector_view theta)
        : model_(std::move(model)),
          scratch_(model_.dimension()),
          origin_(zeros(model_.dimension())),
          prior_(model_.prior().gaussian_part(as_view(origin_))),
          product_(zeros(model_.dimension())),
          eta_(block_rows * model_.likelihood().width()),
          values_(block_rows) {
        check_dimension(theta.size(), dimension());
        current_.theta = proposal_.theta = zeros(dimension());
        evaluate(theta);
        commit();
        check_start(current_);
    }

    /// Stands where another one stood when it was saved.
    regular_density(M model, density_state const& saved) : regular_density(std::move(model), as_view(saved.current.theta)) {
        current_ = saved.current;
        queries_ = 0;
    }

    density_state save() const { return {current_, {}, {}}; }

    inline std::size_t dimension() const { return model_.dimension(); }
    inline point const& current() const { return current_; }
    inline vector_out scratch(std::size_t i) { return scratch_[i]; }
    inline std::uint64_t queries() const { return queries_; }

    double evaluate(vector_view theta) {
        std::ranges::copy(theta, proposal_.theta.begin());
        auto const add = [&](double& sum, row_block const& block) {
            std::size_t const size = block.target.size();
            vector_out const eta = vector_out(eta_).first(size * model_.likelihood().width());
            predict(block.rows, theta, eta);
            model_.likelihood().log_likelihood(block.target, eta, vector_out(values_).first(size));
            for (double const value : vector_view(values_).first(size)) sum += value;
        };
        double const sum = sum_over_blocks(model_.rows(), 0.0, add) + prior_.value(theta, as_out(product_)) +
                           model_.prior().remainder(as_view(origin_), theta);
        queries_ += model_.rows().rows();
        proposal_.log_density = std::isnan(sum) ? -infinity : sum;
        return proposal_.log_density;
    }

    inline void commit() { std::swap(current_, proposal_); }

private:
    M model_;
    scratch_vectors scratch_;
    vector origin_;
    quadratic prior_;
    vector product_;
    std::vector<double> eta_;
    std::vector<double> values_;
    point current_, proposal_;
    std::uint64_t queries_ = 0;
};

}  // namespace firefly
