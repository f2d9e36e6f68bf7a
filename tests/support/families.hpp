/// What is checked of every likelihood of one predictor. Include it after every other header: it brings `import firefly.models;` with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "support/fall_references.hpp"

import firefly.core;
import firefly.models;

namespace firefly::testing {

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// ψ and ψ' have relative errors of at most so much. `make` gives the likelihood of a reference's settings.
template <class Make>
void check_falls(std::string_view family, Make make, double error) {
    std::size_t count = 0;
    for (auto const& r : fall_references) {
        if (r.family != family) continue;
        ++count;
        auto const likelihood = make(r);
        CAPTURE(r.first_setting);
        CAPTURE(r.target);
        CAPTURE(r.eta);
        CAPTURE(r.delta);
        CHECK(std::abs(likelihood.fall_below_tangent(r.target, r.eta, r.delta) - r.fall) <= error * r.fall);
        CHECK(std::abs(likelihood.slope_below_tangent(r.target, r.eta, r.delta) - r.slope) <= error * std::abs(r.slope));
    }
    CHECK(count > 100);
}

/// ∫ f by four Gauss–Legendre nodes in each of many panels.
template <class Function>
double integral(Function f, double from, double to, int panels) {
    double const half = (to - from) / panels / 2;
    double sum = 0;
    for (int i = 0; i < panels; ++i) {
        double const middle = from + (2 * i + 1) * half;
        for (double const sign : {1.0, -1.0})
            sum += 0.34785484513745386 * f(middle + sign * 0.86113631159405258 * half) +
                   0.65214515486254614 * f(middle + sign * 0.33998104358485626 * half);
    }
    return sum * half;
}

/// ℓ' and w are the derivatives of ℓ, ψ is how far ℓ falls below its tangent and Δ²∫(1 − t)w, the last with this relative error.
template <class Family>
void check_definitions(Family const& family, std::vector<double> const& targets, double error = 1e-9) {
    for (double const target : targets)
        for (double const eta : {-3.1, -0.9, 0.0, 0.4, 1.1, 4.2}) {
            CAPTURE(target);
            CAPTURE(eta);
            auto const value = [&](double at) { return family.log_likelihood_of(target, at); };
            auto const derivative = [&](double at) { return family.derivative_of(target, at); };
            auto const curvature = [&](double at) { return family.curvature_of(target, at); };
            // Steps of 1e-4: what is left out is 1e-8 of third derivatives, rounding 1e-12 of values.
            double const h = 1e-4, near = 1e-6 * (1 + std::abs(value(eta)) + curvature(eta));
            CHECK(std::abs((value(eta + h) - value(eta - h)) / (2 * h) - derivative(eta)) < near);
            CHECK(std::abs((derivative(eta - h) - derivative(eta + h)) / (2 * h) - curvature(eta)) < near);
            for (double const delta : {-3.0, -0.8, -0.1, 0.1, 0.8, 3.0}) {
                CAPTURE(delta);
                double const fall = family.fall_below_tangent(target, eta, delta), tangent = value(eta) + derivative(eta) * delta;
                CHECK(std::abs(tangent - value(eta + delta) - fall) <
                      1e-14 * (std::abs(value(eta)) + std::abs(derivative(eta) * delta) + std::abs(value(eta + delta)) + 1));
                double const mean = integral([&](double t) { return (1 - t) * curvature(eta + t * delta); }, 0, 1, 64);
                CHECK(std::abs(delta * delta * mean - fall) <=
                      error * delta * delta * std::max(std::abs(mean), std::abs(curvature(eta))));
            }
        }
}

/// A likelihood whose targets have more numbers than the one that is checked: all data have these others.
template <class L>
struct with_cases {
    L likelihood;
    std::vector<double> others;

