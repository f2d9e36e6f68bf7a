/// One chain: a density, a kernel, an updater, and the order in which they take turns.
///
///     propose candidates for z (indices only; their rows are on the way during the θ step)
///     θ step: the kernel moves θ given z; where the prior has scales that are learned, and the kernel does not move them itself, s given (θ, z) and
///     both (`scale_slices`)
///     z step: the updater moves z given θ
///
/// Everything random comes from (seed, chain, purpose, iteration), so that `state()` is plain data and a chain that is put there by
/// `restore` goes on bit for bit. A coroutine frame cannot be saved: the stream only drives this.
module;
#include <cmath>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

export module firefly.samplers:chain;

import firefly.external;
import firefly.core;
import firefly.kernels;

namespace firefly {

/// Regular MCMC has no z to update.
export struct no_update {
    struct state {
        friend bool operator==(state const&, state const&) = default;
    };
    inline state start() const { return {}; }
};

/// s of a draw.
inline void fill_scales(vector_view log_scales, draw& outcome) {
    if (outcome.scales.size() != log_scales.size()) outcome.scales = zeros(log_scales.size());
    for (std::size_t g = 0; g < log_scales.size(); ++g) outcome.scales(g) = portable::exp(log_scales[g]);
}

/// One iteration, with any source of randomness: what `chain` runs, and what a loop of your own may.
/// `random(purpose)` gives the source for one purpose; `outcome` comes with iteration and warm_up filled in, and receives the rest.
export template <Density Target, class K, class U, class Sources>
inline void iterate(Target& density, K const& kernel, typename K::state& kernel_state, U const& updater,
                    typename U::state& updater_state, std::vector<row_index>& wanted, Sources const& random, draw& outcome) {
    constexpr bool has_updater = !std::same_as<U, no_update>;
    if constexpr (has_updater) {
        auto&& source = random(purpose::propose);
        wanted.clear();
        updater.propose(density.brightness(), updater_state, source, wanted);
        density.request(wanted);
    }
    {
        std::uint64_t const before = density.queries();
        auto&& source = random(purpose::kernel);
        auto const info = kernel.step(density, kernel_state, source);
        if constexpr (Adaptive<K>)
            if (outcome.warm_up) kernel.adapt(kernel_state, info, outcome.iteration);
        outcome.acceptance = info.acceptance;
        outcome.step = info.step;
        if constexpr (requires { info.diverging; }) outcome.diverging = info.diverging;
        if constexpr (ScaledDensity<Target>)
            if (has_scales(density) && !moves_scales(kernel)) {
                auto&& own_source = random(purpose::scales);
                move_scales(density, own_source);
            }
        outcome.theta_queries = density.queries() - before;
    }
    if constexpr (has_updater) {
        std::uint64_t const before = density.queries();
        density.collect();
        auto&& source = random(purpose::decide);
        outcome.z = updater.decide(density, updater_state, source);
        outcome.z.bright = density.brightness().count();
        outcome.z.queries = density.queries() - before;
        if constexpr (AdaptiveUpdater<U>)
            if (outcome.warm_up) updater.adapt(updater_state, outcome.z, outcome.iteration);
    }
    outcome.theta = density.current().theta;
    outcome.log_density = density.current().log_density;
    if constexpr (ScaledDensity<Target>) fill_scales(density.log_scales(), outcome);
}

/// The first z, of all data dark, where the options say so: `first` redraws all of it.
template <Density Target, class First>
void draw_first_brightness(Target& density, chain_options const& options, First const& first) {
    if (options.brightness != brightness_start::gibbs) return;
    random_source random({options.seed, options.chain, purpose::start, 0});
    auto state = first.start();
    first.decide(density, state, random);
}

/// A chain: `advance`, then look at `current`.
export template <Density Target, class K, class U>
    requires Kernel<K, Target, random_source> && (std::same_as<U, no_update> || BrightnessUpdater<U, Target, random_source>)
class chain {
public:
    using state_type = chain_state<typename K::state, typename U::state>;

    /// From where the density stands.
    chain(Target density, K kernel, U updater, chain_options options)
        : density_(std::move(density)),
          kernel_(std::move(kernel)),
          updater_(std::move(updater)),
          options_(options),
          kernel_state_(kernel_.start()),
          updater_state_(updater_.start()) {}

    state_type state() const { return {options_, iteration_, density_.save(), kernel_state_, updater_state_}; }

    /// Goes to where a chain of the same parts was saved. Throws `invalid_argument` for the state of another model.
    void restore(state_type const& saved) {
        density_ = density_.restored(saved.density);
        options_ = saved.options;
        iteration_ = saved.iteration;
        kernel_state_ = saved.kernel;
        updater_state_ = saved.updater;
    }

    /// A state of the right types: what bytes are read into.
    state_type blank_state() const { return {options_, 0, {}, kernel_.start(), updater_.start()}; }

    /// The outcome of the last `advance`.
    inline draw const& current() const { return draw_; }

    /// Where it stands: which data are bright, for those who ask more than how many.
    inline Target const& density() const { return density_; }

    inline void advance() {
        draw_.iteration = iteration_;
        draw_.warm_up = iteration_ < options_.warm_up;
        auto const random = [this](purpose use) { return random_source({options_.seed, options_.chain, use, iteration_}); };
        iterate(density_, kernel_, kernel_state_, updater_, updater_state_, wanted_, random, draw_);
        ++iteration_;
    }

private:
    Target density_;
    K kernel_;
    U updater_;
    chain_options options_;
    std::uint64_t iteration_ = 0;
    typename K::state kernel_state_;
    typename U::state updater_state_;
    std::vector<row_index> wanted_;
    draw draw_;
};

/// The draws of a chain, for ever. The stream keeps the chain alive; whoever holds it too can save it between two draws.
export template <class Chain>
stream<draw> draws(std::shared_ptr<Chain> chain) {
    for (;;) {
        chain->advance();
        co_yield chain->current();
    }
}

}  // namespace firefly
