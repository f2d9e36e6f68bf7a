/// What a chain does in an iteration, and which random numbers it does it with.
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr chain_options options{.seed = (std::uint64_t{7} << 32) + 5, .chain = 3, .warm_up = 20};

/// The same draws by hand: every iteration with streams of its own, named in full.
template <class Target, class K, class U>
std::vector<draw> draws_by_hand(Target density, K const& kernel, U const& updater, int iterations) {
    auto kernel_state = kernel.start();
    auto updater_state = updater.start();
    std::vector<row_index> wanted;
    std::vector<draw> draws;
    for (int i = 0; i < iterations; ++i) {
        auto const iteration = static_cast<std::uint64_t>(i);
        std::vector<purpose> asked;
        draw outcome;
        outcome.iteration = iteration;
        outcome.warm_up = iteration < options.warm_up;
        iterate(
            density, kernel, kernel_state, updater, updater_state, wanted,
            [&](purpose use) {
                asked.push_back(use);
                return random_source({.seed = options.seed, .chain = options.chain, .use = use, .iteration = iteration});
            },
            outcome);
        // No two parts of an iteration may share their numbers, with each other or with anything else.
        if constexpr (std::same_as<U, no_update>)
            CHECK(asked == std::vector{purpose::kernel});
        else
            CHECK(asked == std::vector{purpose::propose, purpose::kernel, purpose::decide});
        draws.push_back(outcome);
    }
    return draws;
}

/// Lights nothing, and counts how often it is told to adapt.
struct counting_update {
    struct state {
        int adapted = 0;
    };

    state start() const { return {}; }
    template <Brightness Z, Random Source>
    void propose(Z const&, state const&, Source&, std::vector<row_index>&) const {}
    template <BrightnessTarget Target, Random Source>
    z_stats decide(Target&, state&, Source&) const {
        return {};
    }
    void adapt(state& state, z_stats const&, std::uint64_t) const { ++state.adapted; }
};

}  // namespace

TEST_CASE("an updater is told to adapt once for each iteration of warm-up, and never after it") {
    auto const model = synthetic_posterior(50, 2, 145);
    firefly_density density(joint(model, jaakkola_jordan::untuned(model)), as_view(zeros(2)));
    random_walk const kernel({.step = 0.3});
    counting_update const updater;
    auto kernel_state = kernel.start();
    auto updater_state = updater.start();
    std::vector<row_index> wanted;
    for (int i = 0; i < 5; ++i) {
        draw outcome;
        outcome.warm_up = i < 3;
        iterate(
            density, kernel, kernel_state, updater, updater_state, wanted,
            [](purpose use) { return random_source({.seed = 146, .use = use}); }, outcome);
        CHECK(updater_state.adapted == std::min(i + 1, 3));
    }
}

TEST_CASE("a chain's numbers are those of its seed, chain, purpose and iteration, and no others") {
    auto const model = synthetic_posterior(200, 3, 141);
    joint const target(model, jaakkola_jordan::untuned(model));
    vector const start = near(as_view(zeros(3)), 0.3, 142);
    random_walk const kernel({.step = 0.3});

    auto const check = [&](auto const& updater) {
        firefly_density density(target, as_view(start));
        random_source first({.seed = options.seed, .chain = options.chain, .use = purpose::start, .iteration = 0});
        full_gibbs().decide(density, {}, first);
        CHECK(advance(*make_firefly_chain(target, kernel, updater, options, as_view(start)), 50) ==
              draws_by_hand(density, kernel, updater, 50));
    };
    check(implicit_update({.q = 0.1}));
    check(explicit_update({.alpha = 0.1}));
    check(explicit_distinct({.alpha = 0.1}));
    check(deterministic_sweep({.block = 30}));
    CHECK(advance(*make_regular_chain(model, kernel, options, as_view(start)), 50) ==
          draws_by_hand(regular_density(model, as_view(start)), kernel, no_update{}, 50));
}

TEST_CASE("a chain says which of its paths diverged, and adapts in warm-up alone") {
    auto const model = synthetic_posterior(200, 3, 144);
    auto const chain = make_regular_chain(model, hamiltonian({.step = 100, .target_acceptance = 0.5}), options, as_view(zeros(3)));
    auto const draws = advance(*chain, 40);
    CHECK(draws.front().diverging);
    for (std::size_t i = 0; i < draws.size(); ++i) {
        CAPTURE(i);
        // 1/√(iteration + 1) times −½, for as long as nothing is accepted
        if (i > 0 && draws[i - 1].acceptance == 0) CHECK((draws[i].step < draws[i - 1].step) == (i <= options.warm_up));
        if (i > options.warm_up) CHECK(draws[i].step == draws[i - 1].step);
        CHECK(draws[i].log_density == doctest::Approx(naive_log_posterior(model, as_view(draws[i].theta))).epsilon(1e-12));
    }
}
