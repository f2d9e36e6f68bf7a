/// White box, for `check_settings`.
module;
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

module firefly.planning;

import firefly.core;
import firefly.samplers;

using namespace firefly;

TEST_CASE("the radius of the region is the chi-squared quantile") {
    // R: sqrt(qchisq(1e-6, c(1, 10, 50, 100), lower.tail = FALSE)) = 4.8916, 6.8506, 10.6132, 13.4980
    CHECK(region_radius(10, 1e-6) == doctest::Approx(6.8506).epsilon(0.02));
    CHECK(region_radius(50, 1e-6) == doctest::Approx(10.6132).epsilon(0.01));
    CHECK(region_radius(100, 1e-6) == doctest::Approx(13.4980).epsilon(0.01));
    CHECK(region_radius(1, 1e-6) > 4.8916);
}

TEST_CASE("the less may lie outside, the larger the region") {
    for (std::size_t const dimension : {2u, 20u}) {
        CHECK(region_radius(dimension, 1e-8) > region_radius(dimension, 1e-6));
        CHECK(region_radius(dimension + 1, 1e-6) > region_radius(dimension, 1e-6));
    }
}

TEST_CASE("a region that is wide enough has no rings; of others they grow by a tenth or less, to twice what is enough") {
    CHECK(region_radii(5, 5) == std::vector{5.0});
    CHECK(region_radii(5, 4) == std::vector{5.0});
    auto const radii = region_radii(2, 3.5);
    CHECK(radii.size() == 15);  // 1.1¹³ = 3.45
    CHECK(radii.front() == 2);
    CHECK(radii.back() == doctest::Approx(7));
    for (std::size_t k = 1; k < radii.size(); ++k) {
        CHECK(radii[k] > radii[k - 1]);
        CHECK(radii[k] < 1.1 * radii[k - 1]);
    }
}

TEST_CASE("settings are checked with the value that cannot be used") {
    CHECK_NOTHROW(check_settings({}));
    CHECK_NOTHROW(check_settings({.outside = 0.49, .pilot_iterations = 20}));
    CHECK_THROWS_WITH_AS(check_settings({.outside = 0.7}), "plan: outside must lie in (0, 0.5), got 0.7", invalid_argument);
    CHECK_THROWS_AS(check_settings({.outside = 0}), invalid_argument);
    CHECK_THROWS_AS(check_settings({.outside = std::numeric_limits<double>::quiet_NaN()}), invalid_argument);
    CHECK_THROWS_WITH_AS(check_settings({.pilot_iterations = 19}), "plan: pilot_iterations must be at least 20, got 19",
                         invalid_argument);
}
