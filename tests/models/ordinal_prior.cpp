#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Of 5, 40, 3, 1000 and 7 data; two coefficients.
vector const counts = vector_of({5, 40, 3, 1000, 7});
ordinal_prior<gaussian_prior> const prior(gaussian_prior(1.3), counts);

/// By definition, in long double.
long double log_prior(std::vector<double> const& theta) {
    long double sum = 0;
    for (std::size_t i = 0; i < 2; ++i) sum -= static_cast<long double>(theta[i]) * theta[i] / (2 * 1.3L * 1.3L);
    for (std::size_t j = 1; j < 4; ++j)
        sum += counts(j) * std::log(-std::expm1(static_cast<long double>(theta[1 + j]) - theta[2 + j]));
    return sum;
}

std::vector<double> difference(std::vector<double> const& a, std::vector<double> const& b) {
    std::vector<double> d(a.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = a[i] - b[i];
    return d;
}

/// In order: even, narrow, wide, shifted; and out of order, as zero is.
std::vector<std::vector<double>> ordered() {
    return {{0.3, -1, -2, -0.5, 0.7, 2},
            {0, 0, -2, -1.999, -1.5, 30},
            {1, 2, -40, -39.9, 5, 5.0001},
            {-3, 0.1, 10, 11, 12, 13},
            {0.3, -1, -2.01, -0.5, 0.7, 2.02}};
}
std::vector<std::vector<double>> disordered() {
    return {{0, 0, 0, 0, 0, 0}, {0.3, -1, -2, -0.5, -0.6, 2}, {0.3, -1, 2, 1, 0, -1}, {0.3, -1, 1, 1, 2, 3}};
}

}  // namespace

TEST_CASE("Gaussian part and remainder add up to the ordinal prior, about any origin, in order or not") {
    std::vector<std::vector<double>> origins = ordered();
    for (auto const& other : disordered()) origins.push_back(other);
    for (auto const& origin : origins)
        for (auto const& theta : ordered()) {
            quadratic const part = prior.gaussian_part(origin);
            auto const d = difference(theta, origin);
            std::vector<double> scratch(6);
            double const gaussian = part.value(d, scratch), rest = prior.remainder(origin, d);
            double const terms = std::abs(gaussian) + std::abs(part.constant()) + std::abs(rest) + 1;
            CHECK(std::abs(gaussian + rest - static_cast<double>(log_prior(theta))) < 1e-9 * terms);
        }
}

TEST_CASE(
    "the Gaussian part of an ordinal prior is its expansion: gradient and curvature by differences, and no more than concave") {
    for (auto const& origin : {ordered()[0], ordered()[3], ordered()[4]}) {
        quadratic const part = prior.gaussian_part(origin);
        matrix const precision = part.precision();
        constexpr double step = 1e-4;
        auto const at = [&](std::size_t i, double s, std::size_t j, double t) {
            auto theta = origin;
            theta[i] += s;
            theta[j] += t;
            return log_prior(theta);
        };
        CHECK(part.constant() == doctest::Approx(static_cast<double>(log_prior(origin))));
        for (std::size_t i = 0; i < 6; ++i) {
            CHECK(part.gradient()(i) ==
                  doctest::Approx(static_cast<double>((at(i, step, i, 0) - at(i, -step, i, 0)) / (2 * step))).epsilon(1e-5));
            for (std::size_t j = 0; j < 6; ++j) {
                long double const mixed =
                    at(i, step, j, step) - at(i, step, j, -step) - at(i, -step, j, step) + at(i, -step, j, -step);
                CHECK(precision(i, j) == doctest::Approx(static_cast<double>(-mixed / (4 * step * step))).epsilon(1e-5));
            }
        }
        std::vector<double> product(6);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            vector const d = near(as_view(zeros(6)), 1, seed);
            part.multiply(as_view(d), product);
            CHECK(dot(as_view(d), product) > 0);
        }
    }
}

