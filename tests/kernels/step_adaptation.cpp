#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

import firefly;

using namespace firefly;

TEST_CASE("a kernel starts with the step it was given") {
    CHECK(step_adaptation("any", 0.25, 0.5).start().step() == doctest::Approx(0.25).epsilon(1e-15));
}

TEST_CASE("a step grows while acceptance is above its target, shrinks below, and less and less") {
    step_adaptation const adaptation("any", 1, 0.3);
    auto state = adaptation.start();
    adaptation.adapt(state, 0.8, 0);
    CHECK(state.log_step == doctest::Approx(0.5));
    adaptation.adapt(state, 0.1, 3);
    CHECK(state.log_step == doctest::Approx(0.4));
    adaptation.adapt(state, 0.3, 4);
    CHECK(state.log_step == doctest::Approx(0.4));
}

TEST_CASE("a step finds its target from a million times too long and too short") {
    // acceptance exp(−step): 0.5 at log 2; 3000 iterations
    for (double const start : {1e-6, 1e6}) {
        step_adaptation const adaptation("any", start, 0.5);
        auto state = adaptation.start();
        for (std::uint64_t i = 0; i < 3000; ++i) adaptation.adapt(state, std::exp(-state.step()), i);
        CHECK(state.step() == doctest::Approx(std::log(2)).epsilon(1e-6));
    }
}

TEST_CASE("a step and a target that cannot be used are refused in the kernel's name") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(step_adaptation("mine", 0, 0.5), "mine: step must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", -1, 0.5), "mine: step must be positive and finite, got -1", invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", nan, 0.5), "mine: step must be positive and finite, got nan", invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", infinity, 0.5), "mine: step must be positive and finite, got inf",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", 1, 0), "mine: target_acceptance must lie between 0 and 1, got 0",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", 1, 1), "mine: target_acceptance must lie between 0 and 1, got 1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(step_adaptation("mine", 1, nan), "mine: target_acceptance must lie between 0 and 1, got nan",
                         invalid_argument);
}
