#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.core;
import firefly.numeric;

using namespace firefly;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// ±10^k, k from −300 to 3 in steps of a twentieth, and zero. The references below are computed in long double (64 bits).
std::vector<double> adversarial_grid(double most) {
    std::vector<double> grid{0.0};
    for (int k = -6000; k <= 60; ++k) {
        double const x = std::pow(10.0, k / 20.0);
        if (x <= most) grid.insert(grid.end(), {x, -x});
    }
    return grid;
}

/// |value − reference| in units of epsilon·|reference|, with everything below the least normal number forgiven.
double relative_error(double value, long double reference) {
    long double const scale = std::max(std::abs(reference), static_cast<long double>(std::numeric_limits<double>::min()));
    return static_cast<double>(std::abs(value - reference) / scale / static_cast<long double>(epsilon));
}

/// eˣ − 1 − x by its series, to long double's last place for |x| < 1.
long double expm1_minus_by_series(long double x) {
    long double term = x * x / 2, sum = term;
    for (int k = 3; k < 40; ++k) sum += term *= x / k;
    return sum;
}

}  // namespace

TEST_CASE("sigmoid is accurate to 4 epsilons in both tails") {
    for (double const x : adversarial_grid(1e3)) {
        CAPTURE(x);
        CHECK(relative_error(sigmoid(x), 1 / (1 + std::exp(-static_cast<long double>(x)))) < 4);
    }
    CHECK(sigmoid(0.0) == 0.5);
    CHECK(sigmoid(infinity) == 1);
    CHECK(sigmoid(-infinity) == 0);
}

TEST_CASE("log_sigmoid is accurate to 4 epsilons and never overflows") {
    for (double const x : adversarial_grid(1e3)) {
        CAPTURE(x);
        long double const y = x;
        long double const reference = y >= 0 ? -std::log1p(std::exp(-y)) : y - std::log1p(std::exp(y));
        CHECK(relative_error(log_sigmoid(x), reference) < 4);
    }
    CHECK(log_sigmoid(infinity) == 0);
    CHECK(log_sigmoid(-infinity) == -infinity);
    CHECK(log_sigmoid(-1e308) == -1e308);
}

TEST_CASE("expm1_minus is accurate to 8 epsilons on either side of its switch at one half") {
    for (double const x : adversarial_grid(700)) {
        CAPTURE(x);
        long double const y = x;
        long double const reference = std::abs(x) < 1 ? expm1_minus_by_series(y) : std::expm1(y) - y;
        CHECK(relative_error(expm1_minus(x), reference) < 8);
    }
    for (double const x : {0.5, -0.5, std::nextafter(0.5, 0.0), std::nextafter(-0.5, 0.0)}) {
        CAPTURE(x);
        CHECK(relative_error(expm1_minus(x), expm1_minus_by_series(x)) < 8);
    }
}

TEST_CASE("expm1_minus is never negative") {
    for (double const x : adversarial_grid(700)) CHECK(expm1_minus(x) >= 0);
}

TEST_CASE("exponential_secant is accurate to 10 epsilons, rises, and has its limits at zero and at both infinities") {
    auto grid = adversarial_grid(700);
    for (double const x : grid) {
        CAPTURE(x);
        long double const y = x;
        if (std::abs(x) > 1e-140)
            CHECK(relative_error(exponential_secant(x),
                                 2 * (std::abs(x) < 1 ? expm1_minus_by_series(y) : std::expm1(y) - y) / y / y) < 10);
        else
            CHECK(exponential_secant(x) == doctest::Approx(1).epsilon(1e-15));
    }
    std::ranges::sort(grid);
    for (std::size_t i = 1; i < grid.size(); ++i)
        CHECK(exponential_secant(grid[i - 1]) <= exponential_secant(grid[i]) * (1 + 10 * epsilon));
    CHECK(exponential_secant(infinity) == infinity);
    CHECK(exponential_secant(-infinity) == 0);
}

TEST_CASE("log_gamma is log (n − 1)! of whole numbers, and log √π of one half") {
    double sum = 0;
    for (int n = 1; n < 200; ++n) {
        CAPTURE(n);
        CHECK(portable::lgamma(n) == doctest::Approx(sum).epsilon(1e-14).scale(1));
        sum += std::log(n);
    }
    CHECK(portable::lgamma(0.5) == doctest::Approx(std::log(std::numbers::pi) / 2).epsilon(1e-15));
    CHECK(portable::lgamma(1e-10) == doctest::Approx(10 * std::log(10)).epsilon(1e-11));
}

TEST_CASE("minus_log1p is accurate to 40 epsilons on either side of its switch at one tenth, and never negative") {
    // In long double by the alternating series below one tenth; at the switch the subtraction loses a factor of 20.
    std::vector<double> grid = adversarial_grid(1e6);
    grid.insert(grid.end(), {0.1, -0.1, std::nextafter(0.1, 0.0), std::nextafter(-0.1, 0.0), -0.9, -0.5, 0.3});
    for (double const x : grid) {
        if (x <= -1) continue;
        CAPTURE(x);
        long double const y = x;
        long double reference = y - std::log1p(y);
        if (std::abs(x) <= 0.1) {
            reference = 0;
            for (int k = 40; k >= 2; --k) reference = (k % 2 == 0 ? 1 : -1) / static_cast<long double>(k) + y * reference;
            reference *= y * y;
        }
        CHECK(minus_log1p(x) >= 0);
        CHECK(relative_error(minus_log1p(x), reference) < 40);
    }
}

