/// A running chain that can be saved between two draws.
///
/// A coroutine frame cannot be saved, but the chain behind it is plain data (`chain_state`), which is turned into bytes here for every kernel
/// and updater of the program. States are listed member by member: a new member does not compile until it is listed here, and the
/// version of checkpoints must change with it.
module;
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

export module firefly.program.setup:saved_chain;

import firefly.external;
import firefly;
import firefly.program.input;
import :brightness;

namespace firefly::program {

export struct running_chain {
    stream<draw> draws;                 // endless
    std::function<std::string()> save;  // its state as bytes, between two draws
};

/// Starts and resumes chains.
export struct chain_factory {
    std::function<running_chain(chain_options)> start;
    std::function<running_chain(std::string_view saved)> resume;
    data_scale to_data_scale = {};  // applied to draws before they are kept
};

// ---- what states hold ----

template <class State, class Use>
    requires std::is_empty_v<State>
void with_members(State&, Use const&) {}

template <class Use>
void with_members(bright_gibbs::state& state, Use const& use) {
    auto& [steps] = state;
    use(steps);
}
template <class Use>
void with_members(independence::state& state, Use const& use) {
    auto& [points, log_densities, squares] = state;
    use(points, log_densities, squares);
}
template <class Use>
void with_members(slice::state& state, Use const& use) {
    auto& [width] = state;
    use(width);
}
/// Of every kernel with a step that adapts: random walk, MALA, Hamiltonian.
template <class Use>
void with_members(step_adaptation::state& state, Use const& use) {
    auto& [log_step] = state;
    use(log_step);
}
template <class Use>
void with_members(clocked_update::state& state, Use const& use) {
    auto& [rate, bright, extra, log_q] = state;
    use(rate, bright, extra, log_q);
}
template <class Use>
void with_members(deterministic_sweep::state& state, Use const& use) {
    auto& [next] = state;
    use(next);
}
/// Of both explicit forms.
template <class Use>
void with_members(explicit_update::state& state, Use const& use) {
    auto& [picks] = state;
    use(picks);
}
template <class Use>
void with_members(thinned_gibbs::state& state, Use const& use) {
    auto& [struck, times, dark, displacement] = state;
    use(struck, times, dark, displacement);
}

template <class Use>
void with_members(density_state& state, Use const& use) {
    auto& [current, bright, values, gradient] = state;
    auto& [theta, log_density, region] = current;
    auto& [delta, gap, log_factor] = values;
    use(theta, log_density, region, bright, delta, gap, log_factor, gradient);
}

template <class Kernel, class Updater, class Use>
void with_members(chain_state<Kernel, Updater>& state, Use const& use) {
    auto& [options, iteration, density, kernel, updater] = state;
    auto& [seed, chain, warm_up, brightness] = options;
    use(seed, chain, warm_up, brightness, iteration);
    with_members(density, use);
    with_members(kernel, use);
    with_members(updater, use);
}

// ---- chains and bytes ----

/// Runs a chain. The watch, if there is one, sees the bright data of a firefly chain.
export template <class Chain>
running_chain run(std::shared_ptr<Chain> chain, std::shared_ptr<bright_watch> watch = {}) {
    auto const number = chain->state().options.chain;
    auto drawn = [&] {
        if constexpr (requires { chain->density().brightness(); })
            return watched_draws(chain, watch, number);
        else
            return draws(chain);
    }();
    return {std::move(drawn), [chain] {
                auto state = chain->state();
                byte_writer out;
                with_members(state, [&](auto const&... member) { (out.put(member), ...); });
                return out.bytes();
            }};
}

/// The state from the bytes of `save`. Throws `data_error` if it is the state of another kind of chain.
export template <class Chain>
typename Chain::state_type load_state(std::string_view saved) {
    typename Chain::state_type state;
    byte_reader in(saved);
    with_members(state, [&](auto&... member) { (in.get(member), ...); });
    if (!in.at_end()) throw data_error("the saved state is that of another kind of chain");
    return state;
}

}  // namespace firefly::program
