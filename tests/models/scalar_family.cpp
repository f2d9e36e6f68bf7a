#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

/// −t η²/2 + t: functions that tell targets from predictors.
struct simple : scalar_family<simple> {
    double log_likelihood_of(double target, double eta) const { return target - target * eta * eta / 2; }
    double derivative_of(double target, double eta) const { return -target * eta; }
    double curvature_of(double target, double) const { return target; }
};

}  // namespace

TEST_CASE("the loops around a family are its functions one by one") {
    simple const family;
    std::vector<double> const targets{1, 2, 3}, eta{-2, 0.5, 30};
    std::vector<double> values(3), first(3), only_first(3), second(3);
    family.log_likelihood(targets, eta, values);
    family.derivatives(targets, eta, first, second);
    family.derivatives(targets, eta, only_first);
    CHECK(values == std::vector<double>{-1, 1.75, -1347});
    CHECK(first == std::vector<double>{2, -1, -90});
    CHECK(only_first == first);
    CHECK(second == targets);
    CHECK(simple::width() == 1);
}

TEST_CASE("a secant is 2ψ/Δ², and the curvature where Δ² would underflow") {
    CHECK(secant_of(9, 3, 7) == 2);
    CHECK(secant_of(9, -3, 7) == 2);
    CHECK(secant_of(1e-290, 1e-145, 7) == doctest::Approx(2));
    CHECK(secant_of(0, 0, 7) == 7);
    CHECK(secant_of(0, -1e-160, 7) == 7);
}

TEST_CASE("a secant is inflated by eight units in the last place") {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    CHECK(inflated(1) == 1 + 8 * epsilon);
    CHECK(inflated(0) == 0);
}
