#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

struct fall {
    std::vector<double> eta, delta;
    double psi;
};

/// 1000-digit values by mpmath 1.4.1: see softmax_fall_below_tangent.py.
std::vector<fall> const& falls() {
    static std::vector<fall> const table{
#include "softmax_fall_below_tangent.inc"
    };
    return table;
}

double log_likelihood(std::size_t target, std::vector<double> const& eta) {
    double out, t = static_cast<double>(target);
    softmax(eta.size()).log_likelihood({&t, 1}, eta, {&out, 1});
    return out;
}

struct pair {
    std::vector<double> first, second;
};

pair derivatives(std::size_t target, std::vector<double> const& eta) {
    pair out{std::vector<double>(eta.size()), std::vector<double>(eta.size() * eta.size())};
    double const t = static_cast<double>(target);
    softmax(eta.size()).derivatives({&t, 1}, eta, out.first, out.second);
    return out;
}

long double exact_log_likelihood(std::size_t target, std::vector<long double> const& eta) {
    long double const top = *std::ranges::max_element(eta);
    long double sum = 0;
    for (long double const e : eta) sum += std::exp(e - top);
    return eta[target] - top - std::log(sum);
}

std::vector<long double> exact_probabilities(std::vector<double> const& eta) {
    std::vector<long double> p;
    for (std::size_t k = 0; k < eta.size(); ++k)
        p.push_back(std::exp(exact_log_likelihood(k, std::vector<long double>(eta.begin(), eta.end()))));
    return p;
}

/// Predictors of 2 to 50 classes, all alike, a little apart, and up to ±1000.
std::vector<std::vector<double>> predictors() {
    std::vector<std::vector<double>> result;
    std::uint64_t seed = 31;
    for (std::size_t const classes : {2u, 3u, 7u, 50u})
        for (double const spread : {0.0, 1e-3, 1.0, 10.0, 400.0}) {
            std::vector<double> eta(classes);
            random_source({.seed = seed++}).normals(eta);
            for (double& e : eta) e = std::clamp(spread * e, -1e3, 1e3);
            result.push_back(eta);
        }
    result.push_back({1e3, -1e3});
    result.push_back({-1e3, 1e3, 1e3});
    return result;
}

}  // namespace

