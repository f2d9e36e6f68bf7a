/// White box: what densities share.
module;
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.core;

using namespace firefly;

namespace {

/// Of a density with 10 rows, 2 predictors and 2 regions: data 7 and 3 are bright.
density_state fitting() {
    density_state saved;
    saved.current.theta = zeros(4);
    saved.current.region = 1;
    saved.bright = {7, 3};
    saved.bright_values.resize(2, 2);
    return saved;
}

}  // namespace

TEST_CASE("working vectors are as long as asked for, zero at first, and stay where they are when more are made") {
    scratch_vectors vectors(3);
    vector_out const second = vectors[1];
    REQUIRE(second.size() == 3);
    for (double const x : second) CHECK(x == 0);
    second[2] = 5;
    vectors[50];
    CHECK(vectors[1].data() == second.data());
    CHECK(vectors[1][2] == 5);
    CHECK(vectors[0].data() != second.data());
}

TEST_CASE("a starting point that no chain could start from is refused, with what to do") {
    CHECK_NOTHROW(check_dimension(3, 3));
    CHECK_THROWS_WITH_AS(check_dimension(2, 3), "start: theta has 2 numbers but the model has 3 parameters", invalid_argument);
    CHECK_NOTHROW(check_start({.theta = zeros(1), .log_density = -1e300}));
    CHECK_THROWS_WITH_AS(check_start({.theta = zeros(1), .log_density = -infinity}),
                         "start: the density is zero there; start nearer to the maximum of the posterior", invalid_argument);
}

TEST_CASE("a saved state has an infinite gap only where a bound may be missing, and never one that is no number") {
    auto saved = fitting();
    saved.bright_values.gap[1] = saved.bright_values.log_factor[1] = infinity;
    CHECK_NOTHROW(check_saved(saved, 10, 2, 2, true));
    CHECK_THROWS_AS(check_saved(saved, 10, 2, 2, false), invalid_argument);
    saved.bright_values.gap[1] = std::nan("");
    CHECK_THROWS_AS(check_saved(saved, 10, 2, 2, true), invalid_argument);
    saved.bright_values.gap[1] = infinity;
    saved.bright_values.log_factor[1] = -infinity;
    CHECK_THROWS_AS(check_saved(saved, 10, 2, 2, true), invalid_argument);
}

TEST_CASE("a saved state is taken when all of it fits, and refused when any part does not") {
    CHECK_NOTHROW(check_saved(fitting(), 10, 2, 2));
    auto const refused = [](density_state const& saved) {
        CHECK_THROWS_WITH_AS(
            check_saved(saved, 10, 2, 2),
            "saved state: it is not one of this model and its 10 rows; resume with the data and the bound it was saved with",
            invalid_argument);
    };
    auto with_gradient = fitting();
    with_gradient.gradient.resize(4);
    CHECK_NOTHROW(check_saved(with_gradient, 10, 2, 2));
    with_gradient.gradient.resize(3);
    refused(with_gradient);
    auto beyond = fitting();
    beyond.bright[0] = 10;
    refused(beyond);
    auto scales = fitting();
    scales.log_scales = {0.5, -1};
    CHECK_NOTHROW(check_saved(scales, 10, 2, 2, false, 2));
    CHECK_THROWS_AS(check_saved(scales, 10, 2, 2, false, 1), invalid_argument);
    CHECK_THROWS_AS(check_saved(fitting(), 10, 2, 2, false, 1), invalid_argument);
    refused(scales);
    auto twice = fitting();
    twice.bright[0] = 3;
    refused(twice);
    auto region = fitting();
    region.current.region = 2;
    refused(region);
    auto deltas = fitting();
    deltas.bright_values.delta.pop_back();
    refused(deltas);
    auto gaps = fitting();
    gaps.bright_values.gap.pop_back();
    refused(gaps);
    auto factors = fitting();
    factors.bright_values.log_factor.pop_back();
    refused(factors);
}

TEST_CASE("a saved state of numbers that no chain can have is refused") {
    auto const is_refused = [](auto change) {
        density_state saved = fitting();
        saved.gradient.resize(4);
        change(saved);
        CHECK_THROWS_AS(check_saved(saved, 10, 2, 2), invalid_argument);
    };
    for (double const x : {infinity, -infinity, std::nan("")}) {
        CAPTURE(x);
        is_refused([x](density_state& saved) { saved.current.theta(2) = x; });
        is_refused([x](density_state& saved) { saved.current.log_density = x; });
        is_refused([x](density_state& saved) { saved.bright_values.delta[1] = x; });
        is_refused([x](density_state& saved) { saved.bright_values.gap[1] = x; });
        is_refused([x](density_state& saved) { saved.bright_values.log_factor[0] = x; });
        is_refused([x](density_state& saved) { saved.gradient[3] = x; });
        auto scales = fitting();
        scales.log_scales = {x};
        CHECK_THROWS_AS(check_saved(scales, 10, 2, 2, false, 1), invalid_argument);
    }
    is_refused([](density_state& saved) { saved.bright_values.gap[0] = -1e-300; });
}
