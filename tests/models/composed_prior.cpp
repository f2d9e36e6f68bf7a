#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.core;
import firefly.models;

using namespace firefly;
using namespace firefly::testing;

namespace {

composed_prior some_prior() {
    return composed_prior(
        {prior_term::flat(1), prior_term::normal(2, 2.5), prior_term::half_cauchy(2, 0.7), prior_term::half_cauchy(1, 3)});
}

/// Beside one given and one learned scale; five coefficients, five scales.
composed_prior with_horseshoe() {
    return composed_prior({prior_term::normal(1, 2.5), prior_term::horseshoe(3, 0.7), prior_term::half_cauchy(1, 2)});
}

/// Of every kind; six coefficients.
composed_prior every_kind() {
    return composed_prior({prior_term::laplace(1, 0.8), prior_term::half_cauchy(1, 2), prior_term::student_t(2, 3, 1.5),
                           prior_term::flat(1), prior_term::normal(1, 0.6)});
}

/// By definition, of as many predictors as there are, with the learned scale at s.
long double log_density(std::vector<double> const& theta, long double s) {
    long double sum = 0;
    for (std::size_t k = 0; k < theta.size(); k += 6) {
        long double const b[]{theta[k], theta[k + 1], theta[k + 2], theta[k + 3], theta[k + 4], theta[k + 5]};
        sum -= std::abs(b[0]) / static_cast<long double>(0.8) + b[1] * b[1] / (2 * s * s) +
               2 * (std::log1p(b[2] * b[2] / 6.75L) + std::log1p(b[3] * b[3] / 6.75L)) +
               b[5] * b[5] / (2 * static_cast<long double>(0.6) * 0.6);
    }
    return sum;
}

std::vector<std::vector<double>> points() {
    std::vector<std::vector<double>> list{
        {0.3, -1, 0.4, -2, 3, 0.1}, {0, 0, 0, 0, 0, 0}, {-0.05, 2, 7, -0.3, -8, -0.5}, {4, 0.1, -40, 3, 1e3, 2}};
    auto const single = list;
    for (std::size_t i = 0; i < single.size(); ++i) {
        auto twice = single[i];
        twice.insert(twice.end(), single[(i + 1) % single.size()].begin(), single[(i + 1) % single.size()].end());
        list.push_back(twice);
    }
    return list;
}

std::vector<double> difference(std::vector<double> const& a, std::vector<double> const& b) {
    std::vector<double> d(a.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = a[i] - b[i];
    return d;
}

}  // namespace

TEST_CASE("Gaussian part and remainder add up to the density of all terms, about any origin, of one predictor and of two") {
    auto const prior = every_kind().with_scales(std::vector<double>{0.7});
    for (auto const& origin : points())
        for (auto const& theta : points()) {
            if (origin.size() != theta.size()) continue;
            quadratic const part = prior.gaussian_part(origin);
            auto const d = difference(theta, origin);
            std::vector<double> gradient(d.size());
            double const gaussian = part.value(d, gradient), rest = prior.remainder(origin, d);
            double const terms = std::abs(gaussian) + std::abs(part.constant()) + std::abs(rest) + 1;
            CHECK(std::abs(gaussian + rest - static_cast<double>(log_density(theta, 0.7L))) < 1e-11 * terms);
            double size = 1;
            for (double const g : gradient) size += std::abs(g);
            prior.add_remainder_gradient(origin, d, gradient);
            for (std::size_t i = 0; i < d.size(); ++i) {
                if (i % 6 == 0 && theta[i] == 0) continue;  // a kink
                auto above = theta, below = theta;
                above[i] += 1e-5;
                below[i] -= 1e-5;
                double const expected = static_cast<double>((log_density(above, 0.7L) - log_density(below, 0.7L)) / 2e-5L);
                CHECK(std::abs(gradient[i] - expected) < 1e-8 + 1e-12 * size);
            }
        }
}

TEST_CASE("each coefficient has the expansion of its own term") {
    auto const prior = every_kind();
    for (double const x : {0.02, -0.9, 5.0})
        for (std::size_t i = 0; i < 12; ++i) {
            auto const own = prior.expand(i, x);
            std::vector<coordinate_expansion> const expected{laplace_prior(0.8).expand(0, x),
                                                             gaussian_prior(2).expand(0, x),
                                                             student_t_prior(3, 1.5).expand(0, x),
                                                             student_t_prior(3, 1.5).expand(0, x),
                                                             {0, 0, 0},
                                                             gaussian_prior(0.6).expand(0, x)};
            CHECK(own.value == expected[i % 6].value);
            CHECK(own.gradient == expected[i % 6].gradient);
            CHECK(own.precision == expected[i % 6].precision);
        }
}

TEST_CASE("a prior of one term is the prior of that distribution, and its draws are") {
    std::vector<double> const origin{0.3, -1.7, 0.02}, d{-0.4, 2.2, 0.1};
    composed_prior const laplace({prior_term::laplace(3, 0.8)}), normal({prior_term::normal(3, 0.8)});
    CHECK(laplace.remainder(origin, d) == laplace_prior(0.8).remainder(origin, d));
    CHECK(laplace.scale_count() == 0);
    CHECK(laplace.scale_of(1) == 0);
    CHECK(normal.remainder(origin, d) == 0);
    auto const check_draws = [](auto const& prior, auto const& plain) {
        random_source random({.seed = 4}), same({.seed = 4});
        std::vector<double> composed(6), expected(6);
        prior.draw(random, composed);
        plain.draw(same, expected);
        CHECK(composed == expected);
    };
    check_draws(laplace, laplace_prior(0.8));
    check_draws(normal, gaussian_prior(0.8));
    check_draws(composed_prior({prior_term::student_t(2, 3, 0.8)}), student_t_prior(3, 0.8));
}

TEST_CASE("terms say what they are") {
    auto const prior = every_kind();
    std::vector<term_kind> kinds;
    for (prior_term const& term : prior.terms()) kinds.push_back(term.kind());
    CHECK(kinds == std::vector{term_kind::laplace, term_kind::normal, term_kind::student_t, term_kind::flat, term_kind::normal});
    CHECK(prior.terms()[0].scale() == 0.8);
    CHECK(prior.terms()[1].is_learned());
    CHECK(prior.terms()[1].scale() == 2);
    CHECK(prior.terms()[2].coefficients() == 2);
    CHECK(prior.terms()[2].degrees_of_freedom() == 3);
    CHECK(prior.terms()[2].scale() == 1.5);
    CHECK(prior.terms()[3].scale() == infinity);
    CHECK_FALSE(prior.terms()[4].is_learned());
    CHECK(prior.terms()[4].degrees_of_freedom() == infinity);
}

TEST_CASE("draws from a prior of several kinds have their distributions, predictor by predictor" *
          doctest::test_suite("statistics")) {
    auto const prior = every_kind().with_scales(std::vector<double>{0.7});
    judge([&](trial& run) {
        random_source random({.seed = run.seed(303)});
        std::vector<std::vector<double>> values(12);
        for (std::size_t i = 0; i < run.times(4000); ++i) {
            std::vector<double> theta(12);
            prior.draw(random, theta);
            for (std::size_t j = 0; j < 12; ++j) values[j].push_back(theta[j]);
        }
        for (std::size_t k = 0; k < 12; k += 6) {
            run.add(kolmogorov_p(values[k],
                                 [](double x) {
                                     double const tail = std::exp(-std::abs(x) / 0.8) / 2;
                                     return x < 0 ? tail : 1 - tail;
                                 }),
                    "Laplace");
            for (auto const& [i, scale] : {std::pair{1, 0.7}, std::pair{5, 0.6}})
                run.add(kolmogorov_p(values[k + static_cast<std::size_t>(i)],
                                     [&](double x) { return 0.5 * std::erfc(-x / (scale * std::numbers::sqrt2)); }),
                        "normal");
            // ν = 3: ½ + [atan(u) + u/(1 + u²)]/π, u = x/(s√3)
            for (std::size_t i = 2; i < 4; ++i)
                run.add(kolmogorov_p(values[k + i],
                                     [](double x) {
                                         double const u = x / (1.5 * std::sqrt(3.0));
                                         return 0.5 + (std::atan(u) + u / (1 + u * u)) / std::numbers::pi;
                                     }),
                        "Student-t");
            CHECK(std::ranges::all_of(values[k + 4], [](double x) { return x == 0; }));
        }
    });
}

TEST_CASE("the Gaussian part of a composed prior is all of it at the reference scales: flat, given, learned") {
    std::vector<double> const theta{0.3, -1.7, 2.2, 0.4, -0.9, 5}, origin{1, -2, 3, 0.2, 0.1, -4}, scales{0.5, 2};
    auto const prior = some_prior().with_scales(scales);
    quadratic const part = prior.gaussian_part(origin);
    std::vector<double> d(6), scratch(6);
    for (std::size_t i = 0; i < 6; ++i) d[i] = theta[i] - origin[i];
    double const expected = -(1.7 * 1.7 + 2.2 * 2.2) / (2 * 6.25) - (0.16 + 0.81) / (2 * 0.25) - 25.0 / (2 * 4);
    CHECK(part.value(d, scratch) == doctest::Approx(expected).epsilon(1e-13));
    CHECK(prior.remainder(origin, d) == 0);
    CHECK(part.precision_diagonal()(0) == 0);
}

TEST_CASE("learned scales are numbered in the order of their terms and start at those of their distributions") {
    auto const prior = some_prior();
    CHECK(prior.scale_count() == 2);
    CHECK(prior.coefficients() == 6);
    CHECK(prior.reference_scales()[0] == 0.7);
    CHECK(prior.reference_scales()[1] == 3);
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < 6; ++i) of.push_back(prior.scale_of(i));
    CHECK(of == std::vector<std::size_t>{2, 2, 2, 0, 0, 1});
}

