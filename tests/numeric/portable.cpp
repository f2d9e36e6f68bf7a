/// The functions of firefly.numeric:portable against the C library's in long double, in units in the last place.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include <doctest/doctest.h>

import firefly.numeric;

using namespace firefly;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A result less the exact one, in units in the last place of that.
double units(double result, long double exact) {
    double const nearest = static_cast<double>(exact), unit = std::nextafter(std::abs(nearest), inf) - std::abs(nearest);
    return static_cast<double>(std::abs(result - exact) / unit);
}

/// The largest error on a grid, of even steps or of even ratios. It has a prime number of steps, so that few points are round numbers.
template <class F, class G>
double worst(F const& f, G const& g, double low, double high, bool by_ratio = false) {
    constexpr int steps = 10007;
    double result = 0;
    for (int i = 0; i <= steps; ++i) {
        double const share = static_cast<double>(i) / steps;
        double const x = by_ratio ? std::exp(std::log(low) + (std::log(high) - std::log(low)) * share) : low + (high - low) * share;
        double const error = units(f(x), g(static_cast<long double>(x)));
        if (!(error <= result)) result = error;  // NaN, too
    }
    return result;
}

/// Our function and the C library's.
#define FIREFLY_BOTH(name) [](double x) { return portable::name(x); }, [](long double x) -> long double { return std::name(x); }

/// Alike but for a few units in the last place: infinities, NaN and signs of zeros, too.
bool agree(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::signbit(a) == std::signbit(b) && (a == b || std::abs(a - b) <= 8e-16 * std::abs(b));
}

constexpr std::array special = {0.0,          -0.0,
                                1.0,          -1.0,
                                0.5,          -0.5,
                                2.0,          -2.0,
                                3.0,          -3.0,
                                inf,          -inf,
                                not_a_number, 5e-324,
                                -5e-324,      1e-310,
                                -1e-310,      1e-300,
                                -1e-300,      1e-9,
                                1e-17,        -1e-17,
                                DBL_MAX,      -DBL_MAX,
                                709.7,        709.8,
                                710.4,        710.5,
                                -708.5,       -745.1,
                                -745.2,       -800.0,
                                1e22,         4503599627370497.5};

}  // namespace

TEST_CASE("exponentials and logarithms are good to one unit in the last place") {
    if (std::numeric_limits<long double>::digits < 64) return;  // nothing to compare with
    CHECK(worst(FIREFLY_BOTH(exp), -1, 1) < 0.6);
    CHECK(worst(FIREFLY_BOTH(exp), -708, 709) < 0.6);
    CHECK(worst(FIREFLY_BOTH(expm1), -1, 1) < 0.8);
    CHECK(worst(FIREFLY_BOTH(expm1), -40, 40) < 0.8);
    CHECK(worst(FIREFLY_BOTH(expm1), 1e-20, 1e-2, true) < 0.8);
    CHECK(worst(FIREFLY_BOTH(expm1), 40, 700) < 0.8);
    CHECK(worst(FIREFLY_BOTH(log), 0.4, 3) < 1);
    CHECK(worst(FIREFLY_BOTH(log), 1e-300, 1e300, true) < 1);
    CHECK(worst(FIREFLY_BOTH(log), 1 - 1e-6, 1 + 1e-6) < 1);
    CHECK(worst(FIREFLY_BOTH(log), 5e-324, 1e-308, true) < 1);
    CHECK(worst(FIREFLY_BOTH(log1p), -0.999, 5) < 1);
    CHECK(worst(FIREFLY_BOTH(log1p), 1e-20, 1e300, true) < 1);
    CHECK(worst(FIREFLY_BOTH(log2), 1e-300, 1e300, true) < 0.51);
    CHECK(worst(FIREFLY_BOTH(log10), 1e-300, 1e300, true) < 0.51);
    CHECK(worst(FIREFLY_BOTH(exp2), -1000, 1000) < 0.6);
}

TEST_CASE("where exponentials are below normal numbers they lose digits but not more than one unit") {
    CHECK(worst(FIREFLY_BOTH(exp), -745, -709) < 1.1);
    CHECK(portable::exp2(-1074) == 5e-324);
}

TEST_CASE("logarithms and powers of two and ten are exact") {
    for (int k = -1022; k <= 1023; ++k) {
        CHECK(portable::exp2(k) == std::ldexp(1, k));
        CHECK(portable::log2(std::ldexp(1, k)) == k);
    }
    double power = 1;
    for (int k = 0; k <= 22; ++k, power *= 10) {
        CHECK(portable::log10(power) == k);
        CHECK(portable::pow(10, k) == power);
    }
}

TEST_CASE("hyperbolic functions are good to one unit in the last place") {
    CHECK(worst(FIREFLY_BOTH(sinh), -3, 3) < 1);
    CHECK(worst(FIREFLY_BOTH(sinh), 3, 710) < 1);
    CHECK(worst(FIREFLY_BOTH(sinh), 1e-20, 1, true) < 1);
    CHECK(worst(FIREFLY_BOTH(cosh), -3, 3) < 1);
    CHECK(worst(FIREFLY_BOTH(cosh), 3, 710) < 1);
    CHECK(worst(FIREFLY_BOTH(tanh), -2, 2) < 1);
    CHECK(worst(FIREFLY_BOTH(tanh), 2, 25) < 1);
    CHECK(worst(FIREFLY_BOTH(tanh), 1e-20, 1, true) < 1);
}

