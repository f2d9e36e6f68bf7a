/// A kernel chosen at run time, for densities of one type.
///
/// Cost: one indirect call per step. What the kernel itself says of a step stays beside its state, for `adapt`, so that nothing is allocated.
module;
#include <cstdint>
#include <memory>
#include <utility>

export module firefly.dynamic:any_kernel;

import firefly.core;
import firefly.files;
import firefly.kernels;
import :any_density;
import :any_state;

namespace firefly {

/// A `Kernel` that holds any kernel for `Target`.
export template <Density Target>
class any_kernel {
public:
    using state = any_state;
    struct info {
        double acceptance = 0, step = 0;
        bool diverging = false;
    };

    template <Kernel<Target, random_source> K>
    explicit any_kernel(K kernel) : held_(std::make_shared<holder<K> const>(std::move(kernel))) {}

    inline state start() const { return held_->start(); }
    inline bool moves_scales() const { return held_->moves_scales(); }
    inline info step(Target& target, state& state, random_source& random) const { return held_->step(target, state, random); }
    /// `info` is that of the step before.
    inline void adapt(state& state, info const&, std::uint64_t iteration) const { held_->adapt(state, iteration); }

private:
    struct interface {
        virtual ~interface() = default;
        virtual any_state start() const = 0;
        virtual bool moves_scales() const = 0;
        virtual info step(Target& target, any_state& state, random_source& random) const = 0;
        virtual void adapt(any_state& state, std::uint64_t iteration) const = 0;
    };

    template <class K>
    struct holder final : interface {
        /// The kernel's own state, and what it said last.
        struct with_info {
            typename K::state own;
            typename K::info said = {};

            static auto members(auto& self) { return std::tie(self.own); }
            friend bool operator==(with_info const& a, with_info const& b) { return a.own == b.own; }
        };

        explicit holder(K held) : kernel(std::move(held)) {}

        bool moves_scales() const final { return firefly::moves_scales(kernel); }
        any_state start() const final { return any_state(std::in_place_type<with_info>, {kernel.start()}); }
        info step(Target& target, any_state& state, random_source& random) const final {
            auto& [own, said] = state.as<with_info>();
            said = kernel.step(target, own, random);
            info result{said.acceptance, said.step};
            if constexpr (requires { said.diverging; }) result.diverging = said.diverging;
            return result;
        }
        void adapt([[maybe_unused]] any_state& state, [[maybe_unused]] std::uint64_t iteration) const final {
            if constexpr (Adaptive<K>) {
                auto& [own, said] = state.as<with_info>();
                kernel.adapt(own, said, iteration);
            }
        }

        K kernel;
    };

    std::shared_ptr<interface const> held_;
};

}  // namespace firefly
