#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a region must have a radius and the model's dimension") {
    auto const model = synthetic_posterior(40, 3, 718);
    anchor const at = find_map(model), other = find_map(synthetic_posterior(40, 2, 718));
    CHECK_THROWS_WITH_AS(ellipsoid(at.precision, 0), "ellipsoid: the radius must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_AS(ellipsoid(at.precision, infinity), invalid_argument);
    CHECK_THROWS_WITH_AS(ellipsoid(at.precision, std::vector<double>()), "ellipsoid: there is no radius; give one or more",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(ellipsoid(at.precision, {2, 3, 3}), "ellipsoid: radii must grow from ring to ring, got 3 after 3",
                         invalid_argument);
    CHECK_THROWS_AS(ellipsoid(at.precision, {3, infinity}), invalid_argument);
    CHECK(std::ranges::equal(ellipsoid(at.precision, 3).radii(), std::vector{3.0}));
    CHECK(std::ranges::equal(ellipsoid(at.precision, {3, 4}).radii(), std::vector{3.0, 4.0}));
    CHECK_THROWS_WITH_AS(jaakkola_jordan::anchored(model, at.theta, ellipsoid(other.precision, 3)),
                         "jaakkola_jordan: the region has 2 dimensions but the model has 3 parameters", invalid_argument);
}

TEST_CASE("reach and norm come from one factor: no row moves further than its reach inside the region") {
    // 4000 points on the boundary, where a row's predictor moves most: along H⁻¹x; seed 719
    auto const model = synthetic_posterior(4000, 5, 719);
    anchor const at = find_map(model);
    ellipsoid const region(at.precision, 4.5);
    auto const bound = jaakkola_jordan::anchored(model, at.theta, region);
    batch<scalar_notes> rows(5);
    std::vector<row_index> everyone(4000);
    for (row_index n = 0; n < everyone.size(); ++n) everyone[n] = n;
    model.rows().request(everyone, rows);
    model.rows().collect(rows);
    bound.annotate(rows);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        vector d = to_vector(rows.row(n));
        at.precision.solve(as_out(d));
        d *= 4.5 / std::sqrt(at.precision.squared_norm(as_view(d)));
        while (bound.region(as_view(d)) != 0) d *= 1 - 1e-15;
        double const delta = dot(rows.row(n), as_view(d));
        CHECK(bound.is_within_reach(rows, n, std::span(&delta, 1)));
        double const beyond = delta * (1 + 1e-6);
        CHECK(!bound.is_within_reach(rows, n, std::span(&beyond, 1)));
    }
}

TEST_CASE("a point lies in the region when its norm is at most the radius") {
    ellipsoid const region(cholesky(matrix_of({{4, 0}, {0, 1}})), 2);
    CHECK(region.squared_distance(as_view(vector_of({0.5, 1}))) == doctest::Approx(4 * 0.25 + 1));
    CHECK(region.reaches(4));
    CHECK(!region.reaches(std::nextafter(4.0, 5.0)));
}

TEST_CASE("the ball that a region is said to hold lies in it, and reaches its edge") {
    // 2000 points on the ball, seed 721, and the one that is farthest out: along the leading eigenvector of A⁻¹H
    cholesky const a(matrix_of({{3, 1, 0.5}, {1, 2, 0}, {0.5, 0, 4}}));
    ellipsoid const region(cholesky(matrix_of({{5, -1, 0}, {-1, 1, 0.3}, {0, 0.3, 2}})), 2.5);
    double const square = region.inscribed_square(a);
    random_source random({.seed = 721});
    vector d = zeros(3), farthest = d;
    double most = 0;
    for (int i = 0; i < 2000; ++i) {
        random.normals(as_out(d));
        d *= std::sqrt(square / a.squared_norm(as_view(d)));
        CHECK(region.reaches(region.squared_distance(as_view(d))));
        if (region.squared_distance(as_view(d)) > most) farthest = d, most = region.squared_distance(as_view(d));
    }
    for (int i = 0; i < 200; ++i) {  // the power method from there: d ← A⁻¹Hd
        vector const before = farthest;
        matrix const lower = region.precision().lower();
        vector moved = before;
        region.precision().multiply_upper(as_out(moved));
        for (std::size_t j = 3; j-- > 0;) farthest(j) = dot(matrix_view(lower).row(j).first(j + 1), as_view(moved).first(j + 1));
        a.solve(as_out(farthest));
        farthest *= std::sqrt(square / a.squared_norm(as_view(farthest)));
    }
    CHECK(region.squared_distance(as_view(farthest)) == doctest::Approx(2.5 * 2.5).epsilon(1e-8));
    CHECK(region.reaches(region.squared_distance(as_view(farthest))));
}

TEST_CASE("a reach is rounded up to four bytes") {
    ellipsoid const region(cholesky(matrix_of({{1}})), 3);
    CHECK(region.reach(0) == 0);
    for (double const variance : {1e-12, 0.1, 1.0 / 3, 2.0, 7e5}) {
        double const exact = 3 * std::sqrt(variance);
        CHECK(region.reach(variance) > exact);
        CHECK(region.reach(variance) < exact * (1 + 2e-7));
    }
}

TEST_CASE("predictors covary as (I ⊗ xᵀ) H⁻¹ (I ⊗ x), for one predictor and for three, whatever the number of rows") {
    // 1500 rows: more than are whitened at a time
    for (std::size_t const width : {1u, 3u}) {
        std::size_t const dimension = 2 * width;
        matrix precision = zeros(dimension, dimension);
        for (std::size_t i = 0; i < dimension; ++i)
            for (std::size_t j = 0; j < dimension; ++j)
                precision(i, j) = (i == j ? 3.0 : 0.0) + 1 / (1.0 + static_cast<double>(i + j));
        cholesky const factor(precision);
        matrix features = zeros(1500, 2);
        random_source({.seed = 720}).normals({features.data(), features.size()});
        std::vector<double> covariance(1500 * width * width);
        predictor_spread(factor).covariances(matrix_view(features.data(), 1500, 2), width, covariance);
        for (std::size_t const n : {0u, 1u, 454u, 455u, 456u, 1499u})
            for (std::size_t k = 0; k < width; ++k) {
                vector solved = zeros(dimension);  // H⁻¹ (e_k ⊗ x)
                for (std::size_t d = 0; d < 2; ++d) solved(2 * k + d) = features(n, d);
                factor.solve(as_out(solved));
                for (std::size_t l = 0; l < width; ++l) {
                    double const expected = features(n, 0) * solved(2 * l) + features(n, 1) * solved(2 * l + 1);
                    CHECK(covariance[(n * width + k) * width + l] == doctest::Approx(expected).epsilon(1e-12).scale(1e-3));
                }
            }
    }
}
