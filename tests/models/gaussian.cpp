#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the Gaussian ψ and its slope have a relative error below 1e-15") {
    check_falls("gaussian", [](auto const& r) { return gaussian({.scale = r.first_setting}); }, 1e-15);
}

TEST_CASE("the Gaussian derivatives, ψ and curvature are those of its likelihood, which is a density") {
    check_definitions(gaussian({.scale = 0.7}), {-1.5, 0, 2});
    for (double const scale : {0.1, 1.0, 6.0})
        CHECK(integral_over_targets(gaussian({.scale = scale}), 1.5, 12 * scale) == doctest::Approx(1).epsilon(1e-12));
    CHECK(gaussian{}.scale() == 1);
}

TEST_CASE("the Gaussian bound is the likelihood: gaps are zero, and no rounding error") {
    random_source random({.seed = 3});
    for (int i = 0; i < 10'000; ++i) {
        gaussian const likelihood({.scale = 0.1 + random.exponential()});
        double const delta = std::pow(10, 12 * random.uniform() - 9) * (random.chance(0.5) ? 1 : -1);
        auto const [most, least] = likelihood.secants_within(random.uniform(), random.uniform(), -infinity, infinity);
        CHECK(most * delta * delta / 2 - likelihood.fall_below_tangent(0, 0, delta) == 0);
        CHECK(least == most);
    }
}

TEST_CASE("the Gaussian likelihood says what is wrong with its scale and its targets") {
    for (double const value : {0.0, -1.0, infinity, no_number}) CHECK_THROWS_AS(gaussian({.scale = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(gaussian({.scale = -1}), "gaussian: scale must be positive and finite, got -1", invalid_argument);
    CHECK_NOTHROW(gaussian{}.check(-1e300));
    CHECK_THROWS_WITH_AS(gaussian{}.check(infinity), "gaussian: a target must be finite, got inf; remove the row or fill the cell",
                         invalid_argument);
    CHECK_THROWS_AS(gaussian{}.check(no_number), invalid_argument);
    for (double const scale : {1e-18, 1e18}) CHECK_NOTHROW(gaussian({.scale = scale}));
    for (double const scale : {5e-20, 1e19}) CHECK_THROWS_AS(gaussian({.scale = scale}), invalid_argument);
    CHECK_THROWS_WITH_AS(gaussian({.scale = 5e-20}),
                         "gaussian: scale must be between 1e-18 and 1e+18, got 5e-20; give the target in another unit",
                         invalid_argument);
}
