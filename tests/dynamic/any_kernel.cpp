#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A kernel of the user's own that does not move, says so, and never adapts.
struct still {
    struct state {
        friend bool operator==(state const&, state const&) = default;
    };
    struct info {
        double acceptance, step;
        bool diverging;
    };
    state start() const { return {}; }
    template <Density Target, Random Source>
    info step(Target&, state&, Source&) const {
        return {0.25, 3, true};
    }
};

any_density density_of(logistic_posterior const& model) {
    return any_density(regular_density(model, as_view(zeros(3))));
}

}  // namespace

TEST_CASE("an erased kernel takes the steps of the one that it holds, and adapts as it does") {
    auto const model = synthetic_posterior(200, 3, 441);
    random_walk const walk({.step = 0.4});
    any_kernel<any_density> const erased(walk);
    any_density here = density_of(model), there = density_of(model);
    auto state = walk.start();
    auto erased_state = erased.start();
    for (std::uint64_t i = 0; i < 50; ++i) {
        random_source one({.seed = 442, .iteration = i}), other({.seed = 442, .iteration = i});
        auto const info = walk.step(here, state, one);
        auto const erased_info = erased.step(there, erased_state, other);
        CHECK(erased_info.acceptance == info.acceptance);
        CHECK(erased_info.step == info.step);
        CHECK(!erased_info.diverging);
        walk.adapt(state, info, i);
        erased.adapt(erased_state, erased_info, i);
        REQUIRE(there.current() == here.current());
    }
    random_source last({.seed = 442, .iteration = 50});
    CHECK(erased.step(there, erased_state, last).step != 0.4);
}

TEST_CASE("an erased kernel passes on that a path diverged, and needs no adaptation") {
    any_kernel<any_density> const kernel(still{});
    any_density density = density_of(synthetic_posterior(50, 3, 443));
    random_source random({.seed = 444});
    auto state = kernel.start();
    auto const info = kernel.step(density, state, random);
    CHECK(info.diverging);
    CHECK(info.acceptance == 0.25);
    CHECK(info.step == 3);
    kernel.adapt(state, info, 0);
    CHECK(state == kernel.start());
}

TEST_CASE("erased kernels satisfy the concepts of kernels, and copies share the one that they hold") {
    static_assert(Kernel<any_kernel<any_density>, any_density, random_source> && Adaptive<any_kernel<any_density>>);
    any_kernel<any_density> const kernel(random_walk({.step = 2}));
    any_kernel<any_density> const copy = kernel;
    CHECK(copy.start() == kernel.start());
}
