#include <algorithm>
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

struct fall {
    double eta, delta, psi;
};

/// 400-digit values by mpmath 1.4.1: see fall_below_tangent.py.
constexpr fall falls[] = {
#include "fall_below_tangent.inc"
};

double log_likelihood(double target, double eta) {
    double out;
    logistic{}.log_likelihood({&target, 1}, {&eta, 1}, {&out, 1});
    return out;
}

struct pair {
    double first, second;
};

pair derivatives(double target, double eta) {
    pair out;
    logistic{}.derivatives({&target, 1}, {&eta, 1}, {&out.first, 1}, {&out.second, 1});
    return out;
}

std::vector<double> predictors() {
    std::vector<double> grid{0.0};
    for (double x = 1e-3; x <= 1e3; x *= 1.7) grid.insert(grid.end(), {x, -x});
    grid.insert(grid.end(), {1e3, -1e3});
    return grid;
}

}  // namespace

TEST_CASE("the logistic likelihood is that of its class, and the two classes add up to one") {
    for (double const eta : predictors()) {
        CAPTURE(eta);
        CHECK(log_likelihood(1, eta) == doctest::Approx(log_sigmoid(eta)).epsilon(1e-15).scale(1e-300));
        CHECK(log_likelihood(0, eta) == doctest::Approx(log_sigmoid(-eta)).epsilon(1e-15).scale(1e-300));
        CHECK(std::exp(log_likelihood(0, eta)) + std::exp(log_likelihood(1, eta)) == doctest::Approx(1).epsilon(1e-15));
        CHECK(std::isfinite(log_likelihood(0, eta)));
    }
}

TEST_CASE("a batch of likelihoods and derivatives is what its data are one by one") {
    std::vector<double> const targets{0, 1, 1, 0}, eta{-2, 0.5, 30, 7};
    std::vector<double> values(4), first(4), second(4);
    logistic{}.log_likelihood(targets, eta, values);
    logistic{}.derivatives(targets, eta, first, second);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(values[i] == log_likelihood(targets[i], eta[i]));
        CHECK(first[i] == derivatives(targets[i], eta[i]).first);
        CHECK(second[i] == derivatives(targets[i], eta[i]).second);
    }
}

TEST_CASE("logistic derivatives equal central differences of the likelihood to 1e-8") {
    // Step 1e-4 in long double: the truncation error is below h²/6·|ℓ'''| < 2e-10, rounding below 1e-18/h² = 1e-10.
    auto const exact = [](double target, long double eta) {
        long double const y = target > 0.5 ? eta : -eta;
        return y >= 0 ? -std::log1p(std::exp(-y)) : y - std::log1p(std::exp(y));
    };
    for (double const target : {0.0, 1.0})
        for (double const eta : predictors()) {
            if (std::abs(eta) > 50) continue;
            CAPTURE(eta);
            long double const h = 1e-4L, at = eta;
            auto const [first, second] = derivatives(target, eta);
            CHECK(first ==
                  doctest::Approx(static_cast<double>((exact(target, at + h) - exact(target, at - h)) / (2 * h))).epsilon(1e-8));
            double const curvature =
                static_cast<double>(-(exact(target, at + h) - 2 * exact(target, at) + exact(target, at - h)) / (h * h));
            CHECK(std::abs(second - curvature) < 1e-8);
        }
}

TEST_CASE("logistic derivatives keep their precision in the tails") {
    for (double const eta : predictors()) {
        CAPTURE(eta);
        auto const [first, second] = derivatives(1, eta);
        long double const wrong = 1 / (1 + std::exp(static_cast<long double>(eta)));
        long double const right = 1 / (1 + std::exp(-static_cast<long double>(eta)));
        // what is below the least normal number may be lost
        double const least = std::numeric_limits<double>::min();
        CHECK(std::abs(first - wrong) <= 1e-14L * wrong + least);
        CHECK(std::abs(second - wrong * right) <= 1e-14L * wrong * right + least);
        CHECK(derivatives(0, eta).first == -derivatives(1, -eta).first);
        CHECK(std::abs(derivatives(0, eta).second - second) <= 1e-15 * second);
    }
}

TEST_CASE("fall_below_tangent has a relative error below 1e-14, for tiny steps and far ones") {
    CHECK(std::size(falls) > 500);
    double worst = 0;
    for (auto const [eta, delta, psi] : falls)
        for (double const sign : {1.0, -1.0}) {
            double const error = std::abs(logistic::fall_below_tangent(sign * eta, sign * delta) - psi) / psi;
            worst = std::max(worst, error);
            if (error >= 1e-14) {
                CAPTURE(eta);
                CAPTURE(delta);
                CHECK(error < 1e-14);
            }
        }
    CHECK(worst < 1e-14);
}

TEST_CASE("fall_below_tangent is never negative and never NaN, however far") {
    for (double const eta : predictors())
        for (double const delta : predictors()) {
            CAPTURE(eta);
            CAPTURE(delta);
            CHECK(logistic::fall_below_tangent(eta, delta) >= 0);
            CHECK(std::isfinite(logistic::fall_below_tangent(eta, delta)));
        }
    CHECK(logistic::fall_below_tangent(1.5, 0) == 0);
    CHECK(logistic::fall_below_tangent(0, 1e300) == doctest::Approx(5e299));
}

TEST_CASE("logistic refuses targets other than 0 and 1") {
    CHECK_NOTHROW(logistic{}.check(0));
    CHECK_NOTHROW(logistic{}.check(1));
    CHECK_THROWS_WITH_AS(logistic{}.check(2), "logistic: a target must be 0 or 1, got 2; code the two classes as 0 and 1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(logistic{}.check(-1), "logistic: a target must be 0 or 1, got -1; code the two classes as 0 and 1",
                         invalid_argument);
    CHECK_THROWS_AS(logistic{}.check(std::numeric_limits<double>::quiet_NaN()), invalid_argument);
}
