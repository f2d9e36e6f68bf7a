#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE(
    "the negative binomial ψ and its slope have a relative error below 2e-13 up to η = 300, where rounding takes so much from η − log r") {
    check_falls("negative_binomial", [](auto const& r) { return negative_binomial({.size = r.first_setting}); }, 2e-13);
}

TEST_CASE("the negative binomial derivatives, ψ and curvature are those of its likelihood, which adds up to one") {
    check_definitions(negative_binomial({.size = 2.5}), {0, 1, 12});
    for (double const size : {0.5, 1.0, 20.0})
        for (double const eta : {-5.0, 0.0, 2.3})
            CHECK(sum_over_counts(negative_binomial({.size = size}), eta) == doctest::Approx(1).epsilon(1e-12));
    CHECK(negative_binomial{}.size() == 1);
}

TEST_CASE("the mean of a negative binomial is that of its predictor, and its variance has the size") {
    double const eta = 1.2, size = 2.5, mean = std::exp(eta);
    negative_binomial const likelihood({.size = size});
    double first = 0, second = 0;
    for (double y = 0; y < 1000; ++y) {
        double const probability = std::exp(likelihood.log_likelihood_of(y, eta) + likelihood.log_constant(y));
        first += y * probability;
        second += (y - mean) * (y - mean) * probability;
    }
    CHECK(first == doctest::Approx(mean).epsilon(1e-10));
    CHECK(second == doctest::Approx(mean + mean * mean / size).epsilon(1e-10));
}

TEST_CASE("the negative binomial secants are largest where the curvature is mirrored, or at the end nearest to that") {
    auto const draw = [](auto& random) { return static_cast<double>(random.pick(100)); };
    check_secants(negative_binomial{}, draw, 25);
    check_secants(negative_binomial({.size = 7.5}), draw, 25);
}

TEST_CASE("the negative binomial likelihood has a bound everywhere") {
    CHECK(negative_binomial::has_bound_everywhere);
    auto const [most, least] = negative_binomial{}.secants_within(4, 3, -infinity, infinity);
    CHECK(most == doctest::Approx(5 * std::tanh(1.5) / 6));
    CHECK(least == 0);
}

TEST_CASE("the negative binomial likelihood says what is wrong with its size and its targets") {
    for (double const value : {0.0, -1.0, infinity, no_number})
        CHECK_THROWS_AS(negative_binomial({.size = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(negative_binomial({.size = -1}), "negative_binomial: size must be positive and finite, got -1",
                         invalid_argument);
    for (double const count : {0.0, 1.0, 1e15}) CHECK_NOTHROW(negative_binomial{}.check(count));
    for (double const value : {-1.0, 1.5, 1.1e15, infinity, no_number})
        CHECK_THROWS_AS(negative_binomial{}.check(value), invalid_argument);
    CHECK_THROWS_WITH_AS(negative_binomial{}.check(1.5), "negative_binomial: a target must be a count (0, 1, 2, …), got 1.5",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(negative_binomial{}.check(-1), "negative_binomial: a target must be a count (0, 1, 2, …), got -1",
                         invalid_argument);
}
