#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.numeric;

using namespace firefly;

namespace {

/// A function of any number, with its derivatives by hand.
struct known {
    std::string name;
    jet<double> (*of_numbers)(jet<double> const&);
    jet<interval> (*of_intervals)(jet<interval> const&);
    double (*value)(double);
    double (*first)(double);
    double (*second)(double);
};

#define FIREFLY_BOTH(expression)                                    \
    [](jet<double> const& x) -> jet<double> { return expression; }, \
        [](jet<interval> const& x) -> jet<interval> { return expression; }

/// Each composed with x² or the like, so that u' and u'' are neither one nor zero.
std::vector<known> const functions{
    {"constant", FIREFLY_BOTH((void(x), 3)), [](double) { return 3.0; }, [](double) { return 0.0; }, [](double) { return 0.0; }},
    {"sums", FIREFLY_BOTH(2 - (-x + 1) + (3 + x) - x * 4 + x - 1), [](double x) { return 3 - x; }, [](double) { return -1.0; },
     [](double) { return 0.0; }},
    {"product", FIREFLY_BOTH((x + 1) * (x * x)), [](double x) { return x * x * x + x * x; },
     [](double x) { return 3 * x * x + 2 * x; }, [](double x) { return 6 * x + 2; }},
    {"quotient", FIREFLY_BOTH((x + 1) / (x * x)), [](double x) { return 1 / x + 1 / x / x; },
     [](double x) { return -1 / x / x - 2 / x / x / x; }, [](double x) { return (2 + 6 / x) / x / x / x; }},
    {"by a number", FIREFLY_BOTH(x / 4), [](double x) { return x / 4; }, [](double) { return 0.25; }, [](double) { return 0.0; }},
    {"of a number", FIREFLY_BOTH(3 / (x * x)), [](double x) { return 3 / x / x; }, [](double x) { return -6 / x / x / x; },
     [](double x) { return 18 / x / x / x / x; }},
    {"squared", FIREFLY_BOTH(squared(x* x)), [](double x) { return x * x * x * x; }, [](double x) { return 4 * x * x * x; },
     [](double x) { return 12 * x * x; }},
    {"pow", FIREFLY_BOTH(pow(x* x, 3) + pow(x, 1) + pow(x, 0) + pow(x, -1)),
     [](double x) { return std::pow(x, 6) + x + 1 + 1 / x; }, [](double x) { return 6 * std::pow(x, 5) + 1 - 1 / x / x; },
     [](double x) { return 30 * std::pow(x, 4) + 2 / x / x / x; }},
    {"sqrt", FIREFLY_BOTH(sqrt(x* x* x)), [](double x) { return std::pow(x, 1.5); }, [](double x) { return 1.5 * std::sqrt(x); },
     [](double x) { return 0.75 / std::sqrt(x); }},
    {"exp", FIREFLY_BOTH(exp(x* x)), [](double x) { return std::exp(x * x); }, [](double x) { return 2 * x * std::exp(x * x); },
     [](double x) { return (2 + 4 * x * x) * std::exp(x * x); }},
    {"expm1", FIREFLY_BOTH(expm1(x* x)), [](double x) { return std::expm1(x * x); },
     [](double x) { return 2 * x * std::exp(x * x); }, [](double x) { return (2 + 4 * x * x) * std::exp(x * x); }},
    {"log", FIREFLY_BOTH(log(x* x)), [](double x) { return 2 * std::log(x); }, [](double x) { return 2 / x; },
     [](double x) { return -2 / x / x; }},
    {"log1p", FIREFLY_BOTH(log1p(x* x)), [](double x) { return std::log1p(x * x); }, [](double x) { return 2 * x / (1 + x * x); },
     [](double x) { return 2 * (1 - x * x) / (1 + x * x) / (1 + x * x); }},
    {"sinh", FIREFLY_BOTH(sinh(x* x)), [](double x) { return std::sinh(x * x); }, [](double x) { return 2 * x * std::cosh(x * x); },
     [](double x) { return 2 * std::cosh(x * x) + 4 * x * x * std::sinh(x * x); }},
    {"cosh", FIREFLY_BOTH(cosh(x* x)), [](double x) { return std::cosh(x * x); }, [](double x) { return 2 * x * std::sinh(x * x); },
     [](double x) { return 2 * std::sinh(x * x) + 4 * x * x * std::cosh(x * x); }},
    {"tanh", FIREFLY_BOTH(tanh(2 * x)), [](double x) { return std::tanh(2 * x); },
     [](double x) { return 2 * std::pow(std::cosh(2 * x), -2); },
     [](double x) { return -8 * std::tanh(2 * x) * std::pow(std::cosh(2 * x), -2); }},
    {"sigmoid", FIREFLY_BOTH(sigmoid(2 * x)), [](double x) { return sigmoid(2 * x); },
     [](double x) { return 2 * sigmoid(2 * x) * sigmoid(-2 * x); },
     [](double x) { return -4 * sigmoid(2 * x) * sigmoid(-2 * x) * std::tanh(x); }},
    {"log_sigmoid", FIREFLY_BOTH(log_sigmoid(x* x)), [](double x) { return log_sigmoid(x * x); },
     [](double x) { return 2 * x * sigmoid(-x * x); },
     [](double x) { return 2 * sigmoid(-x * x) - 4 * x * x * sigmoid(x * x) * sigmoid(-x * x); }},
};

}  // namespace

TEST_CASE("a jet over numbers has the value and the derivatives of every function") {
    for (auto const& f : functions)
        for (double const x : {0.1, 0.7, 1.3, 2.9}) {
            CAPTURE(f.name);
            CAPTURE(x);
            jet<double> const result = f.of_numbers(jet<double>::variable(x));
            CHECK(result.value == doctest::Approx(f.value(x)).epsilon(1e-13));
            CHECK(result.first == doctest::Approx(f.first(x)).epsilon(1e-13));
            CHECK(result.second == doctest::Approx(f.second(x)).epsilon(1e-12));
        }
}

TEST_CASE("a jet over an interval has the values and derivatives at all of its points") {
    for (auto const& f : functions)
        for (double const x : {0.1, 0.7, 1.3, 2.9})
            for (double const width : {0.0, 1e-6, 0.05}) {
                CAPTURE(f.name);
                CAPTURE(x);
                CAPTURE(width);
                jet<interval> const result = f.of_intervals(jet<interval>::variable({x, x + width}));
                for (int i = 0; i <= 10; ++i) {
                    jet<double> const point = f.of_numbers(jet<double>::variable(x + width * i / 10));
                    CHECK(result.value.contains(point.value));
                    CHECK(result.first.contains(point.first));
                    CHECK(result.second.contains(point.second));
                }
                CHECK(result.second.is_bounded());
                if (width == 0) CHECK(result.second.high - result.second.low < 1e-12 * std::max(1.0, result.second.size()));
            }
}
