#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// σ(a) − σ(b) in long double, in the form that cancels less.
long double log_probability(std::size_t category, double eta, std::vector<double> const& cutpoints) {
    auto const sigma = [](long double x) { return 1 / (1 + std::exp(-x)); };
    long double const a = category < cutpoints.size() ? cutpoints[category] - static_cast<long double>(eta) : infinity,
                      b = category > 0 ? cutpoints[category - 1] - static_cast<long double>(eta) : -infinity;
    return b > 0 ? std::log(sigma(-b) - sigma(-a)) : std::log(sigma(a) - sigma(b));
}

}  // namespace

TEST_CASE("the log probability of a category is that of a difference of two sigmoids, by three terms that do not cancel") {
    for (std::vector<double> const& cutpoints :
         {std::vector<double>{-1.5, -0.2, 0.1, 2}, {0}, {-3, -2.999}, {-20, 20}, {5, 6, 7, 8}})
        for (double const eta : {-12.0, -3.0, -0.7, 0.0, 0.3, 2.0, 9.0}) {
            double sum = 0;
            for (std::size_t k = 0; k <= cutpoints.size(); ++k) {
                double const value = log_ordinal_probability(k, eta, cutpoints);
                CHECK(value == doctest::Approx(static_cast<double>(log_probability(k, eta, cutpoints))).epsilon(1e-9));
                sum += std::exp(value);
            }
            CHECK(sum == doctest::Approx(1).epsilon(1e-14));
        }
    // Where a difference of sigmoids has no digit left.
    CHECK(log_ordinal_probability(1, -100, std::vector<double>{0, 1}) == doctest::Approx(-100 + std::log(-std::expm1(-1.0))));
    CHECK(log_ordinal_probability(1, 900, std::vector<double>{0, 1}) == doctest::Approx(1 - 900 + std::log(-std::expm1(-1.0))));
    CHECK(log_ordinal_probability(1, 0, std::vector<double>{1, 1}) == -infinity);
    CHECK(log_ordinal_probability(1, 0, std::vector<double>{2, 1}) == -infinity);
}

TEST_CASE(
    "the log posterior of an ordinal regression is prior and log probabilities, and nothing where cutpoints are out of order") {
    data_set data = synthetic_logistic({.rows = 200, .columns = 3, .seed = 61});
    random_source random({.seed = 62});
    for (double& target : data.target) target = static_cast<double>(random.pick(4));
    auto const model = ordinal(gaussian_prior(1.7), dense_rows(data));
    REQUIRE(model.dimension() == 6);
    auto const by_definition = [&](vector const& theta) {
        std::vector<double> const cutpoints{theta(3), theta(4), theta(5)};
        double sum = -(theta(0) * theta(0) + theta(1) * theta(1) + theta(2) * theta(2)) / (2 * 1.7 * 1.7);
        for (std::size_t n = 0; n < 200; ++n) {
            double eta = 0;
            for (std::size_t d = 0; d < 3; ++d) eta += data.features(n, d) * theta(d);
            sum += static_cast<double>(log_probability(static_cast<std::size_t>(data.target(n)), eta, cutpoints));
        }
        return sum;
    };
    vector const start = model.prior().start(6);
    regular_density density(model, as_view(start));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        vector const theta = near(as_view(start), 0.4, seed);
        double const value = density.evaluate(as_view(theta));
        if (theta(3) < theta(4) && theta(4) < theta(5))
            CHECK(value == doctest::Approx(by_definition(theta)).epsilon(1e-12));
        else
            CHECK(value == -infinity);
    }
    quadratic const part = expand(model, as_view(start));
    CHECK(part.constant() == doctest::Approx(by_definition(start)).epsilon(1e-12));
}

TEST_CASE("an offset is added to the predictor of an ordinal regression, and a weight multiplies the log probability") {
    data_set data = synthetic_logistic({.rows = 200, .columns = 2, .seed = 64});
    random_source random({.seed = 65});
    vector offset = zeros(200), weight = zeros(200);
    random.normals(as_out(offset));
    for (std::size_t n = 0; n < 200; ++n) {
        data.target(n) = static_cast<double>(random.pick(4));
        weight(n) = 0.7 * static_cast<double>(random.pick(4));
    }
    auto const model =
        ordinal(gaussian_prior(1.7), rows_with_cases(data.features, data.target, {.offset = offset, .weight = weight}));
    REQUIRE(model.dimension() == 5);
    auto const by_definition = [&](vector const& theta) {
        std::vector<double> const cutpoints{theta(2), theta(3), theta(4)};
        double sum = -(theta(0) * theta(0) + theta(1) * theta(1)) / (2 * 1.7 * 1.7);
        for (std::size_t n = 0; n < 200; ++n) {
            double const eta = data.features(n, 0) * theta(0) + data.features(n, 1) * theta(1) + offset(n);
            sum += weight(n) * static_cast<double>(log_probability(static_cast<std::size_t>(data.target(n)), eta, cutpoints));
        }
        return sum;
    };
    vector const start = model.prior().start(5);
    regular_density density(model, as_view(start));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        vector const theta = near(as_view(start), 0.4, seed);
        bool const ordered = theta(2) < theta(3) && theta(3) < theta(4);
        double const expected = ordered ? by_definition(theta) : -infinity;
        if (ordered)
            CHECK(density.evaluate(as_view(theta)) == doctest::Approx(expected).epsilon(1e-12));
        else
            CHECK(density.evaluate(as_view(theta)) == expected);
    }
}

