/// The density of θ given z, and of z given θ: one chain's view of the joint.
///
///     log p(θ | z) = log p̃(θ) + Σ_{n bright} log L̃_n(θ)
///
/// Holds the bright rows packed: an evaluation is one matrix–vector product, O(MD + D²), M queries, whatever N is. A `Density` and a
/// `BrightnessTarget`; with a `CurvedBound` also a `PlaneDensity`, and `GaussianTimesFactors` where the bound touches at its anchor.
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:firefly_density;

import firefly.external;
import firefly.core;
import :exempt_data;
import :frame_keeper;
import :handover;
import :joint;
import :plane;
import :scaled_part;
import :scratch;

namespace firefly {

/// The density of one chain. The joint is shared by all of them.
export template <Model M, Bound B>
class firefly_density : public scaled_factors<firefly_density<M, B>, M, B> {
public:
    /// Stands at θ with all data dark, but for those that have no bound there.
    firefly_density(joint<M, B> shared, vector_view theta) : firefly_density(std::move(shared), theta, all_dark{}) {
        light_exempt();
        check_start(current_);
    }

    /// Stands where another one stood when it was saved.
    firefly_density(joint<M, B> shared, density_state const& saved)
        : firefly_density(std::move(shared), as_view(saved.current.theta), all_dark{}) {
        check_saved(saved, brightness_.size(), width(), shared_.bound().regions(), ExemptingBound<B>, this->saved_scale_count());
        this->restore_scales(saved.log_scales);
        request(saved.bright);
        fetch();
        std::swap(bright_, candidates_);
        for (row_index const n : saved.bright) {
            brightness_.brighten(n);
            frame_.append(n);
        }
        current_ = saved.current;
        bright_values_ = saved.bright_values;
        light_exempt();  // which another processor may round to be more than there were
        queries_ = 0;
    }

    density_state save() const { return {current_, bright_.index, bright_values_, {}, this->save_scales()}; }
    /// One of the same joint that stands where another one was saved.
    firefly_density restored(density_state const& saved) const { return {shared_, saved}; }
    inline std::size_t dimension() const { return shared_.dimension(); }
    inline point const& current() const { return current_; }
    inline vector_out scratch(std::size_t i) { return scratch_[i]; }
    inline std::uint64_t queries() const { return queries_; }

    inline double evaluate(vector_view theta) {
        this->keep_scales();
        std::ranges::copy(theta, proposal_.theta.begin());
        vector_view const d = displacement(theta);
        proposal_.region = shared_.bound().region(d);
        return evaluate_at(d);
    }

    inline double evaluate(vector_view theta, vector_out gradient)
        requires DifferentiableBound<B>
    {
        double const value = evaluate(theta);
        std::ranges::copy(quadratic_gradient_, gradient.begin());
        add_gradient(proposal_, as_view(displacement_), proposed_values_, gradient);
        return value;
    }

    inline void gradient(vector_out out)
        requires DifferentiableBound<B>
    {
        vector_view const d = displacement(as_view(current_.theta));
        shared_.pseudo_prior(current_.region).value(d, out);
        add_gradient(current_, d, bright_values_, out);
    }

    inline void commit() {
        std::swap(current_, proposal_);
        std::swap(bright_values_, proposed_values_);
        this->commit_scales();
    }

    void open_plane(vector_view c, vector_view a, vector_view b)
        requires CurvedBound<B>
    {
        plane_.vectors = {scratch_[plane_scratch], scratch_[plane_scratch + 1], scratch_[plane_scratch + 2]};
        subtract(c, shared_.bound().anchor(), scratch_[plane_scratch]);
        std::ranges::copy(a, scratch_[plane_scratch + 1].begin());
        std::ranges::copy(b, scratch_[plane_scratch + 2].begin());
        plane_.forms.clear();
        for (std::size_t i = 0; i < 3; ++i) {
            plane_.delta[i].resize(bright_.size() * width());
            predict(bright_.list(), plane_.vectors[i], plane_.delta[i]);
        }
        if (shared_.bound().regions() > 1)
            plane_.distance = distance_on_plane(shared_.bound(), plane_.vectors, as_out(displacement_));
    }

