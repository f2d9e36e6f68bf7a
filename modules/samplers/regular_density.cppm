/// The full posterior: what regular MCMC samples, with the very kernels that firefly uses.
///
///     log p(θ | data) = log p(θ) + Σ_n ℓ_n(θ)
///
/// Cost: N queries per evaluation, in blocks; the current point's value is kept. Where a team shares the model's rows, all members make each
/// evaluation, at the same θ: a chain of one member has the model `alone`.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.samplers:regular_density;

import firefly.external;
import firefly.core;
import firefly.data;
import :handover;
import :scaled_part;
import :scratch;

namespace firefly {

/// A `Density` of all data.
export template <Model M>
class regular_density : public scaled_part<regular_density<M>, M> {
public:
    regular_density(M model, vector_view theta)
        : scaled_base(model),
          model_(std::move(model)),
          scratch_(model_.dimension()),
          origin_(zeros(model_.dimension())),
          prior_(model_.prior().gaussian_part(as_view(origin_))),
          current_gradient_(zeros(model_.dimension())),
          proposal_gradient_(zeros(model_.dimension())),
          workers_(pass_threads(), worker_memory(most_rows(model_.rows()), model_.likelihood().width())) {
        check_dimension(theta.size(), dimension());
        current_.theta = proposal_.theta = zeros(dimension());
        evaluate(theta);
        commit();
        check_start(current_);
    }

    /// Stands where another one stood when it was saved.
    regular_density(M model, density_state const& saved) : regular_density(std::move(model), as_view(saved.current.theta)) {
        check_saved(saved, model_.rows().rows(), model_.likelihood().width(), 1, false, this->saved_scale_count());
        this->restore_scales(saved.log_scales);
        current_ = saved.current;
        current_has_gradient_ = !saved.gradient.empty();
        if (current_has_gradient_) std::ranges::copy(saved.gradient, current_gradient_.begin());
        queries_ = 0;
    }

    density_state save() const {
        density_state state{current_, {}, {}, {}, this->save_scales()};
        if (current_has_gradient_) state.gradient.assign(current_gradient_.begin(), current_gradient_.end());
        return state;
    }

    /// One of the same model that stands where another one was saved.
    regular_density restored(density_state const& saved) const { return {model_, saved}; }

    inline std::size_t dimension() const { return model_.dimension(); }
    inline point const& current() const { return current_; }
    inline vector_out scratch(std::size_t i) { return scratch_[i]; }
    inline std::uint64_t queries() const { return queries_; }

    double evaluate(vector_view theta) {
        this->keep_scales();
        std::ranges::copy(theta, proposal_.theta.begin());
        proposal_has_gradient_ = false;
        double const sum = sum_over_blocks(
            model_.rows(), 0.0,
            [&](double& part, row_block const& block, std::size_t worker) {
                part += log_likelihood(theta, block, workers_[worker]);
            },
            workers_.size());
        queries_ += model_.rows().rows();
        return proposal_.log_density = add_prior(sum, theta, proposal_gradient_);
    }

    double evaluate(vector_view theta, vector_out gradient) {
        this->keep_scales();
        std::ranges::copy(theta, proposal_.theta.begin());
        proposal_.log_density = differentiate(theta, proposal_gradient_);
        proposal_has_gradient_ = true;
        std::ranges::copy(proposal_gradient_, gradient.begin());
        this->add_scales_gradient(theta, gradient);
        return proposal_.log_density;
    }

    /// One pass over the rows for all points: their predictors are one matrix product.
    void evaluate_many(matrix_view points, vector_out out) {
        this->keep_scales();
        std::size_t const width = model_.likelihood().width(), many = points.rows;
        auto const add = [&](vector& part, row_block const& block, std::size_t worker) {
            worker_memory& memory = workers_[worker];
            std::size_t const size = block.rows.rows;
            if (!block.rows.groups.empty()) {
                for (std::size_t p = 0; p < many; ++p) {
                    vector_out const eta = vector_out(memory.eta).first(size * width);
                    predict(block.rows, points.row(p), eta);
                    part(p) += add_log_likelihoods(block, eta, memory);
                }
                return;
            }
            memory.many_eta.resize(memory.eta.size() * many);
            vector_out const all = vector_out(memory.many_eta).first(size * many * width);
            vector_out const eta = vector_out(memory.eta).first(size * width);
            // One after the other for each predictor of each point: the rows are the weights here, and the points the rows.
            predict({points.elements, many * width, block.rows.columns}, {block.rows.common.elements, size * block.rows.columns},
                    all);
            for (std::size_t p = 0; p < many; ++p) {
                vector_view const own = all.subspan(p * size * width, size * width);
                if (width == 1) {
                    part(p) += add_log_likelihoods(block, own, memory);
                    continue;
                }
                for (std::size_t i = 0; i < size; ++i)
                    for (std::size_t k = 0; k < width; ++k) eta[i * width + k] = own[k * size + i];
                part(p) += add_log_likelihoods(block, eta, memory);
            }
        };
        vector const sums = sum_over_blocks(model_.rows(), zeros(many), add, workers_.size());
        queries_ += model_.rows().rows() * many;
        for (std::size_t p = 0; p < many; ++p) out[p] = add_prior(sums(p), points.row(p), proposal_gradient_);
    }

