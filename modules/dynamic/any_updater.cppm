/// A brightness update chosen at run time, for densities whose model and bound are, too. Cost: three indirect calls per iteration.
module;
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

export module firefly.dynamic:any_updater;

import firefly.core;
import :any_density;
import :any_state;

namespace firefly {

/// A `BrightnessUpdater` that holds any other.
export class any_updater {
public:
    using state = any_state;

    template <BrightnessUpdater<any_firefly_density, random_source> U>
    explicit any_updater(U updater) : held_(std::make_shared<holder<U> const>(std::move(updater))) {}

    inline state start() const { return held_->start(); }
    inline void propose(bright_set const& z, state& state, random_source& random, std::vector<row_index>& wanted) const {
        held_->propose(z, state, random, wanted);
    }
    inline z_stats decide(any_firefly_density& target, state& state, random_source& random) const {
        return held_->decide(target, state, random);
    }
    inline void adapt(state& state, z_stats const& stats, std::uint64_t iteration) const { held_->adapt(state, stats, iteration); }

private:
    struct interface {
        virtual ~interface() = default;
        virtual any_state start() const = 0;
        virtual void propose(bright_set const& z, any_state& state, random_source& random,
                             std::vector<row_index>& wanted) const = 0;
        virtual z_stats decide(any_firefly_density& target, any_state& state, random_source& random) const = 0;
        virtual void adapt(any_state& state, z_stats const& stats, std::uint64_t iteration) const = 0;
    };

    template <class U>
    struct holder final : interface {
        using own = typename U::state;

        explicit holder(U held) : updater(std::move(held)) {}

        any_state start() const final { return any_state(std::in_place_type<own>, updater.start()); }
        void propose(bright_set const& z, any_state& state, random_source& random, std::vector<row_index>& wanted) const final {
            updater.propose(z, state.as<own>(), random, wanted);
        }
        z_stats decide(any_firefly_density& target, any_state& state, random_source& random) const final {
            return updater.decide(target, state.as<own>(), random);
        }
        void adapt([[maybe_unused]] any_state& state, [[maybe_unused]] z_stats const& stats,
                   [[maybe_unused]] std::uint64_t iteration) const final {
            if constexpr (AdaptiveUpdater<U>) updater.adapt(state.as<own>(), stats, iteration);
        }

        U updater;
    };

    std::shared_ptr<interface const> held_;
};

}  // namespace firefly