TEST_CASE("softmax probabilities are those of the definition and add up to one") {
    for (auto const& eta : predictors()) {
        double sum = 0;
        for (std::size_t t = 0; t < eta.size(); ++t) {
            double const value = log_likelihood(t, eta);
            auto const exact = static_cast<double>(exact_log_likelihood(t, std::vector<long double>(eta.begin(), eta.end())));
            CHECK(value == doctest::Approx(exact).epsilon(1e-14).scale(1e-3));
            CHECK(std::isfinite(value));
            sum += std::exp(value);
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("two classes are logistic regression in the difference of their predictors") {
    for (double const y : {-1e3, -40.0, -2.0, 0.0, 1e-9, 0.7, 30.0, 700.0}) {
        CHECK(log_likelihood(1, {0, y}) == doctest::Approx(log_sigmoid(y)).epsilon(1e-15).scale(0));
        CHECK(derivatives(1, {0, y}).first[1] == doctest::Approx(sigmoid(-y)).epsilon(1e-14).scale(1e-300));
        CHECK(derivatives(1, {0, y}).second[0] == doctest::Approx(sigmoid(y) * sigmoid(-y)).epsilon(1e-14).scale(1e-300));
        for (double const delta : {-3.0, 1e-7, 0.4, 50.0}) {
            std::vector<double> const eta{0, y}, step{0, delta};
            CHECK(softmax::fall_below_tangent(eta, step) ==
                  doctest::Approx(logistic::fall_below_tangent(y, delta)).epsilon(1e-14).scale(1e-300));
        }
    }
}

TEST_CASE("a batch of softmax likelihoods and derivatives is what its data are one by one") {
    std::vector<double> const targets{2, 0}, eta{-2, 0.5, 3, 7, 1, -4};
    std::vector<double> values(2), first(6), only_first(6), second(18);
    softmax const likelihood(3);
    likelihood.log_likelihood(targets, eta, values);
    likelihood.derivatives(targets, eta, first, second);
    likelihood.derivatives(targets, eta, only_first);
    CHECK(first == only_first);
    for (std::size_t i = 0; i < 2; ++i) {
        std::vector<double> const here(eta.begin() + 3 * i, eta.begin() + 3 * i + 3);
        auto const target = static_cast<std::size_t>(targets[i]);
        CHECK(values[i] == log_likelihood(target, here));
        auto const one = derivatives(target, here);
        for (std::size_t k = 0; k < 3; ++k) CHECK(first[3 * i + k] == one.first[k]);
        for (std::size_t k = 0; k < 9; ++k) CHECK(second[9 * i + k] == one.second[k]);
    }
}

TEST_CASE("softmax derivatives equal central differences of the likelihood to 1e-8") {
    // Step 1e-4 in long double: truncation below 1e-8·|ℓ'''|/6, rounding below 1e-18·|ℓ|/h² = 1e-8 for |ℓ| up to 100.
    for (auto const& eta : predictors()) {
        if (eta.size() > 7 || *std::ranges::max_element(eta) > 50) continue;
        long double const h = 1e-4L;
        std::size_t const target = eta.size() - 1;
        auto const value = [&](std::size_t k, long double step, std::size_t l, long double other) {
            std::vector<long double> moved(eta.begin(), eta.end());
            moved[k] += step;
            moved[l] += other;
            return exact_log_likelihood(target, moved);
        };
        auto const [first, second] = derivatives(target, eta);
        for (std::size_t k = 0; k < eta.size(); ++k) {
            CHECK(std::abs(first[k] - static_cast<double>((value(k, h, k, 0) - value(k, -h, k, 0)) / (2 * h))) < 1e-8);
            for (std::size_t l = 0; l < eta.size(); ++l) {
                long double const mixed = value(k, h, l, h) - value(k, h, l, -h) - value(k, -h, l, h) + value(k, -h, l, -h);
                CHECK(std::abs(second[k * eta.size() + l] + static_cast<double>(mixed / (4 * h * h))) < 1e-8);
            }
        }
    }
}

TEST_CASE("softmax derivatives keep their precision in the tails") {
    double const least = std::numeric_limits<double>::min();  // what is below may be lost
    for (auto const& eta : predictors()) {
        auto const p = exact_probabilities(eta);
        for (std::size_t target = 0; target < eta.size(); target += 3) {
            auto const [first, second] = derivatives(target, eta);
            for (std::size_t k = 0; k < eta.size(); ++k) {
                long double others = 0;
                for (std::size_t l = 0; l < eta.size(); ++l)
                    if (l != k) others += p[l];
                // a difference of predictors of 1000 has an error of 1e-13, and so has the logarithm of what follows from it
                CHECK(std::abs(first[k] - (k == target ? others : -p[k])) <= 2e-13L * (k == target ? others : p[k]) + least);
                for (std::size_t l = 0; l < eta.size(); ++l) {
                    long double const expected = k == l ? p[k] * others : -p[k] * p[l];
                    CHECK(std::abs(second[k * eta.size() + l] - expected) <= 4e-13L * std::abs(expected) + least);
                }
            }
        }
    }
}

TEST_CASE("softmax's fall_below_tangent has a relative error below 1e-14, for tiny steps and far ones") {
    CHECK(falls().size() > 250);
    for (auto const& [eta, delta, psi] : falls()) {
        double const error = std::abs(softmax::fall_below_tangent(eta, delta) - psi) / psi;
        CAPTURE(eta.size());
        CAPTURE(eta[0]);
        CAPTURE(delta[0]);
        CAPTURE(psi);
        CHECK(error < 1e-14);
    }
}

TEST_CASE("a number added to all predictors or to all steps changes no fall, but for the rounding of the sum") {
    std::vector<double> const eta{0.5, -1.25, 2}, delta{0.25, 0.5, -0.125};
    double const fall = softmax::fall_below_tangent(eta, delta);
    for (double const shift : {-8.0, 64.0, 1024.0}) {
        std::vector<double> moved = eta, further = delta;
        for (double& e : moved) e += shift;
        for (double& d : further) d -= shift;
        CHECK(softmax::fall_below_tangent(moved, further) == fall);
    }
}

TEST_CASE("softmax's fall_below_tangent is never negative and never NaN, however far") {
    for (auto const& eta : predictors())
        for (double const size : {0.0, 1e-300, 1e-8, 1.0, 300.0, 1e3, 1e6, 1e300}) {
            std::vector<double> delta(eta.size());
            random_source({.seed = 32}).normals(delta);
            for (double& d : delta) d *= size;
            double const fall = softmax::fall_below_tangent(eta, delta);
            CHECK(fall >= 0);
            CHECK(std::isfinite(fall));
            if (size == 0) CHECK(fall == 0);
        }
    // log(½ + ½e^Δ) − ½Δ for Δ = 1e300
    CHECK(softmax::fall_below_tangent(std::vector<double>{0, 0}, std::vector<double>{0, 1e300}) == doctest::Approx(5e299));
}

TEST_CASE("softmax's slope_below_tangent is the change of the probabilities, with all digits of a tiny one") {
    double const least = std::numeric_limits<double>::min();
    for (auto const& eta : predictors())
        for (double const size : {1e-12, 1e-3, 1.0, 30.0, 1000.0}) {
            std::vector<double> delta(eta.size()), slope(eta.size()), moved(eta.size());
            random_source({.seed = 33}).normals(delta);
            for (std::size_t k = 0; k < eta.size(); ++k) moved[k] = eta[k] + (delta[k] *= size);
            softmax::slope_below_tangent(eta, delta, slope);
            auto const before = exact_probabilities(eta), after = exact_probabilities(moved);
            double total = 0;
            for (std::size_t k = 0; k < eta.size(); ++k) {
                total += slope[k];
                if (size >= 1) {
                    CHECK(std::abs(slope[k] - (after[k] - before[k])) < 1e-12L);
                } else {
                    // p_k (δ_k − p·δ) to first order; the second is δ² times at most one
                    long double mean = 0;
                    for (std::size_t l = 0; l < eta.size(); ++l) mean += before[l] * delta[l];
                    long double const first_order = before[k] * (delta[k] - mean);
                    CHECK(std::abs(slope[k] - first_order) <= before[k] * (100 * size * size + 1e-12 * size) + least);
                }
            }
            CHECK(std::abs(total) < 1e-13 * std::min(1.0, 100 * size));
        }
}

TEST_CASE("softmax says what is wrong with its classes and its targets") {
    CHECK_THROWS_WITH_AS(softmax(1), "softmax: there must be 2 to 256 classes, got 1", invalid_argument);
    CHECK_THROWS_WITH_AS(softmax(257), "softmax: there must be 2 to 256 classes, got 257", invalid_argument);
    softmax const three(3);
    CHECK(three.width() == 3);
    for (double const target : {0.0, 1.0, 2.0}) CHECK_NOTHROW(three.check(target));
    CHECK_THROWS_WITH_AS(three.check(3), "softmax: a target must be a class from 0 to 2, got 3; code the classes as 0, 1, ...",
                         invalid_argument);
    for (double const target : {-1.0, 0.5, std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_AS(three.check(target), invalid_argument);
}
