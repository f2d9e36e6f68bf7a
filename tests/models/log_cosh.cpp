#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the ψ of log cosh and its slope have a relative error below 4e-14, for tiny steps and far ones") {
    check_falls("log_cosh", [](auto const& r) { return log_cosh({.scale = r.first_setting}); }, 4e-14);
}

TEST_CASE("the derivatives, ψ and curvature of log cosh are those of its likelihood, which is a density") {
    check_definitions(log_cosh({.scale = 0.7}), {-1.5, 0, 2});
    for (double const scale : {0.1, 1.0, 6.0})
        CHECK(integral_over_targets(log_cosh({.scale = scale}), 1.5, 36 * scale) == doctest::Approx(1).epsilon(1e-12));
    CHECK(log_cosh{}.scale() == 1);
    CHECK(log_cosh{}.log_likelihood_of(1e300, 0) == -1e300);
}

TEST_CASE("the secants of log cosh are largest where the residual is mirrored, or at the end nearest to that") {
    auto const draw = [](auto& random) { return 20 * random.uniform() - 10; };
    check_secants(log_cosh{}, draw, 10);
    check_secants(log_cosh({.scale = 3.7}), draw, 20);
}

TEST_CASE("log cosh has a bound everywhere") {
    CHECK(log_cosh::has_bound_everywhere);
    auto const [most, least] = log_cosh({.scale = 2}).secants_within(0, 3, -infinity, infinity);
    CHECK(most == doctest::Approx(std::tanh(1.5) / 6));  // tanh(r)/r/s², r = 1.5
    CHECK(least == 0);
}

TEST_CASE("log cosh says what is wrong with its scale and its targets") {
    for (double const value : {0.0, -1.0, infinity, no_number}) CHECK_THROWS_AS(log_cosh({.scale = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(log_cosh({.scale = -1}), "log_cosh: scale must be positive and finite, got -1", invalid_argument);
    CHECK_NOTHROW(log_cosh{}.check(-1e300));
    CHECK_THROWS_WITH_AS(log_cosh{}.check(infinity), "log_cosh: a target must be finite, got inf; remove the row or fill the cell",
                         invalid_argument);
    CHECK_THROWS_AS(log_cosh{}.check(no_number), invalid_argument);
    for (double const scale : {1e-18, 1e18}) CHECK_NOTHROW(log_cosh({.scale = scale}));
    for (double const scale : {5e-20, 1e19}) CHECK_THROWS_AS(log_cosh({.scale = scale}), invalid_argument);
    CHECK_THROWS_WITH_AS(log_cosh({.scale = 5e-20}),
                         "log_cosh: scale must be between 1e-18 and 1e+18, got 5e-20; give the target in another unit",
                         invalid_argument);
}