TEST_CASE("each predictor has the same terms, and their coefficients share the scales") {
    auto const prior = some_prior();
    CHECK(prior.scale_of(9) == 0);
    CHECK(prior.scale_of(11) == 1);
    std::vector<double> const origin(12, 1.0);
    vector const precision = prior.gaussian_part(origin).precision_diagonal();
    for (std::size_t i = 0; i < 6; ++i) CHECK(precision(i) == precision(i + 6));
}

TEST_CASE("the logarithm of a half-Cauchy scale has its density, Jacobian and all, and nothing beyond e^230 times the scale") {
    auto const prior = some_prior();
    auto const expected = [](double x, double a) {
        double const s = std::exp(x);
        return std::log(s / (1 + s / a * (s / a)));
    };
    for (double const x : {-8.0, -0.4, 0.0, 0.3, 2.0, 9.0})
        CHECK(prior.log_scale_density(1, x, 0) - prior.log_scale_density(1, 0.1, 0) ==
              doctest::Approx(expected(x, 3) - expected(0.1, 3)).epsilon(1e-12));
    // ∫ p(log s) d log s = ∫ 1/(2 cosh) = π/2 in these units
    double sum = 0;
    for (int i = -4000; i <= 4000; ++i) sum += 0.01 * std::exp(prior.log_scale_density(0, std::log(0.7) + 0.01 * i, 0));
    CHECK(sum == doctest::Approx(std::numbers::pi / 2).epsilon(1e-9));
    CHECK(std::isfinite(prior.log_scale_density(0, std::log(0.7) + 229, 0)));
    CHECK(prior.log_scale_density(0, std::log(0.7) + 231, 0) == -infinity);
    CHECK(prior.log_scale_density(0, std::log(0.7) - 231, 0) == -infinity);
    CHECK(prior.log_scale_density(0, std::nan(""), 0) == -infinity);
    // wherever the reference is
    CHECK(prior.with_scales(std::vector<double>{5, 0.1}).log_scale_density(0, 0.3, 0) == prior.log_scale_density(0, 0.3, 7));
}

