#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

auto const either_class = [](auto& random) { return random.chance(0.5) ? 1.0 : 0.0; };
auto const class_one = [](auto&) { return 1.0; };

}  // namespace

TEST_CASE("cloglog's ψ and its slope have a relative error below 1e-13 up to a mean of 665, for tiny steps and far ones") {
    check_falls("cloglog", [](auto const&) { return cloglog{}; }, 1e-13);
}

TEST_CASE("cloglog's derivatives, ψ and curvature are those of its likelihood, and the two classes add up to one") {
    check_definitions(cloglog{}, {0, 1}, 1e-7);  // e^{−μ} falls steeply: the integral has no more digits
    for (double const eta : {-30.0, -6.0, -1.0, 0.0, 0.7, 3.0}) {
        double const total = std::exp(cloglog{}.log_likelihood_of(0, eta)) + std::exp(cloglog{}.log_likelihood_of(1, eta));
        CHECK(total == doctest::Approx(1).epsilon(1e-15));
    }
    // log(1 − exp(−e^η)) by mpmath 1.4.1
    CHECK(cloglog{}.log_likelihood_of(1, 0) == doctest::Approx(-0.45867514538708189).epsilon(1e-15));
    CHECK(cloglog{}.log_likelihood_of(1, -39) == doctest::Approx(-39).epsilon(1e-15));
    CHECK(cloglog{}.log_likelihood_of(1, -1e5) == -1e5);
    CHECK(cloglog{}.log_likelihood_of(1, 4) == doctest::Approx(-1.9423376049564018e-24).epsilon(1e-14).scale(0));
    CHECK(cloglog{}.log_likelihood_of(0, 2) == -std::exp(2));
}

TEST_CASE("cloglog's curvature keeps its digits for small means, and vanishes for large ones") {
    for (double const eta : {-12.0, -50.0, -300.0, -700.0})
        CHECK(cloglog{}.curvature_of(1, eta) ==
              doctest::Approx(std::exp(eta) / 2 * (1 - std::exp(eta) / 3)).epsilon(1e-10).scale(0));
    CHECK(cloglog{}.curvature_of(1, 0.62082965456557214) == doctest::Approx(0.41253161891314144).epsilon(1e-14));
    for (double const eta : {7.0, 700.0, 1e6}) CHECK(cloglog{}.curvature_of(1, eta) == 0);
}

TEST_CASE("class 0 of cloglog is Poisson's count of zero") {
    for (double const eta : {-800.0, -2.0, 0.3, 4.0}) {
        CHECK(cloglog{}.log_likelihood_of(0, eta) == poisson{}.log_likelihood_of(0, eta));
        CHECK(cloglog{}.derivative_of(0, eta) == poisson{}.derivative_of(0, eta));
        CHECK(cloglog{}.curvature_of(0, eta) == poisson{}.curvature_of(0, eta));
        auto const one = cloglog{}.secants_within(0, eta, -1, 2), other = poisson{}.secants_within(0, eta, -1, 2);
        CHECK(one.most == other.most);
        CHECK(one.least == other.least);
        for (double const delta : {-2.0, 0.1, 3.0}) {
            CHECK(cloglog{}.fall_below_tangent(0, eta, delta) == poisson{}.fall_below_tangent(0, eta, delta));
            CHECK(cloglog{}.slope_below_tangent(0, eta, delta) == poisson{}.slope_below_tangent(0, eta, delta));
        }
    }
}

TEST_CASE("cloglog's ψ goes on without a jump where one of its forms takes over from another") {
    double const two = std::log(2.0);
    auto const check = [](double eta, double delta) {
        CAPTURE(eta);
        CAPTURE(delta);
        for (double const part : {1 - 1e-13, 1 + 1e-13}) {
            CHECK(cloglog{}.fall_below_tangent(1, eta, delta * part) ==
                  doctest::Approx(cloglog{}.fall_below_tangent(1, eta, delta)).epsilon(1e-11).scale(0));
            CHECK(cloglog{}.slope_below_tangent(1, eta, delta * part) ==
                  doctest::Approx(cloglog{}.slope_below_tangent(1, eta, delta)).epsilon(1e-11).scale(0));
        }
    };
    for (double const eta : {-30.0, -1.0, 0.0, 0.5}) check(eta, two - eta);  // the series ends
    for (double const eta : {0.9, 2.0, 5.0, 6.0}) check(eta, -eta);          // a mean of one
    for (double const eta : {0.7, 1.5, 4.0})                                 // half of a unit from the mean
        for (double const d : {0.5, -0.5}) check(eta, std::log1p(d * std::exp(-eta)));
}