TEST_CASE("near the origin the remainder keeps its digits: it is of the third order") {
    for (double const width : {1e-3, 0.1, 0.7, 3.0, 30.0}) {
        ordinal_prior<gaussian_prior> const two(gaussian_prior(1), vector_of({1, 1, 1}));
        std::vector<double> const origin{0, 0, width};
        long double const r = 1 / std::expm1(static_cast<long double>(width));
        for (double share : {1e-12, 1e-9, 1e-6, 1e-4, 1e-3}) {
            for (double const u : {share * std::min(1.0, width), -share * std::min(1.0, width)}) {
                // The series of log(1 − e^{−Δ}) about Δ*, as far as the fifth derivative.
                long double const third = r * (1 + r) * (1 + 2 * r), fourth = -r * (1 + r) * (1 + 6 * r + 6 * r * r),
                                  fifth = r * (1 + r) * (1 + 2 * r) * (1 + 12 * r + 12 * r * r), v = u;
                double const expected = static_cast<double>(v * v * v * (third / 6 + v * (fourth / 24 + v * fifth / 120)));
                CHECK(two.remainder(origin, std::vector<double>{0, 0, u}) == doctest::Approx(expected).epsilon(1e-8).scale(0));
            }
        }
    }
}

TEST_CASE("the remainder has no step where its form changes, and is right on both sides") {
    for (double const width : {0.01, 0.5, 4.0}) {
        ordinal_prior<gaussian_prior> const two(gaussian_prior(1), vector_of({1, 1, 1}));
        std::vector<double> const origin{0, 0, width};
        long double const x = width, r = 1 / std::expm1(x);
        double const edge = 0.1 / (1 + static_cast<double>(r));
        for (double const factor : {0.5, 0.999999, 1.000001, 2.0, 5.0})
            for (double const u : {factor * edge, -factor * edge}) {
                if (width + u <= 0) continue;
                long double const v = u, exact = std::log(-std::expm1(-(x + v))) - std::log(-std::expm1(-x)) - r * v +
                                                 r * (1 + r) * v * v / 2;
                CHECK(two.remainder(origin, std::vector<double>{0, 0, u}) ==
                      doctest::Approx(static_cast<double>(exact)).epsilon(1e-11));
            }
    }
}

TEST_CASE("cutpoints that are out of order have no density, whatever the origin, and it is never NaN") {
    double const infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::vector<double>> origins = ordered();
    for (auto const& other : disordered()) origins.push_back(other);
    for (auto const& origin : origins) {
        for (auto const& theta : disordered()) {
            CHECK(prior.remainder(origin, difference(theta, origin)) == -infinity);
            std::vector<double> gradient(6);
            prior.add_remainder_gradient(origin, difference(theta, origin), gradient);
            CHECK(are_finite(gradient));
        }
        for (double const wild : {infinite, -infinite, nan, 1e300, -1e300, 1e155, 800.0, -800.0, 1e-300})
            for (std::size_t i = 2; i < 6; ++i) {
                std::vector<double> d(6);
                d[i] = wild;
                CHECK(!std::isnan(prior.remainder(origin, d)));
                CHECK(prior.remainder(origin, d) < infinite);
            }
    }
    // Origins so wide that r underflows, or so narrow that it overflows.
    ordinal_prior<gaussian_prior> const two(gaussian_prior(1), vector_of({1, 2, 1}));
    CHECK(two.remainder(std::vector<double>{0, 0, 1000}, std::vector<double>{0, 0, -990}) ==
          doctest::Approx(2 * std::log1p(-std::exp(-10))));
    CHECK(two.remainder(std::vector<double>{0, 0, 1e-200}, std::vector<double>{0, 0, 1}) ==
          doctest::Approx(2 * std::log(-std::expm1(-1))));
    CHECK(are_finite(as_view(two.gaussian_part(std::vector<double>{0, 0, 1e-200}).gradient())));
}

TEST_CASE("the gradients add up to the ordinal prior's") {
    std::vector<std::vector<double>> origins = ordered();
    for (auto const& other : disordered()) origins.push_back(other);
    for (auto const& origin : origins)
        for (auto const& theta : {ordered()[0], ordered()[3]}) {
            std::vector<double> gradient(6);
            auto const d = difference(theta, origin);
            prior.gaussian_part(origin).value(d, gradient);
            prior.add_remainder_gradient(origin, d, gradient);
            for (std::size_t i = 0; i < 6; ++i) {
                auto above = theta, below = theta;
                above[i] += 1e-5;
                below[i] -= 1e-5;
                double const slope = static_cast<double>((log_prior(above) - log_prior(below)) / 2e-5L);
                CHECK(gradient[i] == doctest::Approx(slope).epsilon(1e-5));
            }
        }
}

