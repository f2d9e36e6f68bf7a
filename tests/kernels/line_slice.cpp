/// Of one line; of many: slice.cpp.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.core;
import firefly.kernels;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a slice ends where it was evaluated last, and stays where its interval shrinks to nothing") {
    double last = 0;
    auto const never = [](double) { return false; };
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        random_source random({.seed = seed});
        auto const density = [&](double t) { return -(last = t) * t / 2; };
        auto const there = slice_line(density, 0, 0.7, 8, never, random);
        REQUIRE(there);
        CHECK(*there == last);
    }
    random_source random({.seed = 1});
    CHECK_FALSE(slice_line([](double) { return -infinity; }, 0, 1, 4, [](double t) { return 1 + t == 1; }, random));
}

TEST_CASE("slices of any width leave a skewed density invariant and are reversible" * doctest::test_suite("statistics")) {
    // log of an exponential variable: p(x) = exp(x − eˣ)
    auto const log_density = [](double x) { return x - std::exp(x); };
    for (double const width : {0.2, 1.0, 9.0})
        judge([&](trial& run) {
            std::vector<double> moved, squares, turned;
            for (std::uint64_t i = 0; i < run.times(40'000); ++i) {
                random_source random({.seed = run.seed(3100), .iteration = i});
                double const x = std::log(random.exponential());
                auto const t = slice_line([&](double step) { return log_density(x + step); }, log_density(x), width, 5,
                                          [&](double step) { return x + step == x; }, random);
                double const y = x + t.value_or(0);
                moved.push_back(y - x);
                squares.push_back(y * y - x * x);
                turned.push_back(x * x * y - y * y * x);
            }
            run.equal(independent_mean(moved), 0, "x");
            run.equal(independent_mean(squares), 0, "x²");
            run.equal(independent_mean(turned), 0, "x²y − xy²");
        });
}