TEST_CASE("a horseshoe has a common scale, and below it one for each coefficient, which all predictors share") {
    auto const prior = with_horseshoe();
    CHECK(prior.terms()[1].is_horseshoe());
    CHECK(prior.terms()[1].is_learned());
    CHECK(prior.terms()[1].kind() == term_kind::normal);
    CHECK_FALSE(prior.terms()[2].is_horseshoe());
    CHECK(prior.scale_count() == 5);
    CHECK(prior.coefficients() == 5);
    std::vector<std::size_t> of, above;
    for (std::size_t i = 0; i < 10; ++i) of.push_back(prior.scale_of(i));
    CHECK(of == std::vector<std::size_t>{5, 1, 2, 3, 4, 5, 1, 2, 3, 4});
    for (std::size_t g = 0; g < 5; ++g) above.push_back(prior.scale_above(g));
    CHECK(above == std::vector<std::size_t>{5, 0, 0, 0, 5});
    for (std::size_t g = 0; g < 4; ++g) CHECK(prior.reference_scales()[g] == 0.7);
    CHECK(prior.reference_scales()[4] == 2);
}

TEST_CASE("each coefficient of a horseshoe is normal at its own reference scale, and so are draws for starts") {
    std::vector<double> const scales{0.3, 0.5, 4, 0.1, 3}, origin{1, -2, 3, 0.2, 0.1}, theta{0.3, -1.7, 2.2, 0.4, -0.9};
    auto const prior = with_horseshoe().with_scales(scales);
    vector const precision = prior.gaussian_part(origin).precision_diagonal();
    std::vector<double> const expected{1 / 6.25, 1 / 0.25, 1.0 / 16, 1 / 0.01, 1.0 / 9};
    std::vector<double> drawn(5), normals(5);
    random_source random({.seed = 4});
    prior.draw(random, drawn);
    random_source({.seed = 4}).normals(normals);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(precision(i) == doctest::Approx(expected[i]).epsilon(1e-14));
        CHECK(prior.expand(i, 0.6).gradient == doctest::Approx(-0.6 * expected[i]).epsilon(1e-14));
        CHECK(drawn[i] == doctest::Approx(normals[i] / std::sqrt(expected[i])).epsilon(1e-14));
    }
    CHECK(prior.remainder(origin, difference(theta, origin)) == 0);
}

