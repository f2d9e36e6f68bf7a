#include <cmath>
#include <limits>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

/// For a difference that is not to be used: it has cancelled.
constexpr auto cancelled = [] { return plain_difference{0, 1}; };

}  // namespace

TEST_CASE("integrals of a curvature have fourteen digits, whether it is steep or not") {
    for (double const rate : {1e-8, 1e-3, 0.5, 1.0, 3.0, 10.0, 30.0, -3.0, -30.0}) {
        CAPTURE(rate);
        auto const steep = [&](double t) { return std::exp(rate * t); };
        CHECK(curvature_integral<1>(steep, cancelled) == doctest::Approx(expm1_minus(rate) / rate / rate).epsilon(1e-13));
        CHECK(curvature_integral<0>(steep, cancelled) == doctest::Approx(std::expm1(rate) / rate).epsilon(1e-13));
    }
    // One narrow peak between the nodes of the whole: ∫ dt/(1 + (t − ½)²/s²) = 2s·atan(1/(2s)).
    for (double const s : {0.3, 0.05, 0.01}) {
        CAPTURE(s);
        auto const peak = [&](double t) { return 1 / (1 + (t - 0.5) * (t - 0.5) / s / s); };
        CHECK(curvature_integral<0>(peak, cancelled) == doctest::Approx(2 * s * std::atan(0.5 / s)).epsilon(1e-12));
        CHECK(curvature_integral<1>(peak, cancelled) == doctest::Approx(s * std::atan(0.5 / s)).epsilon(1e-12));  // symmetric
    }
}

TEST_CASE("a short step takes eight curvatures, and none takes more than a thousand") {
    int calls = 0;
    auto const count = [&](auto w) {
        calls = 0;
        curvature_integral<1>([&](double t) { return ++calls, w(t); }, cancelled);
        return calls;
    };
    CHECK(count([](double t) { return std::exp(t); }) == 8);
    CHECK(count([](double t) { return 1 - 2 * t; }) == 8);  // of both signs
    CHECK(count([](double) { return 0.0; }) == 24);         // it looks again whether w is zero at the nodes only
    CHECK(count([](double t) { return std::exp(5 * t); }) < 100);
    int const most = count([](double t) { return std::sin(1e6 * t); });
    CHECK(most > 500);
    CHECK(most <= 1000);
    CHECK(count([](double) { return std::numeric_limits<double>::quiet_NaN(); }) <= 1000);
}

TEST_CASE("a long step takes the plain difference unless it cancels") {
    auto const steep = [](double t) { return std::exp(20 * t); };
    double const exact = expm1_minus(20) / 400;
    CHECK(curvature_integral<1>(steep, [&] { return plain_difference{1.5 * exact, 8 * exact}; }) == 1.5 * exact);
    CHECK(curvature_integral<1>(steep, [&] { return plain_difference{-1.5 * exact, 8 * exact}; }) == -1.5 * exact);
    CHECK(curvature_integral<1>(steep, [&] { return plain_difference{1.5 * exact, 16 * exact}; }) ==
          doctest::Approx(exact).epsilon(1e-13));
    // A short one has no use for it.
    CHECK(curvature_integral<1>([](double) { return 1.0; }, [] { return plain_difference{7, 7}; }) == doctest::Approx(0.5));
    // Where the likelihood is zero.
    CHECK(curvature_integral<1>([](double t) { return std::exp(2000 * t); }, [] { return plain_difference{infinity, infinity}; }) ==
          infinity);
}
