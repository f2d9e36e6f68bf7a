/// Firefly Monte Carlo (Maclaurin & Adams 2014, Algorithm 1 with the updater of your choice).
///
/// Starts at a given θ. The paper leaves z's start open: see `brightness_start`.
module;
#include <memory>
#include <utility>

export module firefly.samplers:firefly_chain;

import firefly.external;
import firefly.core;
import firefly.updaters;
import :chain;
import :firefly_density;
import :joint;

namespace firefly {

/// A chain on a density that stands at its start with all data dark. `first` draws the first z: an updater that needs no z to start
/// from, since it redraws all of it.
export template <class Target, class K, class U, class First = full_gibbs>
auto start_firefly_chain(Target density, K kernel, U updater, chain_options options, First const& first = {}) {
    static_assert(Kernel<K, Target, random_source>,
                  "the kernel of this chain is no Kernel for its density; the notes say what it lacks");
    static_assert(BrightnessUpdater<U, Target, random_source>,
                  "the updater of this chain is no BrightnessUpdater for its density; the notes say what it lacks");
    static_assert(BrightnessUpdater<First, Target, random_source>,
                  "the updater of this chain's first z is no BrightnessUpdater for its density; the notes say what it lacks");
    draw_first_brightness(density, options, first);
    return std::make_shared<chain<Target, K, U>>(std::move(density), std::move(kernel), std::move(updater), options);
}

/// A chain that can be saved: `draws` makes it a stream.
export template <Model M, Bound B, class K, class U>
auto make_firefly_chain(joint<M, B> target, K kernel, U updater, chain_options options, vector_view start) {
    return start_firefly_chain(firefly_density(std::move(target), start), std::move(kernel), std::move(updater), options);
}

/// A stream of draws of (θ, z-stats), warm-up first.
export template <Model M, Bound B, class K, class U>
stream<draw> firefly_chain(joint<M, B> target, K kernel, U updater, chain_options options, vector_view start) {
    return draws(make_firefly_chain(std::move(target), std::move(kernel), std::move(updater), options, start));
}

}  // namespace firefly
