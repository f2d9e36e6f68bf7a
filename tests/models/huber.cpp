#include <algorithm>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("Huber's ψ and its slope have a relative error below 6e-15, for tiny steps and far ones") {
    check_falls("huber", [](auto const& r) { return huber({.threshold = r.first_setting, .scale = r.second_setting}); }, 6e-15);
}

TEST_CASE("Huber's derivatives, ψ and curvature are those of its likelihood, which is a density") {
    check_definitions(huber({.threshold = 0.9, .scale = 1.2}), {-1.5, 0, 2}, 0.02);  // w jumps between the nodes
    for (double const threshold : {0.2, 1.345, 4.0})
        for (double const scale : {0.1, 6.0}) {
            huber const likelihood({.threshold = threshold, .scale = scale});
            CHECK(integral_over_targets(likelihood, 1.5, 40 / threshold * scale + 8 * scale) == doctest::Approx(1).epsilon(1e-7));
        }
    CHECK(huber{}.threshold() == 1.345);
    CHECK(huber{}.scale() == 1);
}

TEST_CASE("Huber's ψ is exactly zero where the residual stays on one straight line, and positive elsewhere") {
    huber const likelihood;
    for (double const side : {1.0, -1.0})
        for (double const residual : {1.4, 2.0, 50.0, 1e6})
            for (double const share : {-100.0, -1.0, 1e-9, 0.3, 1.0}) {
                double const delta = -side * share * (residual - 1.345);
                CHECK(likelihood.fall_below_tangent(0, side * residual, delta) == 0);
                CHECK(likelihood.slope_below_tangent(0, side * residual, delta) == 0);
                auto const [most, least] =
                    likelihood.secants_within(0, side * residual, std::min(delta, 0.0), std::max(delta, 0.0));
                CHECK(most == 0);
                CHECK(least == 0);
                CHECK(likelihood.fall_below_tangent(0, side * residual, -side * 1.01 * (residual - 1.345)) > 0);
            }
}

TEST_CASE("Huber's secants are largest where the residual is mirrored, or at the end nearest to that") {
    auto const draw = [](auto& random) { return 20 * random.uniform() - 10; };
    check_secants(huber{}, draw, 10);
    check_secants(huber({.threshold = 0.3, .scale = 2.5}), draw, 4);
    // a = 3, g = 2, k = 1: outside the square, within it, across it, mirrored.
    huber const likelihood({.threshold = 1, .scale = 1});
    CHECK(likelihood.secants_within(0, 3, -2, 1).most == 0);
    CHECK(likelihood.secants_within(0, 3, -3, 1).most == doctest::Approx(1.0 / 9));
    CHECK(likelihood.secants_within(0, 3, -5, 1).most == doctest::Approx(8.0 / 25));
    CHECK(likelihood.secants_within(0, 3, -100, 1).most == doctest::Approx(12.0 / 36));
    CHECK(likelihood.secants_within(0, -3, -1, 3).most == doctest::Approx(1.0 / 9));
}

TEST_CASE("Huber has a bound everywhere") {
    CHECK(huber::has_bound_everywhere);
    for (double const residual : {0.0, 1.0, 3.0, -3.0}) {
        auto const [most, least] = huber{}.secants_within(0, residual, -infinity, infinity);
        CHECK(most <= 1 + 1e-14);
        CHECK(most > 0);
        CHECK(least == 0);
    }
}

TEST_CASE("Huber says what is wrong with its settings and its targets") {
    for (double const value : {0.0, -1.0, infinity, no_number}) CHECK_THROWS_AS(huber({.scale = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(huber({.scale = -1}), "huber: scale must be positive and finite, got -1", invalid_argument);
    for (double const value : {0.0, -1.0, infinity, no_number}) CHECK_THROWS_AS(huber({.threshold = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(huber({.threshold = -1}), "huber: threshold must be positive and finite, got -1", invalid_argument);
    CHECK_NOTHROW(huber{}.check(-1e300));
    CHECK_THROWS_WITH_AS(huber{}.check(infinity), "huber: a target must be finite, got inf; remove the row or fill the cell",
                         invalid_argument);
    CHECK_THROWS_AS(huber{}.check(no_number), invalid_argument);
    for (double const scale : {1e-18, 1e18}) CHECK_NOTHROW(huber({.scale = scale}));
    for (double const scale : {5e-20, 1e19}) CHECK_THROWS_AS(huber({.scale = scale}), invalid_argument);
    CHECK_THROWS_WITH_AS(huber({.scale = 5e-20}),
                         "huber: scale must be between 1e-18 and 1e+18, got 5e-20; give the target in another unit",
                         invalid_argument);
}