TEST_CASE("an ordinal datum of weight two is two data, and one of weight zero is none") {
    data_set data = synthetic_logistic({.rows = 90, .columns = 2, .seed = 66});
    vector weight = zeros(90);
    std::vector<std::size_t> repeated;
    for (std::size_t n = 0; n < 90; ++n) {
        data.target(n) = static_cast<double>(n % 3);
        weight(n) = static_cast<double>(n / 3 % 3);
        for (double k = 0; k < weight(n); ++k) repeated.push_back(n);
    }
    matrix features = zeros(repeated.size(), 2);
    vector target = zeros(repeated.size());
    for (std::size_t i = 0; i < repeated.size(); ++i) {
        target(i) = data.target(repeated[i]);
        for (std::size_t d = 0; d < 2; ++d) features(i, d) = data.features(repeated[i], d);
    }
    auto const weighted = ordinal(gaussian_prior(1), rows_with_cases(data.features, data.target, {.weight = weight}));
    auto const whole = ordinal(gaussian_prior(1), dense_rows(features, target));
    vector const start = whole.prior().start(4);
    regular_density mine(weighted, as_view(start));
    regular_density yours(whole, as_view(start));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        vector const theta = near(as_view(start), 0.3, seed);
        double const expected = yours.evaluate(as_view(theta));
        if (expected == -infinity)
            CHECK(mine.evaluate(as_view(theta)) == expected);
        else
            CHECK(mine.evaluate(as_view(theta)) == doctest::Approx(expected).epsilon(1e-13));
    }
    anchor const a = find_map(weighted, {.tolerance = 1e-20}), b = find_map(whole, {.tolerance = 1e-20});
    for (std::size_t j = 0; j < 4; ++j) CHECK(a.theta(j) == doctest::Approx(b.theta(j)).epsilon(1e-8));
    CHECK_THROWS_WITH_AS(ordinal(gaussian_prior(1), rows_with_cases(data.features, data.target, {.weight = vector(0 * weight)})),
                         doctest::Contains("category 0 of 0, …, 2 has no data"), invalid_argument);
}

TEST_CASE("two categories are a logistic regression, whose intercept is minus the cutpoint") {
    data_set const data = synthetic_logistic({.rows = 300, .columns = 3, .seed = 63});  // the first column is one of ones
    matrix slopes = zeros(300, 2);
    for (std::size_t n = 0; n < 300; ++n)
        for (std::size_t d = 0; d < 2; ++d) slopes(n, d) = data.features(n, d + 1);
    auto const categories = ordinal(gaussian_prior(1e3), dense_rows(slopes, data.target));
    posterior const classes(logistic{}, gaussian_prior(1e3), dense_rows(data));
    anchor const a = find_map(categories, {.tolerance = 1e-20}), b = find_map(classes, {.tolerance = 1e-20});
    CHECK(a.theta(0) == doctest::Approx(b.theta(1)).epsilon(1e-6));
    CHECK(a.theta(1) == doctest::Approx(b.theta(2)).epsilon(1e-6));
    CHECK(-a.theta(2) == doctest::Approx(b.theta(0)).epsilon(1e-5));  // the intercept's prior is not flat
    regular_density mine(categories, as_view(a.theta));
    regular_density yours(classes, as_view(b.theta));
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        vector const theta = near(as_view(zeros(3)), 1, seed);
        double const intercept = -theta(2);
        double const other = yours.evaluate(as_view(vector_of({intercept, theta(0), theta(1)})));
        CHECK(mine.evaluate(as_view(theta)) == doctest::Approx(other + intercept * intercept / 2e6).epsilon(1e-12));
    }
}

TEST_CASE("an ordinal posterior refuses targets that are no categories, and categories without data") {
    auto const with = [](vector const& target) {
        return ordinal(gaussian_prior(1), dense_rows(matrix_of({{1}, {2}, {3}}), target));
    };
    CHECK(with(vector_of({0, 1, 2})).dimension() == 3);
    CHECK_THROWS_AS(with(vector_of({0, 1, 1.5})), invalid_argument);
    CHECK_THROWS_AS(with(vector_of({-1, 1, 0})), invalid_argument);
    CHECK_THROWS_WITH_AS(with(vector_of({0, 2, 0})), doctest::Contains("category 1 of 0, …, 2 has no data"), invalid_argument);
    CHECK_THROWS_AS(with(vector_of({0, 0, 0})), invalid_argument);
}