TEST_CASE("log_bright_factor is accurate to 4 epsilons of one plus its size") {
    // At gap = ln 2 the logarithm passes through zero: only the error of the factor itself can be relative there.
    for (double const gap : adversarial_grid(1e3)) {
        if (gap <= 0) continue;
        CAPTURE(gap);
        long double const g = gap;
        long double const reference = g > 1 ? g + std::log1p(-std::exp(-g)) : std::log(std::expm1(g));
        CHECK(std::abs(log_bright_factor(gap) - reference) < 4 * epsilon * (1 + std::abs(reference)));
    }
}

TEST_CASE("bright_factors are L̃ and its logarithm one by one, at every length and size") {
    std::vector<double> gaps;
    for (double gap = 1e-290; gap < 1e3; gap *= 1.7) gaps.push_back(gap);
    for (double const gap : {0.0, -1.0, 1e-305, 2.0, 0.69, 700.0, 708.9, 709.5}) gaps.push_back(gap);
    for (std::size_t const size : {std::size_t{1}, std::size_t{7}, std::size_t{9}, gaps.size()}) {
        vector_view const some = vector_view(gaps).last(size);
        std::vector<double> factors(size), logs(size);
        bright_factors(some, factors, logs);
        for (std::size_t i = 0; i < size; ++i) {
            CAPTURE(some[i]);
            if (some[i] < 1e-300) {
                CHECK(factors[i] == 0);
                CHECK(logs[i] == -infinity);
                continue;
            }
            CHECK(logs[i] == doctest::Approx(log_bright_factor(some[i])).epsilon(1e-15).scale(1));
            if (some[i] > 709)
                CHECK(factors[i] == infinity);
            else
                CHECK(factors[i] == doctest::Approx(std::expm1(some[i])).epsilon(1e-14).scale(0));
        }
    }
}

TEST_CASE("gaps_of_factors undoes bright_factors, at every length and size") {
    std::vector<double> gaps;
    for (double gap = 1e-290; gap < 700; gap *= 1.7) gaps.push_back(gap);
    for (std::size_t const size : {std::size_t{1}, std::size_t{7}, std::size_t{9}, gaps.size()}) {
        vector_view const some = vector_view(gaps).last(size);
        std::vector<double> factors(size), logs(size), found(size, -infinity);
        bright_factors(some, factors, logs);
        gaps_of_factors(factors, found);
        for (std::size_t i = 0; i < size; ++i) CHECK(found[i] == doctest::Approx(some[i]).epsilon(1e-14).scale(0));
    }
}

TEST_CASE("gaps that are known stay as they are, whatever their factors") {
    std::vector<double> gaps{0, -infinity, -1, 800, -infinity, 1e-300};
    gaps_of_factors(std::vector<double>{7, 0, 7, infinity, 1.5, 7}, gaps);
    CHECK(gaps == std::vector<double>{0, 0, -1, 800, std::log1p(1.5), 1e-300});
}

TEST_CASE("what is beyond the second order of exponential and logarithm keeps its digits, and so does log(1 − e^{−x})") {
    for (double size = 1e-14; size < 30; size *= 1.3)
        for (double const x : {size, -size}) {
            long double const y = x;
            // From the series where a difference in long double would cancel.
            long double const cubic = y * y * y / 6 * (1 + y / 4 + y * y / 20 + y * y * y / 120 + y * y * y * y / 840);
            long double const exact = size < 1e-2 ? cubic : std::expm1(y) - y - y * y / 2;
            CHECK(expm1_beyond_second(x) == doctest::Approx(static_cast<double>(exact)).epsilon(1e-12).scale(0));
            if (x <= -1) continue;
            long double series = 0;
            for (int k = 30; k >= 3; --k) series = series * y + (k % 2 == 1 ? 1.0L : -1.0L) / k;
            long double const log_exact = size < 0.2 ? series * y * y * y : std::log1p(y) - y + y * y / 2;
            CHECK(log1p_beyond_second(x) == doctest::Approx(static_cast<double>(log_exact)).epsilon(1e-12).scale(0));
        }
    for (double x = 1e-300; x < 700; x *= 1.7) {
        long double const y = x, exact = x < 1e-10 ? std::log(y) - y / 2
                                         : x < 0.5 ? std::log(-std::expm1(-y))
                                                   : std::log1p(-std::exp(-y));
        if (x < 30) CHECK(log_one_minus_exp(x) == doctest::Approx(static_cast<double>(exact)).epsilon(1e-14).scale(0));
        if (x > 40) CHECK(log_one_minus_exp(x) == doctest::Approx(-std::exp(-x)).epsilon(1e-14).scale(0));
    }
    CHECK(log_one_minus_exp(0) == -infinity);
}

TEST_CASE("log_bright_factor does not overflow where expm1 does") {
    CHECK(log_bright_factor(1e5) == 1e5);
    CHECK(log_bright_factor(infinity) == infinity);
}

TEST_CASE("a gap that is zero, negative or no number makes a datum that cannot be bright") {
    for (double const gap : {0.0, -0.0, -1e-300, -1.0, -infinity, std::numeric_limits<double>::quiet_NaN()})
        CHECK(log_bright_factor(gap) == -infinity);
}

TEST_CASE("vectors and views share their numbers") {
    vector v = zeros(3);
    as_out(v)[1] = 2.5;
    CHECK(v(1) == 2.5);
    CHECK(as_view(v).data() == v.data());
    vector const copy = to_vector(as_view(v));
    CHECK(copy == v);
    CHECK(copy.data() != v.data());
    matrix const m = zeros(2, 3);
    CHECK(m.shape(0) == 2);
    CHECK(m.shape(1) == 3);
    CHECK(std::count(m.begin(), m.end(), 0.0) == 6);
}