    std::vector<double> whole(double target) const {
        std::vector<double> result{target};
        result.insert(result.end(), others.begin(), others.end());
        return result;
    }
    double log_likelihood_of(double target, double eta) const {
        double value = 0;
        likelihood.log_likelihood(whole(target), {&eta, 1}, {&value, 1});
        return value;
    }
    double derivative_of(double target, double eta) const {
        double first = 0;
        likelihood.derivatives(whole(target), {&eta, 1}, {&first, 1});
        return first;
    }
    double curvature_of(double target, double eta) const {
        double first = 0, second = 0;
        likelihood.derivatives(whole(target), {&eta, 1}, {&first, 1}, {&second, 1});
        return second;
    }
    double fall_below_tangent(double target, double eta, double delta) const {
        return likelihood.fall_below_tangent(whole(target), eta, delta);
    }
    double slope_below_tangent(double target, double eta, double delta) const {
        return likelihood.slope_below_tangent(whole(target), eta, delta);
    }
    secant_range secants_within(double target, double eta, double low, double high) const {
        return likelihood.secants_within(whole(target), eta, low, high);
    }
};

/// Σ_y e^ℓ over counts.
template <class Family>
double sum_over_counts(Family const& family, double eta) {
    double sum = 0;
    for (double count = 0; count < 2000; ++count)
        sum += std::exp(family.log_likelihood_of(count, eta) + family.log_constant(count));
    return sum;
}

/// ∫ e^ℓ dt over the targets within this many units of η.
template <class Family>
double integral_over_targets(Family const& family, double eta, double reach) {
    return integral([&](double target) { return std::exp(family.log_likelihood_of(target, eta)); }, eta - reach, eta + reach,
                    20'000);
}

/// Where between low ≤ 0 ≤ high secants are looked at: evenly on both sides, near zero, at the ends and next to them.
inline std::vector<double> steps_between(double low, double high) {
    std::vector<double> steps;
    for (double const end : {low, high})
        if (end != 0) {
            for (double const share : {1e-9, 1e-7, 1e-4, 1 - 1e-12, 1 - 1e-14, 1 - 1e-15}) steps.push_back(share * end);
            for (int i = 1; i <= 40; ++i) steps.push_back(std::clamp(end * i / 40, low, high));
        }
    std::ranges::sort(steps);
    return steps;
}

/// In random intervals about random points no secant is above `most`, not by one rounding error, one is within 1e-6 of it, and none is below
/// `least`. Targets are drawn by `draw`, η* evenly up to `furthest`.
template <class Family, class Draw>
void check_secants(Family const& family, Draw draw, double furthest) {
    random_source random({.seed = 20261117});
    auto const even = [&](double low, double high) { return low + (high - low) * random.uniform(); };
    auto const reach = [&] { return random.chance(0.1) ? 0 : std::pow(10, even(-6, std::log10(50))); };
    for (int i = 0; i < 3000; ++i) {
        double const target = draw(random), eta = even(-furthest, furthest), low = -reach(), high = reach();
        if (low == 0 && high == 0) continue;
        CAPTURE(target);
        CAPTURE(eta);
        CAPTURE(low);
        CAPTURE(high);
        auto const [most, least] = family.secants_within(target, eta, low, high);
        double least_gap = infinity, highest = -infinity, lowest = infinity;
        auto const secant = [&](double delta) {
            double const fall = family.fall_below_tangent(target, eta, delta), value = 2 * fall / delta / delta;
            least_gap = std::min(least_gap, most * delta * delta / 2 - fall);
            highest = std::max(highest, value);
            lowest = std::min(lowest, value);
            return value;
        };
        auto const steps = steps_between(low, high);
        std::vector<double> values;
        for (double const delta : steps) values.push_back(secant(delta));
        // Closer and closer to the highest of them.
        auto const top = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
        double left = steps[top == 0 ? 0 : top - 1], right = steps[std::min(top + 1, steps.size() - 1)];
        for (int round = 0; round < 40; ++round) {
            double const third = (right - left) / 3;
            if (secant(left + third) < secant(right - third))
                left += third;
            else
                right -= third;
        }
        CHECK(least_gap >= 0);
        CHECK(highest >= most * (1 - 1e-6));
        CHECK(lowest >= least * (1 - 1e-9));
    }
}

}  // namespace firefly::testing
