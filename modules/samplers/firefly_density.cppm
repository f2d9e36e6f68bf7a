/// The density of θ given z, and of z given θ: one chain's view of the joint.
///
///     log p(θ | z) = log p̃(θ) + Σ_{n bright} log L̃_n(θ)
///
/// Holds the bright rows packed, so that an evaluation is one matrix–vector product: O(MD + D²), M queries, whatever N is.
/// Satisfies `Density` for kernels and `BrightnessTarget` for updaters.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:firefly_density;

import firefly.external;
import firefly.core;
import :joint;
import :scratch;

namespace firefly {

export template <Model M, Bound B>
class firefly_density {
public:
    /// Stands at θ with all data dark.
    firefly_density(joint<M, B> shared, vector_view theta)
        : shared_(std::move(shared)),
          scratch_(shared_.dimension()),
          displacement_(zeros(shared_.dimension())),
          quadratic_gradient_(zeros(shared_.dimension())),
          brightness_(shared_.model().rows().rows()),
          bright_(columns(), width()),
          candidates_(columns(), width()) {
        check_dimension(theta.size(), dimension());
        current_.theta = proposal_.theta = zeros(dimension());
        evaluate(theta);
        commit();
        check_start(current_);
    }

    /// Stands where another one stood when it was saved.
    firefly_density(joint<M, B> shared, density_state const& saved)
        : firefly_density(std::move(shared), as_view(saved.current.theta)) {
        check_saved(saved, brightness_.size(), width(), shared_.bound().regions());
        request(saved.bright);
        fetch();
        std::swap(bright_, candidates_);
        for (row_index const n : saved.bright) brightness_.brighten(n);
        current_ = saved.current;
        bright_values_ = saved.bright_values;
        queries_ = 0;
    }

    density_state save() const { return {current_, bright_.index, bright_values_, {}}; }

    inline std::size_t dimension() const { return shared_.dimension(); }
    inline point const& current() const { return current_; }
    inline vector_out scratch(std::size_t i) { return scratch_[i]; }
    inline std::uint64_t queries() const { return queries_; }

    inline double evaluate(vector_view theta) {
        std::ranges::copy(theta, proposal_.theta.begin());
        vector_view const d = displacement(theta);
        proposal_.region = shared_.bound().region(d);
        evaluate_batch(bright_, d, proposal_.region, proposed_values_);

        double sum = shared_.pseudo_prior(proposal_.region).value(d, as_out(quadratic_gradient_)) +
                     shared_.model().prior().remainder(shared_.bound().anchor(), d);
        for (double const log_factor : proposed_values_.log_factor) sum += log_factor;
        proposal_.log_density = std::isnan(sum) ? -infinity : sum;
        return proposal_.log_density;
    }

    inline double evaluate(vector_view theta, vector_out gradient)
        requires DifferentiableBound<B>
    {
        double const value = evaluate(theta);
        std::ranges::copy(quadratic_gradient_, gradient.begin());
        add_gradient(as_view(displacement_), proposal_.region, proposed_values_, gradient);
        return value;
    }

    inline void gradient(vector_out out)
        requires DifferentiableBound<B>
    {
        vector_view const d = displacement(as_view(current_.theta));
        shared_.pseudo_prior(current_.region).value(d, out);
        add_gradient(d, current_.region, bright_values_, out);
    }

    inline void commit() {
        std::swap(current_, proposal_);
        std::swap(bright_values_, proposed_values_);
    }

    inline bright_set const& brightness() const { return brightness_; }
    inline vector_view bright_log_factors() const { return bright_values_.log_factor; }
    inline std::span<row_index const> candidates() const { return candidates_.index; }
    inline vector_view candidate_log_factors() const { return candidate_values_.log_factor; }

    inline void request(std::span<row_index const> indices) { shared_.model().rows().request(indices, candidates_); }

    inline void collect() {
        fetch();
        evaluate_batch(candidates_, displacement(as_view(current_.theta)), current_.region, candidate_values_);
    }

    inline void brighten(std::size_t i) {
        brightness_.brighten(candidates_.index[i]);
        bright_.append(candidates_, i);
        bright_values_.append(candidate_values_, i, width());
        current_.log_density += candidate_values_.log_factor[i];
    }

    inline void darken(std::size_t i) {
        current_.log_density -= bright_values_.log_factor[i];
        brightness_.darken(bright_.index[i]);
        bright_.replace_by_last(i);
        bright_values_.replace_by_last(i, width());
    }

private:
    inline std::size_t columns() const { return shared_.model().rows().columns(); }
    inline std::size_t width() const { return shared_.model().likelihood().width(); }

    /// θ − anchor, in a buffer of its own.
    inline vector_view displacement(vector_view theta) {
        std::ranges::transform(theta, shared_.bound().anchor(), displacement_.begin(), std::minus{});
        return as_view(displacement_);
    }

    inline void fetch() {
        shared_.model().rows().collect(candidates_);
        shared_.bound().annotate(candidates_);
    }

    inline void evaluate_batch(batch const& data, vector_view d, std::size_t region, evaluation& values) {
        values.resize(data.size(), width());
        predict(data.view(), d, values.delta);
        shared_.bound().gap(region, data, values);
        std::ranges::transform(values.gap, values.log_factor.begin(), log_bright_factor);
        queries_ += data.size();
    }

    /// Adds what the bright factors and the remainder of the prior bring: ∇ log L̃ = ∂gap/∂η ⊗ x / (1 − e^{−gap}).
    inline void add_gradient(vector_view d, std::size_t region, evaluation const& values, vector_out gradient) {
        slope_.resize(bright_.size() * width());
        shared_.bound().slope(region, bright_, values, slope_);
        for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] /= -std::expm1(-values.gap[i / width()]);
        add_weighted_rows(bright_.view(), slope_, gradient);
        shared_.model().prior().add_remainder_gradient(shared_.bound().anchor(), d, gradient);
    }

    joint<M, B> shared_;
    scratch_vectors scratch_;
    vector displacement_;
    vector quadratic_gradient_;
    std::vector<double> slope_;
    bright_set brightness_;
    batch bright_;
    batch candidates_;
    evaluation bright_values_, proposed_values_, candidate_values_;
    point current_, proposal_;
    std::uint64_t queries_ = 0;
};

}  // namespace firefly
