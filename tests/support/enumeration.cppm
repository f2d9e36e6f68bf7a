/// Exact transition matrices of the shipped code on toys small enough to list every state (θ, z).
///
/// θ lives on the lattice {−reach, …, reach}^D, outside of which the density is zero; z on {0, 1}^N. From each state one step is
/// driven along every branch, and the probabilities of the states where it ends are added up.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

export module firefly.testing:enumeration;

import firefly.external;
import firefly.core;
import firefly.dynamic;
import firefly.samplers;
import :scripted_random;

namespace firefly::testing {

/// A density over θ (and z) cut off outside of the lattice. All else is the shipped density's own.
template <class Target>
class on_lattice {
public:
    on_lattice(std::shared_ptr<Target> target, double reach) : target_(std::move(target)), reach_(reach) {}

    std::size_t dimension() const { return target_->dimension(); }
    point const& current() const { return target_->current(); }
    vector_out scratch(std::size_t i) { return target_->scratch(i); }
    std::uint64_t queries() const { return target_->queries(); }
    density_state save() const { return target_->save(); }
    on_lattice restored(density_state const& saved) const { return {std::make_shared<Target>(target_->restored(saved)), reach_}; }
    void commit() { target_->commit(); }
    double evaluate(vector_view theta) { return cut(theta, target_->evaluate(theta)); }
    double evaluate(vector_view theta, vector_out gradient) { return cut(theta, target_->evaluate(theta, gradient)); }
    void gradient(vector_out out) { target_->gradient(out); }

    // Of kernels that know no lattice; they are here so that the density can be hidden.
    void open_plane(vector_view c, vector_view a, vector_view b) { target_->open_plane(c, a, b); }
    double on_plane(double x, double y) { return target_->on_plane(x, y); }
    whitening const& inner() const { return target_->inner(); }
    bright_frame const& frame() { return target_->frame(); }
    void separate(double least_pivot) { target_->separate(least_pivot); }
    std::vector<double>& workspace(std::size_t i) { return target_->workspace(i); }
    double inner_gap(std::size_t i, vector_view u) { return target_->inner_gap(i, u); }
    factor_weight inner_weight(std::size_t i, double bend, double u) { return target_->inner_weight(i, bend, u); }
    double correction() { return target_->correction(); }
    double place(vector_view white, vector_view u, vector_view gaps) { return target_->place(white, u, gaps); }

    // Where scales are learned, which tests have on a lattice of their own.
    vector_view log_scales() const
        requires ScaledDensity<Target>
    {
        return target_->log_scales();
    }
    std::span<std::size_t const> scale_family(std::size_t g) const
        requires ScaledDensity<Target>
    {
        return target_->scale_family(g);
    }
    std::size_t scale_size(std::size_t g) const
        requires ScaledDensity<Target>
    {
        return target_->scale_size(g);
    }
    double scale_given_theta(std::size_t g, double x) const
        requires ScaledDensity<Target>
    {
        return target_->scale_given_theta(g, x);
    }
    void set_scale(std::size_t g, double x)
        requires ScaledDensity<Target>
    {
        target_->set_scale(g, x);
    }
    double evaluate_stretched(std::size_t g, double x)
        requires ScaledDensity<Target>
    {
        return target_->evaluate_stretched(g, x);
    }

    auto const& brightness() const { return target_->brightness(); }
    vector_view bright_factors() const { return target_->bright_factors(); }
    vector_view bright_log_factors() const { return target_->bright_log_factors(); }
    void request(std::span<row_index const> indices) { target_->request(indices); }
    void collect() { target_->collect(); }
    std::span<row_index const> candidates() const { return target_->candidates(); }
    vector_view candidate_factors() const { return target_->candidate_factors(); }
    vector_view candidate_log_factors() const { return target_->candidate_log_factors(); }
    void brighten(std::size_t i) { target_->brighten(i); }
    void darken(std::size_t i) { target_->darken(i); }

private:
    double cut(vector_view theta, double log_density) const {
        for (double const x : theta)
            if (std::abs(x) > reach_ + 0.5) return -infinity;  // a step of exp(log(2)) may miss the point by a rounding
        return log_density;
    }

    std::shared_ptr<Target> target_;
    double reach_;
};

/// A density on the lattice that can be put back to where it was: assigned to, not made anew, since there are many thousand paths. Its
/// model and bound are hidden, so that kernels and updaters are compiled once.
export class starting_point {
public:
    template <class Target>
    starting_point(Target target, double reach) : starting_point(std::make_shared<Target>(std::move(target)), reach) {}

