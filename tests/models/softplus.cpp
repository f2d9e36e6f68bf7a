#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// aη − b·sp(η) with b = 1.
struct family {
    double fall_below_tangent(double, double zeta, double delta) const { return logistic::fall_below_tangent(zeta, delta); }
    secant_range secants_within(double, double zeta, double low, double high) const { return softplus_secants(zeta, low, high); }
};

}  // namespace

TEST_CASE("the secants of softplus are largest at −2ζ*, or at the end nearest to it, and least at an end") {
    auto const none = [](auto&) { return 0.0; };
    check_secants(family{}, none, 30);
    check_secants(family{}, none, 2);
    check_secants(family{}, none, 1e-3);
}

TEST_CASE("no secant of softplus exceeds the curvature of Jaakkola and Jordan, which is the secant at −2ζ*") {
    for (double const zeta : {0.0, 1e-9, 0.99e-4, 1.01e-4, 0.3, 2.0, 30.0, 700.0})
        for (double const signed_zeta : {zeta, -zeta}) {
            CAPTURE(signed_zeta);
            double const most = softplus_curvature(signed_zeta);
            CHECK(most == doctest::Approx(zeta == 0 ? 0.25 : std::tanh(zeta / 2) / (2 * zeta)).epsilon(1e-8));
            CHECK(softplus_secants(signed_zeta, -infinity, infinity).most <= most);
            CHECK(softplus_secants(signed_zeta, -infinity, infinity).most == doctest::Approx(most).epsilon(1e-13));
            CHECK(softplus_secants(signed_zeta, -infinity, 0.1).least == 0);
            CHECK(softplus_secants(signed_zeta, -0.1, infinity).least == 0);
            if (zeta > 1e-4) CHECK(most * 4 * zeta * zeta / 2 - logistic::fall_below_tangent(signed_zeta, -2 * signed_zeta) >= 0);
        }
}
