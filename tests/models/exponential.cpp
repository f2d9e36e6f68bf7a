#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// −e^η.
struct family {
    double fall_below_tangent(double, double eta, double delta) const { return exponential_fall(eta, delta); }
    secant_range secants_within(double, double eta, double low, double high) const { return exponential_secants(eta, low, high); }
};

}  // namespace

TEST_CASE("the secants of the exponential function are largest at the upper end and least at the lower") {
    auto const none = [](auto&) { return 0.0; };
    check_secants(family{}, none, 3);
    check_secants(family{}, none, 300);
}

TEST_CASE("where e^η underflows, ψ and its slope of a long step are those of e^{η + Δ}") {
    for (double const eta : {-601.0, -750.5, -800.0, -5000.0})
        for (double const there : {-200.0, -3.25, 0.0, 2.5, 300.0}) {
            CAPTURE(eta);
            CAPTURE(there);
            double const mean = std::exp(there);
            CHECK(exponential_fall(eta, there - eta) == doctest::Approx(mean).epsilon(1e-15).scale(0));
            CHECK(exponential_rise(eta, there - eta) == doctest::Approx(mean).epsilon(1e-15).scale(0));
        }
}

TEST_CASE("the forms of ψ agree where one takes over from the other") {
    // What rounding takes from η + Δ would be 5e-14 of ψ.
    random_source random({.seed = 5});
    for (int i = 0; i < 1000; ++i) {
        double const eta = -600 - 90 * random.uniform(), delta = 30 + 300 * random.uniform(), mean = std::exp(eta);
        CHECK(exponential_fall(eta, delta) == doctest::Approx(mean * expm1_minus(delta)).epsilon(2e-15).scale(0));
        CHECK(exponential_rise(eta, delta) == doctest::Approx(mean * std::expm1(delta)).epsilon(2e-15).scale(0));
    }
    for (double const delta : {30.0, 45.0, 600.0}) {
        double const within = exponential_fall(std::nextafter(-600, 0), delta), beyond = exponential_fall(-600, delta);
        CHECK(within == doctest::Approx(beyond).epsilon(1e-12).scale(0));
        CHECK(exponential_rise(std::nextafter(-600, 0), delta) ==
              doctest::Approx(exponential_rise(-600, delta)).epsilon(1e-12).scale(0));
    }
    CHECK(exponential_fall(-650, std::nextafter(30, 0)) == doctest::Approx(exponential_fall(-650, 30)).epsilon(1e-12).scale(0));
}

TEST_CASE("Poisson and gamma have finite bounds below their likelihoods where the mean underflows, as far as they reach") {
    auto const check = [](auto const& family, double target, double eta, double low, double high) {
        CAPTURE(eta);
        CAPTURE(low);
        CAPTURE(high);
        auto const [most, least] = family.secants_within(target, eta, low, high);
        CHECK(std::isfinite(most));
        CHECK(least >= 0);
        for (int i = 0; i <= 2000; ++i) {
            double const delta = low + (high - low) * i / 2000, fall = family.fall_below_tangent(target, eta, delta);
            REQUIRE(std::isfinite(fall));
            REQUIRE(std::isfinite(family.slope_below_tangent(target, eta, delta)));
            CHECK(most * delta * delta / 2 - fall >= 0);
            CHECK(least * delta * delta / 2 <= fall * (1 + 1e-12) + 1e-320);  // the last for what underflows
        }
    };
    for (double const reach : {1e-6, 0.4, 20.0, 90.0, 700.0, 800.0, 1000.0})
        for (double const eta : {-620.0, -710.0, -745.0, -800.0}) {
            if (eta + reach > 600) continue;  // e^η overflows there
            check(poisson{}, 2, eta, -reach, reach);
            check(gamma_likelihood({.shape = 2.5}), 3, -eta, -reach, reach);
        }
    CHECK(poisson{}.secants_within(0, -800, -1000, 1000).most == doctest::Approx(2e-6 * std::exp(200)));
    CHECK(gamma_likelihood{}.secants_within(1, 800, -1000, 1000).most == doctest::Approx(2e-6 * std::exp(200)));
    CHECK(poisson{}.secants_within(0, -800, -infinity, infinity).most == infinity);
    CHECK(poisson{}.secants_within(0, -800, -infinity, infinity).least == 0);
}
