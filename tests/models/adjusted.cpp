#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

template <class L>
with_cases<adjusted<L>> with(L likelihood, std::vector<double> cases) {
    return {adjusted(likelihood), std::move(cases)};
}

}  // namespace

TEST_CASE("the derivatives, ψ and curvature of an adjusted likelihood are those of its log likelihood") {
    check_definitions(with(poisson{}, {0.7, 2.5}), {0, 3});
    check_definitions(with(probit{}, {-1.2, 0.3}), {0, 1});
    check_definitions(with(binomial{}, {5, 0.4, 2}), {0, 2, 5});
}

TEST_CASE("an offset moves the predictor, and a weight multiplies the log likelihood") {
    std::vector<double> const targets{3, 0.7, 2.5, 0, -1, 1}, eta{0.2, 0.9};
    std::vector<double> value(2), first(2), second(2);
    adjusted const likelihood(poisson{});
    likelihood.log_likelihood(targets, eta, value);
    CHECK(value[0] == 2.5 * poisson{}.log_likelihood_of(3, 0.2 + 0.7));
    CHECK(value[1] == poisson{}.log_likelihood_of(0, 0.9 - 1));
    likelihood.derivatives(targets, eta, first, second);
    CHECK(first[0] == 2.5 * poisson{}.derivative_of(3, 0.2 + 0.7));
    CHECK(second[1] == poisson{}.curvature_of(0, 0.9 - 1));
}

TEST_CASE("the secants of an adjusted likelihood are as sharp as those of its own") {
    auto const count = [](auto& random) { return static_cast<double>(random.pick(20)); };
    auto const toss = [](auto& random) { return static_cast<double>(random.pick(2)); };
    check_secants(with(negative_binomial{}, {2, 3.5}), count, 20);
    check_secants(with(probit{}, {-1, 0.2}), toss, 8);
}

TEST_CASE("a datum of weight zero says nothing, wherever it is") {
    auto const nothing = with(poisson{}, {2, 0});
    for (double const delta : {-1000.0, 0.5, 2000.0}) {
        CHECK(nothing.fall_below_tangent(3, 0, delta) == 0);
        CHECK(nothing.slope_below_tangent(3, 0, delta) == 0);
        CHECK(nothing.log_likelihood_of(3, delta) == 0);
        CHECK(nothing.derivative_of(3, delta) == 0);
        CHECK(nothing.curvature_of(3, delta) == 0);
    }
    auto const [most, least] = nothing.secants_within(3, 0, -infinity, infinity);
    CHECK(most == 0);
    CHECK(least == 0);
}

TEST_CASE("it has a bound everywhere where its likelihood has, and two numbers more in a target") {
    CHECK(adjusted<probit>::has_bound_everywhere);
    CHECK_FALSE(adjusted<poisson>::has_bound_everywhere);
    CHECK(target_numbers<adjusted<poisson>> == 3);
    CHECK(target_numbers<adjusted<binomial>> == 4);
}

TEST_CASE("an adjusted likelihood says what is wrong with a target, an offset and a weight") {
    adjusted const likelihood(poisson{});
    using target = std::array<double, 3>;
    for (target const& t : {target{3, -2, 0}, {0, 700, 1e9}}) CHECK_NOTHROW(likelihood.check(t));
    CHECK_THROWS_WITH_AS(likelihood.check(target{1.5, 0, 1}), "poisson: a target must be a count (0, 1, 2, …), got 1.5",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(likelihood.check(target{1, -infinity, 1}),
                         "adjusted: an offset must be finite, got -inf; exposures must be positive", invalid_argument);
    CHECK_THROWS_AS(likelihood.check(target{1, no_number, 1}), invalid_argument);
    CHECK_THROWS_WITH_AS(likelihood.check(target{1, 0, -1}), "adjusted: a weight must be finite and not negative, got -1",
                         invalid_argument);
    CHECK_THROWS_AS(likelihood.check(target{1, 0, infinity}), invalid_argument);
}