    inline double on_plane(double x, double y)
        requires CurvedBound<B>
    {
        this->keep_scales();
        vector_out const d = as_out(displacement_);
        combine(plane_.vectors, x, y, d);
        add(d, shared_.bound().anchor(), as_out(proposal_.theta));
        proposal_.region = shared_.bound().region_at(-2 * plane_.distance(x, y));
        if (plane_.forms.size() <= proposal_.region) plane_.forms.resize(proposal_.region + 1);
        auto& form = plane_.forms[proposal_.region];
        if (!form) form = restrict_to_plane(shared_.pseudo_prior(proposal_.region), plane_.vectors, as_out(quadratic_gradient_));

        proposed_values_.resize(bright_.size(), width());
        combine(plane_.delta, x, y, proposed_values_.delta);
        evaluate_gaps(bright_, proposal_.region, proposed_values_);
        return add_up(this->with_proposed_scales((*form)(x, y)), remainder(d));
    }

    inline whitening const& inner() const
        requires CurvedBound<B>
    {
        if (inner_ == nullptr) inner_ = &shared_.inner();  // which all chains share, and which one of them has to make
        return *inner_;
    }

    bright_frame const& frame()
        requires CurvedBound<B>
    {
        bright_frame& frame = frame_.build(shared_, bright_, bright_values_);
        this->take_scaled_rows();
        for (std::size_t i = 0; current_.region != 0 && i < bright_.size(); ++i) {
            frame.gap[i] = inner_gap(i, vector_view(frame.u).subspan(i * frame.rows_each, frame.rows_each));
            frame.factor[i] = bright_factor(frame.gap[i]);
        }
        return frame;
    }

    inline void separate(double least_pivot)
        requires CurvedBound<B>
    {
        frame_.separate(least_pivot);
        this->take_scaled_rows();
    }

    inline std::vector<double>& workspace(std::size_t i)
        requires CurvedBound<B>
    {
        return workspace_[i];
    }

    inline double inner_gap(std::size_t i, vector_view u)
        requires CurvedBound<B>
    {
        ++queries_;
        return frame_.inner_gap(shared_.bound(), bright_, i, u);
    }

    inline factor_weight inner_weight(std::size_t i, double bend, double u)
        requires CurvedBound<B>
    {
        if constexpr (WeighingBound<B>)
            if (shared_.bound().touches_at_anchor()) {
                ++queries_;
                return shared_.bound().weigh(frame_.shape(i), bend, u);
            }
        return weight_of_gap(inner_gap(i, {&u, 1}), bend, u);
    }

    double correction()
        requires CurvedBound<B>
    {
        vector_view const d = displacement(as_view(current_.theta));
        if (current_.region == 0) return remainder(d);
        double const inner = shared_.pseudo_prior(0).value(d, as_out(quadratic_gradient_));
        return current_.log_density - add_log_factors(this->with_current_scales(inner), frame_.frame().gap);
    }

    double place(vector_view white, vector_view u, vector_view gaps)
        requires CurvedBound<B>
    {
        this->keep_scales();
        vector_out const d = as_out(displacement_);
        inner().scale.unwhiten(white, d);
        add(d, shared_.bound().anchor(), as_out(proposal_.theta));
        proposal_.region = dot(white, white) <= inner().inner_square ? 0 : shared_.bound().region(d);
        return placed(inner().log_density(white), u, gaps);
    }

    inline bright_set const& brightness() const { return brightness_; }
    inline vector_view bright_factors() const { return bright_values_.factor; }
    inline vector_view bright_log_factors() const { return bright_values_.log_factor; }
    inline std::span<row_index const> candidates() const { return candidates_.index; }
    inline vector_view candidate_factors() const { return candidate_values_.factor; }
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
        frame_.append(candidates_.index[i]);
        current_.log_density += candidate_values_.log_factor[i];
    }

    inline void darken(std::size_t i) {
        current_.log_density -= bright_values_.log_factor[i];
        brightness_.darken(bright_.index[i]);
        frame_.replace_by_last(i, bright_.index);
        bright_.replace_by_last(i);
        bright_values_.replace_by_last(i, width());
    }

private:
    using packed = batch<typename B::notes>;
    using scaled_base = scaled_factors<firefly_density, M, B>;
    friend scaled_base;
    friend scaled_part<firefly_density, M>;
    friend handover;
    struct all_dark {};