TEST_CASE("the prior of the coefficients is whatever was given, with its kinks") {
    laplace_prior const kinked(0.7);
    ordinal_prior<laplace_prior> const with(kinked, counts);
    auto const origin = ordered()[0], theta = ordered()[3];
    auto const d = difference(theta, origin);
    auto const two = [](std::vector<double> const& v) { return vector_view(v).first(2); };
    ordinal_prior<gaussian_prior> const flat(gaussian_prior(1), counts);
    CHECK(with.remainder(origin, d) == kinked.remainder(two(origin), two(d)) + flat.remainder(origin, d));
    quadratic const part = with.gaussian_part_of_coefficients(origin), own = kinked.gaussian_part(two(origin));
    CHECK(part.constant() == own.constant());
    for (std::size_t i = 0; i < 6; ++i) CHECK(part.gradient()(i) == (i < 2 ? own.gradient()(i) : 0));
}

TEST_CASE("an ordinal prior has the learned scales of its coefficients, and what is not Gaussian of the others") {
    auto const with = ordinal_prior(composed_prior({prior_term::half_cauchy(1, 0.5), prior_term::student_t(1, 3, 2)}), counts)
                          .with_scales(std::vector<double>{1.9});
    ordinal_prior<gaussian_prior> const flat(gaussian_prior(1e50), counts);
    student_t_prior const second(3, 2);
    for (auto const& origin : ordered())
        for (auto const& theta : ordered()) {
            auto const d = difference(theta, origin);
            std::vector<double> slope(6), own(6);
            double const value = with.gaussian_part(origin).value(d, slope) + with.remainder(origin, d);
            double const plain = flat.gaussian_part(origin).value(d, own) + flat.remainder(origin, d);
            double const size = std::abs(with.remainder(origin, d)) + std::abs(value) + 1;
            double const expected = -theta[0] * theta[0] / (2 * 1.9 * 1.9) + second.expand(0, theta[1]).value;
            CHECK(std::abs(value - plain - expected) < 1e-9 * size);
            with.add_remainder_gradient(origin, d, slope);
            CHECK(slope[0] == doctest::Approx(-theta[0] / (1.9 * 1.9)).epsilon(1e-12));
            CHECK(slope[1] == doctest::Approx(second.expand(0, theta[1]).gradient).epsilon(1e-12));
        }
    CHECK(with.of_share(0.5).reference_scales()[0] == 1.9);
}

TEST_CASE("an ordinal prior starts where cutpoints are likeliest, and knows its share of the data") {
    vector const start = prior.start(6);
    CHECK(start(0) == 0);
    CHECK(start(1) == 0);
    double below = 0;
    for (std::size_t j = 0; j < 4; ++j) {
        below += counts(j);
        CHECK(1 / (1 + std::exp(-start(2 + j))) == doctest::Approx(below / 1055));
    }
    // So do chains that start from the prior.
    random_source random({.seed = 3}), same({.seed = 3});
    std::vector<double> drawn(6), coefficients(2);
    prior.draw(random, drawn);
    gaussian_prior(1.3).draw(same, coefficients);
    for (std::size_t i = 0; i < 6; ++i) CHECK(drawn[i] == (i < 2 ? coefficients[i] : start(i)));
    auto const origin = ordered()[0];
    auto const tenth = prior.of_share(0.1);
    matrix const all = prior.gaussian_part(origin).precision(), some = tenth.gaussian_part(origin).precision();
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) CHECK(some(i, j) == doctest::Approx((i < 2 || j < 2 ? 1 : 0.1) * all(i, j)));
    CHECK(tenth.start(6)(3) == doctest::Approx(start(3)));
}

TEST_CASE("categories without data are refused, and so is a single one") {
    CHECK_THROWS_WITH_AS(
        ordinal_prior(gaussian_prior(1), vector_of({3, 0, 4})),
        "ordinal_prior: category 1 of 0, …, 2 has no data, so that nothing holds its cutpoints; number the categories "
        "that there are",
        invalid_argument);
    CHECK_THROWS_WITH_AS(ordinal_prior(gaussian_prior(1), vector_of({3})),
                         "ordinal_prior: there must be at least two categories, got 1", invalid_argument);
}