    void place(vector_view theta, double log_density) {
        this->keep_scales();
        std::ranges::copy(theta, proposal_.theta.begin());
        proposal_.log_density = log_density;
        proposal_has_gradient_ = false;
    }

    /// N queries where the current point was reached without a gradient, none otherwise.
    void gradient(vector_out out) {
        if (!current_has_gradient_) differentiate(as_view(current_.theta), current_gradient_);
        current_has_gradient_ = true;
        std::ranges::copy(current_gradient_, out.begin());
        this->add_scales_gradient(as_view(current_.theta), out);
    }

    inline void commit() {
        std::swap(current_, proposal_);
        std::swap(current_gradient_, proposal_gradient_);
        current_has_gradient_ = proposal_has_gradient_;
        this->commit_scales();
    }

private:
    using scaled_base = scaled_part<regular_density, M>;
    friend scaled_base;
    friend handover;

    /// What a thread works with in a pass over the rows.
    struct worker_memory {
        std::vector<double> eta, slope, values, many_eta;

        worker_memory(std::size_t rows, std::size_t width) : eta(rows * width), slope(rows * width), values(rows) {}
    };

    /// Σ ℓ over a block; leaves its predictors in `eta`.
    double log_likelihood(vector_view theta, row_block const& block, worker_memory& memory) const {
        vector_out const eta = vector_out(memory.eta).first(block.rows.rows * model_.likelihood().width());
        predict(block.rows, theta, eta);
        return add_log_likelihoods(block, eta, memory);
    }

    /// Σ ℓ over a block whose predictors are known.
    double add_log_likelihoods(row_block const& block, vector_view eta, worker_memory& memory) const {
        vector_out const values = vector_out(memory.values).first(block.rows.rows);
        model_.likelihood().log_likelihood(block.target, eta, values);
        double sum = 0;
        for (double const value : values) sum += value;
        return sum;
    }

    /// The log density and its gradient: N queries.
    double differentiate(vector_view theta, vector& gradient) {
        // One sum for both: the value stands behind the gradient.
        auto const add_block = [&](vector& part, row_block const& block, std::size_t worker) {
            worker_memory& memory = workers_[worker];
            part(theta.size()) += log_likelihood(theta, block, memory);
            vector_out const slope = vector_out(memory.slope).first(block.rows.rows * model_.likelihood().width());
            model_.likelihood().derivatives(block.target, vector_view(memory.eta).first(slope.size()), slope);
            add_weighted_rows(block.rows, slope, as_out(part).first(theta.size()));
        };
        vector const sums = sum_over_blocks(model_.rows(), zeros(theta.size() + 1), add_block, workers_.size());
        queries_ += model_.rows().rows();
        double const value = add_prior(sums(theta.size()), theta, gradient);
        add(as_out(gradient), as_view(sums).first(theta.size()), as_out(gradient));
        model_.prior().add_remainder_gradient(as_view(origin_), theta, as_out(gradient));
        return value;
    }

    /// Adds log p(θ) to Σ ℓ; `gradient` receives that of its Gaussian part. What learned scales bring to the gradient is no part of those that are
    /// kept: it changes with them.
    double add_prior(double sum, vector_view theta, vector& gradient) const {
        double const fixed = sum + prior_.value(theta, as_out(gradient)) + model_.prior().remainder(as_view(origin_), theta);
        double const value = this->with_scales(fixed, theta);
        return std::isnan(value) ? -infinity : value;
    }

    M model_;
    scratch_vectors scratch_;
    vector origin_;
    quadratic prior_;
    vector current_gradient_, proposal_gradient_;
    bool current_has_gradient_ = false, proposal_has_gradient_ = false;
    std::vector<worker_memory> workers_;  // as many as there were threads for a pass when this was made
    point current_, proposal_;
    std::uint64_t queries_ = 0;
};

}  // namespace firefly