    firefly_density(joint<M, B> shared, vector_view theta, all_dark)
        : scaled_base(shared.model()),
          shared_(std::move(shared)),
          scratch_(shared_.dimension()),
          displacement_(zeros(shared_.dimension())),
          quadratic_gradient_(zeros(shared_.dimension())),
          brightness_(shared_.model().rows().rows()),
          bright_(layout_of(shared_.model().rows())),
          candidates_(bright_.layout()),
          frame_(bright_.layout(), width()) {
        check_dimension(theta.size(), dimension());
        current_.theta = proposal_.theta = zeros(dimension());
        evaluate(theta);
        commit();
    }

    static constexpr std::size_t plane_scratch = 8;  // beyond what kernels use

    inline std::size_t width() const { return shared_.model().likelihood().width(); }

    /// θ − anchor, in a buffer of its own.
    inline vector_view displacement(vector_view theta) {
        subtract(theta, shared_.bound().anchor(), as_out(displacement_));
        return as_view(displacement_);
    }

    inline void fetch() {
        shared_.model().rows().collect(candidates_);
        shared_.bound().annotate(candidates_);
    }

    inline void evaluate_batch(packed const& data, vector_view d, std::size_t region, evaluation& values) {
        values.resize(data.size(), width());
        predict(data.list(), d, values.delta);
        evaluate_gaps(data, region, values);
    }

    /// The log density proposed, of a θ and its region that stand there already, θ being d away from the anchor.
    inline double evaluate_at(vector_view d) {
        evaluate_batch(bright_, d, proposal_.region, proposed_values_);
        double const form = shared_.pseudo_prior(proposal_.region).value(d, as_out(quadratic_gradient_));
        return add_up(this->with_proposed_scales(form), remainder(d));
    }

    /// From the predictors on.
    inline void evaluate_gaps(packed const& data, std::size_t region, evaluation& values) {
        shared_.bound().gap(region, data, values);
        firefly::bright_factors(values.gap, values.factor, values.log_factor);
        queries_ += data.size();
    }

    inline double remainder(vector_view d) const { return shared_.model().prior().remainder(shared_.bound().anchor(), d); }

    /// The log density proposed: pseudo-prior, remainder of the prior, bright factors.
    inline double add_up(double pseudo_prior, double rest) {
        double const sum =
            add_log_factors(pseudo_prior + rest, shared_.bound(), proposal_.region, brightness_, bright_, proposed_values_);
        return proposal_.log_density = std::isnan(sum) ? -infinity : sum;
    }

    /// Lights the data that have no bound where θ stands.
    void light_exempt() {
        auto const dark = dark_exempt(shared_.bound(), current_.region, brightness_);
        if (dark.empty()) return;
        request(dark);
        collect();
        for (std::size_t i = 0; i < dark.size(); ++i) brighten(i);
        evaluate(as_view(current_.theta));
        commit();
    }

    /// Of a θ that stands there with its region, whose log π₀ is known but for the bright factors: `place`.
    inline double placed(double pseudo_prior, vector_view u, vector_view gaps) {
        vector_view const d = as_view(displacement_);
        if (proposal_.region != 0) {
            evaluate_at(d);
            return proposal_.log_density - add_log_factors(pseudo_prior, gaps);
        }
        proposed_values_.resize(bright_.size(), width());
        frame_.unpack(u, gaps, proposed_values_);
        firefly::bright_factors(proposed_values_.gap, proposed_values_.factor, proposed_values_.log_factor);
        double const rest = remainder(d);
        add_up(pseudo_prior, rest);
        return rest;
    }

    /// Adds what the bright factors, the remainder of the prior and its scales bring.
    inline void add_gradient(point const& at, vector_view d, evaluation const& values, vector_out gradient) {
        add_log_factor_gradient(shared_.bound(), at.region, bright_, values, slope_, gradient);
        shared_.model().prior().add_remainder_gradient(shared_.bound().anchor(), d, gradient);
        this->add_scales_gradient(as_view(at.theta), gradient);
    }

    joint<M, B> shared_;
    scratch_vectors scratch_;
    vector displacement_;
    vector quadratic_gradient_;
    std::vector<double> slope_;
    bright_set brightness_;
    packed bright_;
    packed candidates_;
    evaluation bright_values_, proposed_values_, candidate_values_;
    mutable whitening const* inner_ = nullptr;
    typename frame_of<M, B>::type frame_;
    std::array<std::vector<double>, most_workspaces> workspace_;
    opened_plane plane_;
    point current_, proposal_;
    std::uint64_t queries_ = 0;
};

}  // namespace firefly