TEST_CASE("the scales of a horseshoe are half-Cauchy of the scale above them, and nothing beyond 1e±12 times that") {
    auto const prior = with_horseshoe().with_scales(std::vector<double>{0.3, 0.5, 4, 0.1, 3});
    auto const expected = [](double x, double log_a) {
        double const ratio = std::exp(x - log_a);
        return std::log(ratio / (1 + ratio * ratio));
    };
    for (double const above : {-3.0, 0.0, 1.2})
        for (double const x : {-8.0, -0.4, 0.3, 9.0}) {
            CHECK(prior.log_scale_density(2, x, above) == doctest::Approx(expected(x, above)).epsilon(1e-12));
            CHECK(prior.log_scale_density(0, x, above) == doctest::Approx(expected(x, std::log(0.7))).epsilon(1e-12));
        }
    double const cut = std::log(1e12);
    for (double const above : {-5.0, 2.0}) {
        CHECK(std::isfinite(prior.log_scale_density(1, above + cut - 0.01, above)));
        CHECK(prior.log_scale_density(1, above + cut + 0.01, above) == -infinity);
        CHECK(prior.log_scale_density(1, above - cut - 0.01, above) == -infinity);
        CHECK(prior.log_scale_density(1, 0, std::nan("")) == -infinity);
    }
    CHECK(std::isfinite(prior.log_scale_density(0, std::log(0.7) - cut + 0.01, 0)));
    CHECK(prior.log_scale_density(0, std::log(0.7) - cut - 0.01, 0) == -infinity);
    CHECK(std::isfinite(prior.log_scale_density(4, 100, 0)));
}

TEST_CASE("a start drawn from a composed prior has the reference scales, and zeros where it is flat") {
    auto const prior = some_prior();
    random_source random({.seed = 4});
    std::vector<double> theta(6), normals(6);
    prior.draw(random, theta);
    random_source({.seed = 4}).normals(normals);
    CHECK(theta[0] == 0);
    CHECK(theta[2] == 2.5 * normals[2]);
    CHECK(theta[4] == 0.7 * normals[4]);
    CHECK(theta[5] == 3 * normals[5]);
}

TEST_CASE("a composed prior says what is wrong with its terms and scales") {
    CHECK_THROWS_WITH_AS(composed_prior({}), "composed_prior: there must be at least one term", invalid_argument);
    CHECK_THROWS_WITH_AS(prior_term::flat(0), "prior_term: it must have at least one coefficient, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(prior_term::normal(1, 0), "prior_term: scale must lie between 1e-50 and 1e+50, got 0", invalid_argument);
    CHECK_THROWS_AS(prior_term::laplace(2, -1), invalid_argument);
    CHECK_THROWS_AS(prior_term::student_t(2, 3, 1e60), invalid_argument);
    CHECK_THROWS_AS(prior_term::student_t(2, 0, 1), invalid_argument);
    CHECK_THROWS_AS(prior_term::half_cauchy(1, infinity), invalid_argument);
    CHECK_THROWS_AS(prior_term::half_cauchy(1, std::nan("")), invalid_argument);
    CHECK_THROWS_AS(prior_term::horseshoe(1, 0), invalid_argument);
    CHECK_THROWS_AS(prior_term::horseshoe(0, 1), invalid_argument);
    std::vector<double> const one{1}, zero{1, 0};
    CHECK_THROWS_WITH_AS(some_prior().with_scales(one), "composed_prior: it learns 2 scales, got 1", invalid_argument);
    CHECK_THROWS_WITH_AS(some_prior().with_scales(zero), "composed_prior: a scale must be positive and finite, got 0",
                         invalid_argument);
    std::vector<double> const apart{0.7, 1e13, 0.7, 0.7, 2};
    CHECK_THROWS_WITH_AS(
        with_horseshoe().with_scales(apart),
        "composed_prior: a learned scale of 1e+13 is impossible, as its prior is cut off before that; give the prior a "
        "scale that suits the coefficients",
        invalid_argument);
    std::vector<double> const seven(7);
    CHECK_THROWS_WITH_AS(
        some_prior().gaussian_part(seven),
        "composed_prior: its terms have 6 coefficients but the model has 7 parameters; give every column its place in a term",
        invalid_argument);
}