TEST_CASE("cloglog's secants are largest beyond the peak of the curvature, or at the end nearest to that, and least at an end") {
    check_secants(cloglog{}, either_class, 3);
    check_secants(cloglog{}, class_one, 2);
    check_secants(cloglog{}, class_one, 4);
    for (double const eta : {4.5, 5.0, 6.0, 6.5, 6.58, 6.6, 6.7})
        for (double const reach : {1e-5, 1e-3, 0.1, 1.0, 10.0, 50.0}) {
            CAPTURE(eta);
            CAPTURE(reach);
            auto const [most, least] = cloglog{}.secants_within(1, eta, -reach, reach);
            for (double const delta : steps_between(-reach, reach))
                CHECK(most * delta * delta / 2 - cloglog{}.fall_below_tangent(1, eta, delta) >= 0);
        }
    // Next to the peak, where the largest secant is next to the point itself.
    for (double const from : {0.0, 1e-14, 1e-9, 1e-7, 1e-5, 1e-3})
        for (double const side : {1.0, -1.0}) {
            double const eta = 0.62082965456557214 + side * from;
            auto const [most, least] = cloglog{}.secants_within(1, eta, -3, 3);
            CHECK(most == doctest::Approx(0.41253161891314144).epsilon(1e-6));
            for (int i = -3000; i <= 3000; ++i) {
                double const delta = i / 1000.0;
                CHECK(most * delta * delta / 2 - cloglog{}.fall_below_tangent(1, eta, delta) >= 0);
            }
            CHECK(least > 0);
        }
}

TEST_CASE("class 1 of cloglog has a bound everywhere, class 0 has none, and so cloglog has none") {
    CHECK_FALSE(cloglog::has_bound_everywhere);
    CHECK(cloglog{}.secants_within(0, 0.3, -infinity, infinity).most == infinity);
    for (double const eta : {-1e6, -800.0, -5.0, 0.0, 0.62, 2.0, 30.0, 1e6}) {
        CAPTURE(eta);
        auto const [most, least] = cloglog{}.secants_within(1, eta, -infinity, infinity);
        CHECK(most > 0);
        CHECK(most < 0.41253161891315);
        CHECK(least == 0);
        // Far off the curvature is a single bump on the way: ψ is |Δ| − |η|, and its secant is largest at −2η.
        if (std::abs(eta) > 500) CHECK(most == doctest::Approx(1 / (2 * std::abs(eta))).epsilon(1e-2));
        for (double const delta : {-2e6, -1600.0, -60.0, -3.0, -0.1, 1e-3, 1.0, 9.0, 1600.0, 2e6})
            CHECK(most * delta * delta / 2 - cloglog{}.fall_below_tangent(1, eta, delta) >= 0);
    }
}

TEST_CASE("cloglog's ψ is never negative, and nothing is NaN, however far") {
    for (double const eta : {0.0, -4.0, 6.5, 6.6, 7.0, 38.0, -746.0, 800.0, -1e6, 1e6, -1e100, 1e100})
        for (double const delta : {0.0, 1e-200, -1e-9, 1e-4, 0.4, -0.4, -30.0, 1e3, -1e3, -1e6, 1e90, -1e90}) {
            CAPTURE(eta);
            CAPTURE(delta);
            CHECK(cloglog{}.fall_below_tangent(1, eta, delta) >= 0);
            CHECK(std::isfinite(cloglog{}.fall_below_tangent(1, eta, delta)));
            CHECK(std::isfinite(cloglog{}.slope_below_tangent(1, eta, delta)));
            CHECK(std::isfinite(cloglog{}.log_likelihood_of(1, eta)));
            CHECK(std::isfinite(cloglog{}.derivative_of(1, eta)));
            auto const [most, least] = cloglog{}.secants_within(1, eta, std::min(delta, 0.0), std::max(delta, 0.0));
            CHECK(most * delta * delta / 2 >= cloglog{}.fall_below_tangent(1, eta, delta));
            CHECK(least >= 0);
        }
}

TEST_CASE("cloglog refuses targets other than 0 and 1") {
    CHECK_NOTHROW(cloglog{}.check(0));
    CHECK_NOTHROW(cloglog{}.check(1));
    for (double const value : {2.0, -1.0, 0.5, no_number}) CHECK_THROWS_AS(cloglog{}.check(value), invalid_argument);
    CHECK_THROWS_WITH_AS(cloglog{}.check(2), "cloglog: a target must be 0 or 1, got 2; code the two classes as 0 and 1",
                         invalid_argument);
}
