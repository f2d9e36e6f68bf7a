#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("probit's ψ and its slope have a relative error below 1e-13 for s from −1000 to 30, for tiny steps and far ones") {
    check_falls("probit", [](auto const&) { return probit{}; }, 1e-13);
}

TEST_CASE("probit's derivatives, ψ and curvature are those of its likelihood, and the two classes add up to one") {
    check_definitions(probit{}, {0, 1});
    for (double const eta : {-6.0, -1.0, 0.0, 0.7, 5.0}) {
        double const total = std::exp(probit{}.log_likelihood_of(0, eta)) + std::exp(probit{}.log_likelihood_of(1, eta));
        CHECK(total == doctest::Approx(1).epsilon(1e-15));
    }
    // log Φ by mpmath 1.4.1
    CHECK(probit{}.log_likelihood_of(1, 1.5) == doctest::Approx(-0.069143455612233983).epsilon(1e-14));
    CHECK(probit{}.log_likelihood_of(1, -6) == doctest::Approx(-20.7367689499747057).epsilon(1e-14));
    CHECK(probit{}.log_likelihood_of(0, -9) == doctest::Approx(-1.12858840595384065e-19).epsilon(1e-13).scale(0));
    CHECK(probit{}.log_likelihood_of(0, 1000) == doctest::Approx(-500007.826694812184).epsilon(1e-14));
}

TEST_CASE("one class of probit is the mirror image of the other") {
    for (double const eta : {-6.0, -1.0, 0.0, 0.7, 5.0})
        for (double const delta : {-3.0, -0.2, 0.2, 3.0}) {
            CHECK(probit{}.derivative_of(0, eta) == -probit{}.derivative_of(1, -eta));
            CHECK(probit{}.curvature_of(0, eta) == probit{}.curvature_of(1, -eta));
            CHECK(probit{}.fall_below_tangent(0, eta, delta) == probit{}.fall_below_tangent(1, -eta, -delta));
            CHECK(probit{}.slope_below_tangent(0, eta, delta) == -probit{}.slope_below_tangent(1, -eta, -delta));
            auto const one = probit{}.secants_within(0, eta, -1, 2), other = probit{}.secants_within(1, -eta, -2, 1);
            CHECK(one.most == other.most);
            CHECK(one.least == other.least);
        }
}

TEST_CASE("probit's ψ goes on without a jump where one of its forms takes over from another") {
    for (double const s : {-30.0, -6.0, -4.0, -1.0, 0.0, 2.0, 4.0, 9.0})
        for (double const side : {1.0, -1.0}) {
            CAPTURE(s);
            double const reach = 2 / std::max(4.0, std::abs(s)), within = side * reach * (1 - 1e-13),
                         beyond = side * reach * (1 + 1e-13);
            CHECK(probit{}.fall_below_tangent(1, s, within) ==
                  doctest::Approx(probit{}.fall_below_tangent(1, s, beyond)).epsilon(1e-12).scale(0));
            CHECK(probit{}.slope_below_tangent(1, s, within) ==
                  doctest::Approx(probit{}.slope_below_tangent(1, s, beyond)).epsilon(1e-12).scale(0));
        }
}

TEST_CASE("probit's secants are largest where s is least, and least where it is greatest") {
    auto const draw = [](auto& random) { return random.chance(0.5) ? 1 : 0; };
    check_secants(probit{}, draw, 5);
    check_secants(probit{}, draw, 30);
}

TEST_CASE("probit's ψ is never negative, nothing is NaN, and no curvature exceeds one, however far") {
    for (double const eta : {0.0, -4.0, 38.0, 40.0, -1e6, 1e6, -1e100, 1e100})
        for (double const delta : {0.0, 1e-200, -1e-9, 0.4, -30.0, 1e3, -1e6, 1e90}) {
            CAPTURE(eta);
            CAPTURE(delta);
            CHECK(probit{}.fall_below_tangent(1, eta, delta) >= 0);
            CHECK(std::isfinite(probit{}.slope_below_tangent(1, eta, delta)));
            CHECK(std::isfinite(probit{}.log_likelihood_of(1, eta)));
            CHECK(probit{}.curvature_of(1, eta) >= 0);
            CHECK(probit{}.curvature_of(1, eta) <= 1);
        }
}

TEST_CASE("probit has a bound everywhere: no secant exceeds one") {
    CHECK(probit::has_bound_everywhere);
    for (double const target : {0.0, 1.0})
        for (double const eta : {-1000.0, -5.0, 0.0, 2.0, 30.0, 1000.0}) {
            auto const [most, least] = probit{}.secants_within(target, eta, -infinity, infinity);
            CHECK(most == 1);
            CHECK(least == 0);
            CHECK(probit{}.secants_within(target, eta, -100, 100).most <= 1);
        }
}

TEST_CASE("probit refuses targets other than 0 and 1") {
    CHECK_NOTHROW(probit{}.check(0));
    CHECK_NOTHROW(probit{}.check(1));
    for (double const value : {2.0, -1.0, 0.5, no_number}) CHECK_THROWS_AS(probit{}.check(value), invalid_argument);
    CHECK_THROWS_WITH_AS(probit{}.check(2), "probit: a target must be 0 or 1, got 2; code the two classes as 0 and 1",
                         invalid_argument);
}
