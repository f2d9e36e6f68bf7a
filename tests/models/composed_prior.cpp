#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

composed_prior some_prior() {
    return composed_prior(
        {prior_term::flat(1), prior_term::normal(2, 2.5), prior_term::half_cauchy(2, 0.7), prior_term::half_cauchy(1, 3)});
}

}  // namespace

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
        CHECK(prior.log_scale_density(1, x) - prior.log_scale_density(1, 0.1) ==
              doctest::Approx(expected(x, 3) - expected(0.1, 3)).epsilon(1e-12));
    // ∫ p(log s) d log s = ∫ 1/(2 cosh) = π/2 in these units
    double sum = 0;
    for (int i = -4000; i <= 4000; ++i) sum += 0.01 * std::exp(prior.log_scale_density(0, std::log(0.7) + 0.01 * i));
    CHECK(sum == doctest::Approx(std::numbers::pi / 2).epsilon(1e-9));
    CHECK(std::isfinite(prior.log_scale_density(0, std::log(0.7) + 229)));
    CHECK(prior.log_scale_density(0, std::log(0.7) + 231) == -infinity);
    CHECK(prior.log_scale_density(0, std::log(0.7) - 231) == -infinity);
    CHECK(prior.log_scale_density(0, std::nan("")) == -infinity);
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
    CHECK_THROWS_AS(prior_term::half_cauchy(1, infinity), invalid_argument);
    CHECK_THROWS_AS(prior_term::half_cauchy(1, std::nan("")), invalid_argument);
    std::vector<double> const one{1}, zero{1, 0};
    CHECK_THROWS_WITH_AS(some_prior().with_scales(one), "composed_prior: it learns 2 scales, got 1", invalid_argument);
    CHECK_THROWS_WITH_AS(some_prior().with_scales(zero), "composed_prior: a scale must be positive and finite, got 0",
                         invalid_argument);
    std::vector<double> const seven(7);
    CHECK_THROWS_WITH_AS(
        some_prior().gaussian_part(seven),
        "composed_prior: its terms have 6 coefficients but the model has 7 parameters; give every column its place in a term",
        invalid_argument);
}
