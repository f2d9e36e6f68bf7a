/// A chain of (j, θ, z): a parameter of the model is sampled on a grid, in turn with θ and z.
///
///     one iteration of the set of value j (`iterate`), then four moves to other values (`grid_place`); one on all data, where each is a pass
///
/// Each part leaves p(j, θ, z) invariant, in a fixed order. The states of kernel and updater are the chain's and not the value's: what these learn in
/// warm-up, a rate or a step in posterior standard deviations, they learn at all values together, and nothing of it changes afterwards. A candidate is
/// named and decided on by the updater of one value, since the move comes after both.
module;
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.samplers:grid_chain;

import firefly.external;
import firefly.core;
import :chain;
import :grid_place;
import :model_grid;

namespace firefly {

/// All that such a chain is.
export template <class KernelState, class UpdaterState>
struct grid_chain_state {
    chain_state<KernelState, UpdaterState> of_value;
    std::uint64_t number = 0;  // j

    inline static auto members(auto& self) { return std::tie(self.of_value, self.number); }
    friend bool operator==(grid_chain_state const&, grid_chain_state const&) = default;
};

/// A chain: `advance`, then look at `current`.
export template <Density Target, class K, class U>
    requires Kernel<K, Target, random_source> && (std::same_as<U, no_update> || BrightnessUpdater<U, Target, random_source>)
class grid_chain {
public:
    using state_type = grid_chain_state<typename K::state, typename U::state>;

    /// From value j, where this density stands.
    grid_chain(model_grid<Target, K, U> grid, std::size_t j, Target density, chain_options options)
        : place_(std::move(grid), j, std::move(density)),
          options_(options),
          kernel_state_(place_.set().kernel.start()),
          updater_state_(place_.set().updater.start()) {}

    state_type state() const {
        return {{options_, iteration_, place_.density().save(), kernel_state_, updater_state_}, place_.number()};
    }

    /// Goes to where a chain of the same grid was saved. Throws `invalid_argument` for the state of another model.
    void restore(state_type const& saved) {
        check_number(saved.number, place_.grid().size());
        place_.go_to(saved.number, place_.grid()[saved.number].density.restored(saved.of_value.density));
        options_ = saved.of_value.options;
        iteration_ = saved.of_value.iteration;
        kernel_state_ = saved.of_value.kernel;
        updater_state_ = saved.of_value.updater;
    }

    /// A state of the right types: what bytes are read into.
    state_type blank_state() const { return {{options_, 0, {}, place_.set().kernel.start(), place_.set().updater.start()}, 0}; }

    /// The outcome of the last `advance`.
    inline draw const& current() const { return draw_; }

    /// That of the value where it stands.
    inline Target const& density() const { return place_.density(); }

    inline void advance() {
        draw_.iteration = iteration_;
        draw_.warm_up = iteration_ < options_.warm_up;
        auto const random = [this](purpose use) { return random_source({options_.seed, options_.chain, use, iteration_}); };
        iterate(place_.density(), place_.set().kernel, kernel_state_, place_.set().updater, updater_state_, wanted_, random, draw_);
        auto source = random(purpose::grid);
        for (std::size_t i = 0; i < moves; ++i) draw_.theta_queries += place_.move(source);
        draw_.theta = place_.density().current().theta;
        draw_.log_density = place_.log_density();
        draw_.on_grid = place_.value();
        ++iteration_;
    }

private:
    // About half of them are taken: with fewer, the value is what forgets most slowly.
    static constexpr std::size_t moves = std::same_as<U, no_update> ? 1 : 4;

    grid_place<Target, K, U> place_;
    chain_options options_;
    std::uint64_t iteration_ = 0;
    typename K::state kernel_state_;
    typename U::state updater_state_;
    std::vector<row_index> wanted_;
    draw draw_;
};

/// A firefly chain that starts at value j, where this density stands with all data dark; `first` draws the first z.
export template <Density Target, class K, class U, class First>
auto start_grid_chain(model_grid<Target, K, U> grid, std::size_t j, Target density, chain_options options, First const& first) {
    draw_first_brightness(density, options, first);
    return std::make_shared<grid_chain<Target, K, U>>(std::move(grid), j, std::move(density), options);
}

/// One on all data.
export template <Density Target, class K>
auto start_grid_chain(model_grid<Target, K, no_update> grid, std::size_t j, Target density, chain_options options) {
    return std::make_shared<grid_chain<Target, K, no_update>>(std::move(grid), j, std::move(density), options);
}

}  // namespace firefly
