#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.numeric;

using namespace firefly;

namespace {

constexpr double largest = std::numeric_limits<double>::max();

/// Intervals of all sizes about points of all sizes, on both sides of zero and across it.
std::vector<interval> intervals() {
    std::vector<interval> result{{0, 0}, {-0.0, 1}, {1, 1}, {-1, 0}};
    random_source random({.seed = 1, .use = purpose::data});
    for (int i = 0; i < 300; ++i) {
        auto const power = [&](double least, double most) { return std::exp(least + (most - least) * random.uniform()); };
        double const middle = (random.chance(0.5) ? 1 : -1) * power(-9, 9), half = power(-20, 6);
        result.emplace_back(middle - half, middle + half);
    }
    return result;
}

/// Ends and a few points between them.
std::vector<double> points(interval x) {
    std::vector<double> result{x.low, x.high};
    for (int i = 1; i < 8; ++i) result.push_back(std::clamp(x.low + (x.high - x.low) * i / 8, x.low, x.high));
    return result;
}

/// Whether the value in long double, which has eleven more bits, lies strictly within or at an end that it cannot lie beyond.
bool holds(interval x, long double value) {
    return x.low <= value && value <= x.high;
}

/// How much wider an interval is than the values at points of its argument: for one that is next to a point, rounding alone.
double slack(interval result, double value) {
    return std::max(result.high - value, value - result.low) / std::max(std::abs(value), 1e-270);
}

struct function {
    char const* name;
    interval (*of_interval)(interval);
    long double (*of_number)(long double);
    double least, most;  // where it has values
};

std::vector<function> const functions{
    {"exp", [](interval x) { return exp(x); }, [](long double x) { return std::exp(x); }, -1e3, 1e3},
    {"expm1", [](interval x) { return expm1(x); }, [](long double x) { return std::expm1(x); }, -1e3, 1e3},
    {"log", [](interval x) { return log(x); }, [](long double x) { return std::log(x); }, 0, largest},
    {"log1p", [](interval x) { return log1p(x); }, [](long double x) { return std::log1p(x); }, -1, largest},
    {"sqrt", [](interval x) { return sqrt(x); }, [](long double x) { return std::sqrt(x); }, 0, largest},
    {"squared", [](interval x) { return squared(x); }, [](long double x) { return x * x; }, -largest, largest},
    {"abs", [](interval x) { return abs(x); }, [](long double x) { return std::abs(x); }, -largest, largest},
    {"sinh", [](interval x) { return sinh(x); }, [](long double x) { return std::sinh(x); }, -1e3, 1e3},
    {"cosh", [](interval x) { return cosh(x); }, [](long double x) { return std::cosh(x); }, -1e3, 1e3},
    {"tanh", [](interval x) { return tanh(x); }, [](long double x) { return std::tanh(x); }, -largest, largest},
    {"sigmoid", [](interval x) { return sigmoid(x); }, [](long double x) { return 1 / (1 + std::exp(-x)); }, -largest, largest},
    {"log_sigmoid", [](interval x) { return log_sigmoid(x); },
     [](long double x) { return x < -50 ? x - std::exp(x) : -std::log1p(std::exp(-x)); }, -largest, largest},
    {"cube", [](interval x) { return pow(x, 3); }, [](long double x) { return x * x * x; }, -largest, largest},
    {"fourth power", [](interval x) { return pow(x, 4); }, [](long double x) { return x * x * x * x; }, -largest, largest},
    {"inverse square", [](interval x) { return pow(x, -2); }, [](long double x) { return 1 / x / x; }, -largest, largest},
};

}  // namespace

TEST_CASE("the result of an operation on intervals has the exact results for all numbers of its operands") {
    auto const all = intervals();
    for (std::size_t i = 0; i < all.size(); ++i) {
        interval const x = all[i], y = all[(7 * i + 3) % all.size()];
        CAPTURE(x.low);
        CAPTURE(y.low);
        for (double const a : points(x)) {
            for (double const b : points(y)) {
                long double const p = a, q = b;
                CHECK(holds(x + y, p + q));
                CHECK(holds(x - y, p - q));
                CHECK(holds(x * y, p * q));
                if (b != 0) CHECK(holds(x / y, p / q));
            }
            CHECK(holds(-x, -a));
        }
    }
}

TEST_CASE("the result of a function of an interval has its values at all numbers of it") {
    for (auto const& f : functions) {
        CAPTURE(f.name);
        for (interval const x : intervals()) {
            if (x.low < f.least || x.high > f.most) continue;
            for (double const a : points(x)) {
                CAPTURE(a);
                if (long double const value = f.of_number(a); !std::isnan(value)) CHECK(holds(f.of_interval(x), value));
            }
        }
    }
}

TEST_CASE("an interval of one point grows by a few units in the last place") {
    constexpr double few = 20 * std::numeric_limits<double>::epsilon();
    for (double const x : {1e-9, 0.3, 1.0, 7.7}) {
        CAPTURE(x);
        for (auto const& f : functions) {
            CAPTURE(f.name);
            interval const result = f.of_interval(x);
            CHECK(slack(result, static_cast<double>(f.of_number(x))) < few);
            CHECK(result.low <= result.high);
        }
        CHECK(slack(interval(x) + 0.1, x + 0.1) < few);
        CHECK(slack(interval(x) * -0.1, x * -0.1) < few);
        CHECK(slack(interval(x) / 3, x / 3) < few);
    }
}

TEST_CASE(
    "the ends of a result are those of the function where it is not monotone, and no value lies where the function has none") {
    CHECK(squared(interval(-2, 1)).low == 0);
    CHECK(pow(interval(-2, 1), 2).low == 0);
    CHECK(abs(interval(-2, 1)).low == 0);
    CHECK(abs(interval(-2, 1)).high == 2);
    CHECK(abs(interval(-2, -1)).low == 1);
    CHECK(cosh(interval(-2, 1)).low == 1);
    CHECK(exp(interval(-1e4, 0)).low == 0);
    CHECK(exp(interval(-1e4, -1e4)).high > 0);
    CHECK(expm1(interval(-1e4, 0)).low == -1);
    CHECK(tanh(interval(-40, 40)).high == 1);
    CHECK(tanh(interval(-40, 40)).low == -1);
    CHECK(sigmoid(interval(-1e4, 1e4)).high == 1);
    CHECK(sigmoid(interval(-1e4, 1e4)).low == 0);
    CHECK(log_sigmoid(interval(0, 1e4)).high == 0);
    CHECK(sqrt(interval(0, 1)).low == 0);
    CHECK(pow(interval(-3, 3), 0).contains(1));
}

TEST_CASE("what has no value, or no bound, is unbounded and never NaN") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    for (interval const x : {1 / interval(-1, 1), 1 / interval(0, 1), log(interval(-1, 1)), log1p(interval(-2, 1)), interval(nan),
                             interval(0, infinity) * interval(0, 1), interval(-infinity, infinity) - interval(1, infinity),
                             interval(1, infinity) / interval(1, infinity), exp(interval(0, 800)), sqrt(interval(-1, 1)),
                             interval(1, -1), 0 * interval(0, infinity), cosh(interval(-800, 0)), pow(interval(-1, 1), -1)}) {
        CHECK_FALSE(x.is_bounded());
        CHECK(x.low <= x.high);
    }
    CHECK(log(interval(0, 1)).low == -infinity);
    CHECK(log(interval(0, 1)).contains(0));
    CHECK((interval(largest) * 2).contains(largest));  // what is too large for a number is between the largest and ∞
    CHECK((0 * interval(-3, 4)).is_zero());
    CHECK((interval(-3, 4) * 0).is_zero());
}
