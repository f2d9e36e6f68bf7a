/// Kernels and updaters chosen at run time, for tests that must see them all: a test compiles one chain instead of one for each pair.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <any>
#include <concepts>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

import firefly;

namespace firefly::testing {

/// A value of some regular type, itself regular.
class any_value {
public:
    any_value() = default;

    template <class T>
        requires(!std::same_as<T, any_value>) && std::regular<T>
    explicit any_value(T value)
        : value_(std::move(value)),
          same_([](std::any const& a, std::any const& b) { return *std::any_cast<T>(&a) == *std::any_cast<T>(&b); }) {}

    template <class T>
    T& get() {
        return *std::any_cast<T>(&value_);
    }

    friend bool operator==(any_value const& a, any_value const& b) {
        if (a.same_ == nullptr || b.same_ == nullptr) return a.same_ == b.same_;
        return a.value_.type() == b.value_.type() && a.same_(a.value_, b.value_);
    }

private:
    std::any value_;
    bool (*same_)(std::any const&, std::any const&) = nullptr;
};

/// Some kernel on densities of one type.
template <class Target>
class any_kernel {
public:
    using state = any_value;
    struct info {
        double acceptance = 0, step = 0;
        bool diverging = false;
        std::any whole;  // what the kernel itself said
    };

    template <Kernel<Target, random_source> K>
    explicit any_kernel(K kernel)
        : start_([kernel] { return any_value(kernel.start()); }),
          step_([kernel](Target& target, any_value& state, random_source& random) {
              auto const said = kernel.step(target, state.get<typename K::state>(), random);
              info result{said.acceptance, said.step, false, said};
              if constexpr (requires { said.diverging; }) result.diverging = said.diverging;
              return result;
          }),
          adapt_(
              [=]([[maybe_unused]] any_value& state, [[maybe_unused]] info const& said, [[maybe_unused]] std::uint64_t iteration) {
                  if constexpr (Adaptive<K>)
                      kernel.adapt(state.get<typename K::state>(), *std::any_cast<typename K::info>(&said.whole), iteration);
              }) {}

    state start() const { return start_(); }
    info step(Target& target, state& state, random_source& random) const { return step_(target, state, random); }
    void adapt(state& state, info const& said, std::uint64_t iteration) const { adapt_(state, said, iteration); }

private:
    std::function<any_value()> start_;
    std::function<info(Target&, any_value&, random_source&)> step_;
    std::function<void(any_value&, info const&, std::uint64_t)> adapt_;
};

/// Some updater.
class any_updater {
public:
    using state = any_value;

    template <BrightnessUpdater<any_firefly_density, random_source> U>
    explicit any_updater(U updater)
        : start_([updater] { return any_value(updater.start()); }),
          propose_([updater](bright_set const& z, any_value& state, random_source& random, std::vector<row_index>& wanted) {
              updater.propose(z, state.get<typename U::state>(), random, wanted);
          }),
          decide_([updater](any_firefly_density& target, any_value& state, random_source& random) {
              return updater.decide(target, state.get<typename U::state>(), random);
          }),
          adapt_([=]([[maybe_unused]] any_value& state, [[maybe_unused]] z_stats const& stats,
                     [[maybe_unused]] std::uint64_t iteration) {
              if constexpr (AdaptiveUpdater<U>) updater.adapt(state.get<typename U::state>(), stats, iteration);
          }) {}

    state start() const { return start_(); }
    void propose(bright_set const& z, state& state, random_source& random, std::vector<row_index>& wanted) const {
        propose_(z, state, random, wanted);
    }
    z_stats decide(any_firefly_density& target, state& state, random_source& random) const {
        return decide_(target, state, random);
    }
    void adapt(state& state, z_stats const& stats, std::uint64_t iteration) const { adapt_(state, stats, iteration); }

private:
    std::function<any_value()> start_;
    std::function<void(bright_set const&, any_value&, random_source&, std::vector<row_index>&)> propose_;
    std::function<z_stats(any_firefly_density&, any_value&, random_source&)> decide_;
    std::function<void(any_value&, z_stats const&, std::uint64_t)> adapt_;
};

}  // namespace firefly::testing