    any_firefly_density& density() { return density_; }
    void remember() { remember_(); }
    void go_back() { go_back_(); }

private:
    template <class Target>
    starting_point(std::shared_ptr<Target> here, double reach) : density_(on_lattice<Target>(here, reach)) {
        auto const start = std::make_shared<Target>(*here);
        remember_ = [here, start] { *start = *here; };
        go_back_ = [here, start] { *here = *start; };
    }

    any_firefly_density density_;
    std::function<void()> remember_, go_back_;
};

/// All states (θ, z), numbered.
export class state_space {
public:
    state_space(std::size_t dimension, int reach, std::size_t data) : dimension_(dimension), reach_(reach), data_(data) {
        for (std::size_t d = 0; d < dimension; ++d) points_ *= side();
    }

    std::size_t size() const { return points_ << data_; }
    double reach() const { return reach_; }

    vector theta(std::size_t state) const {
        vector result = zeros(dimension_);
        std::size_t rest = state >> data_;
        for (double& x : result) {
            x = static_cast<double>(rest % side()) - reach_;
            rest /= side();
        }
        return result;
    }

    bool bright(std::size_t state, std::size_t n) const { return (state >> n & 1) != 0; }

    std::vector<row_index> bright_data(std::size_t state) const {
        std::vector<row_index> result;
        for (row_index n = 0; n < data_; ++n)
            if (bright(state, n)) result.push_back(n);
        return result;
    }

    std::size_t number(any_firefly_density const& target) const {
        std::size_t point = 0;
        vector const& theta = target.current().theta;
        for (std::size_t d = dimension_; d-- > 0;)
            point = point * side() + static_cast<std::size_t>(std::lround(theta(d)) + reach_);
        std::size_t z = 0;
        for (std::size_t n = 0; n < data_; ++n) z |= std::size_t{target.brightness().is_bright(n)} << n;
        return point << data_ | z;
    }

private:
    std::size_t side() const { return static_cast<std::size_t>(2 * reach_ + 1); }

    std::size_t dimension_;
    int reach_;
    std::size_t data_;
    std::size_t points_ = 1;
};

/// In which order the bright data stand in the packed list at the start. It is part of a chain's state and of no distribution: whatever
/// is exact is so from any order.
export enum class packed_order { ascending, descending };

/// One step of whatever is tested.
export using enumerated_step = std::function<void(any_firefly_density&, scripted_random&)>;

/// P(s, s'): `start(θ)` is the shipped density there with all data dark; nothing where it is zero.
export matrix transition_matrix(std::function<std::optional<starting_point>(vector_view)> const& start, state_space const& space,
                                enumerated_step const& step, packed_order order = packed_order::ascending) {
    matrix transition = zeros(space.size(), space.size());
    for (std::size_t from = 0; from < space.size(); ++from) {
        vector const theta = space.theta(from);
        auto here = start(as_view(theta));
        if (!here) continue;
        any_firefly_density& density = here->density();
        auto bright = space.bright_data(from);
        std::erase_if(bright, [&](row_index n) { return density.brightness().is_bright(n); });  // those without a bound
        if (order == packed_order::descending) std::ranges::reverse(bright);
        density.request(bright);
        density.collect();
        for (std::size_t i = 0; i < bright.size(); ++i) density.brighten(i);
        // A datum without a gap cannot be bright, nor one without a bound dark: no chain is ever here.
        if (density.current().log_density == -infinity || space.number(density) != from) continue;
        here->remember();

        scripted_random random(density.brightness().size());
        for (bool more = true; more; more = random.next()) {
            here->go_back();
            step(density, random);
            transition(from, space.number(density)) += random.probability();
        }
    }
    return transition;
}

/// max |πP − π|, with π made to sum to one.
export double invariance_error(std::vector<double> probabilities, matrix const& transition) {
    double total = 0;
    for (double const p : probabilities) total += p;
    double worst = 0;
    for (std::size_t to = 0; to < probabilities.size(); ++to) {
        double inflow = 0;
        for (std::size_t from = 0; from < probabilities.size(); ++from) inflow += probabilities[from] * transition(from, to);
        worst = std::max(worst, std::abs(inflow - probabilities[to]) / total);
    }
    return worst;
}

}  // namespace firefly::testing