TEST_CASE("sines of small and of huge angles are good to one unit in the last place") {
    CHECK(worst(FIREFLY_BOTH(sin), -20, 20) < 1);
    CHECK(worst(FIREFLY_BOTH(sin), 1e-20, 1e300, true) < 1);
    CHECK(worst(FIREFLY_BOTH(cos), -20, 20) < 1);
    CHECK(worst(FIREFLY_BOTH(cos), 1e-20, 1e300, true) < 1);
    CHECK(worst(FIREFLY_BOTH(tan), -20, 20) < 1.1);
    CHECK(worst(FIREFLY_BOTH(tan), 1e-20, 1e300, true) < 1.1);
    // The double that is nearest to a multiple of π/2 (Muller 2016, 11.3.2): the remainder is 4.7e-19.
    double const nearest = std::ldexp(6381956970095103.0, 797);
    CHECK(units(portable::cos(nearest), std::cos(static_cast<long double>(nearest))) < 1);
    CHECK(portable::sin(nearest) == std::sin(nearest));
    // Multiples of π/2 as doubles have them.
    for (int k = 1; k < 50; ++k) {
        double const x = k * (std::numbers::pi / 2);
        CHECK(units(portable::sin(x), std::sin(static_cast<long double>(x))) < 1);
        CHECK(units(portable::cos(x), std::cos(static_cast<long double>(x))) < 1);
    }
}

TEST_CASE("error functions and log Γ are good to a few units in the last place") {
    CHECK(worst(FIREFLY_BOTH(erf), -6, 6) < 2);
    CHECK(worst(FIREFLY_BOTH(erf), 1e-20, 1, true) < 2);
    CHECK(worst(FIREFLY_BOTH(erfc), -6, 0.75) < 2);
    CHECK(worst(FIREFLY_BOTH(erfc), 0.75, 26) < 4);
    CHECK(worst(FIREFLY_BOTH(lgamma), 1e-300, 0.5, true) < 3);
    CHECK(worst(FIREFLY_BOTH(lgamma), 0.5, 8) < 5);
    CHECK(worst(FIREFLY_BOTH(lgamma), 1 - 1e-6, 1 + 1e-6) < 5);
    CHECK(worst(FIREFLY_BOTH(lgamma), 2 - 1e-6, 2 + 1e-6) < 5);
    CHECK(worst(FIREFLY_BOTH(lgamma), 8, 1e300, true) < 3);
}

TEST_CASE("powers and hypotenuses are good to one unit in the last place, of any size") {
    double power = 0, hypotenuse = 0;
    for (int i = 0; i < 200; ++i)
        for (int j = 0; j < 200; ++j) {
            double const x = std::exp(-20 + 0.2003 * i), y = -30 + 0.3007 * j;
            power = std::max(power, units(portable::pow(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y))));
            double const a = std::exp(-600 + 6.003 * i), b = a * std::exp(-40 + 0.4003 * j);
            hypotenuse = std::max(
                hypotenuse, units(portable::hypot(a, b), std::hypot(static_cast<long double>(a), static_cast<long double>(b))));
        }
    CHECK(power < 0.6);
    CHECK(hypotenuse < 0.51);
    CHECK(portable::hypot(DBL_MAX, DBL_MAX / 4) == inf);
    CHECK(portable::hypot(3e307, 4e307) == doctest::Approx(5e307).epsilon(1e-15));
    CHECK(portable::hypot(-3e-320, 4e-320) == 5e-320);
}

TEST_CASE("infinities, NaN, signed zeros and numbers at the edges are what they are in the C library") {
    for (double const x : special) {
        CAPTURE(x);
        CHECK(agree(portable::exp(x), std::exp(x)));
        CHECK(agree(portable::expm1(x), std::expm1(x)));
        CHECK(agree(portable::log(x), std::log(x)));
        CHECK(agree(portable::log1p(x), std::log1p(x)));
        CHECK(agree(portable::log2(x), std::log2(x)));
        CHECK(agree(portable::log10(x), std::log10(x)));
        CHECK(agree(portable::exp2(x), std::exp2(x)));
        CHECK(agree(portable::sinh(x), std::sinh(x)));
        CHECK(agree(portable::cosh(x), std::cosh(x)));
        CHECK(agree(portable::tanh(x), std::tanh(x)));
        CHECK(agree(portable::sin(x), std::sin(x)));
        CHECK(agree(portable::cos(x), std::cos(x)));
        CHECK(agree(portable::tan(x), std::tan(x)));
        CHECK(agree(portable::erf(x), std::erf(x)));
        CHECK(agree(portable::erfc(x), std::erfc(x)));
        if (x >= 0) CHECK(agree(portable::lgamma(x), std::lgamma(x)));
        for (double const y : special) {
            CAPTURE(y);
            CHECK(agree(portable::pow(x, y), std::pow(x, y)));
            CHECK(agree(portable::hypot(x, y), std::hypot(x, y)));
        }
    }
    CHECK(std::isnan(portable::lgamma(-0.5)));
    CHECK(std::isnan(portable::lgamma(not_a_number)));
}
