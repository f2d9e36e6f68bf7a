#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"
#include "support/softmax_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the softmax falls below its tangent by no more and no less than the interval's curvatures say") {
    // 2000 random η* and δ for each number of classes, seeds 701 to 703; spreads from 1e-8 to 30
    std::uint64_t seed = 701;
    for (std::size_t const classes : {2u, 3u, 10u}) {
        random_source random({.seed = seed++});
        std::vector<double> eta(classes), delta(classes);
        for (int i = 0; i < 2000; ++i) {
            random.normals(eta);
            random.normals(delta);
            for (double& x : eta) x *= 3;
            double const size = std::pow(10, -8 + 9.5 * random.uniform());
            for (double& x : delta) x *= size;
            double const spread = softmax_interval::spread(delta), square = softmax_interval::square(eta, delta);
            double const fall = softmax::fall_below_tangent(eta, delta);
            CHECK(softmax_interval::most(spread) * square / 2 >= fall * (1 - 1e-12));
            CHECK(softmax_interval::least(spread) * square / 2 <= fall * (1 + 1e-12));
            std::vector<double> product(classes), matrix(classes * classes);
            softmax_interval::multiply(eta, delta, product);
            CHECK(dot(product, delta) == doctest::Approx(square).epsilon(1e-10));
            softmax_interval::write_out(eta, 1, matrix);
            double written = 0;
            for (std::size_t k = 0; k < classes; ++k)
                for (std::size_t l = 0; l < classes; ++l) written += delta[k] * matrix[k * classes + l] * delta[l];
            CHECK(written == doctest::Approx(square).epsilon(1e-6));
        }
    }
}

TEST_CASE("the curvatures of an interval are κ(W) and κ(−W), and 1 where nothing moves") {
    // κ(x) = 2 (eˣ − 1 − x)/x²
    for (double const spread : {1e-200, 1e-9}) {
        CHECK(softmax_interval::most(spread) == doctest::Approx(1).epsilon(1e-8));
        CHECK(softmax_interval::least(spread) == doctest::Approx(1).epsilon(1e-8));
    }
    for (double const spread : {0.5, 3.0, 20.0}) {
        CHECK(softmax_interval::most(spread) ==
              doctest::Approx(2 * (std::exp(spread) - 1 - spread) / spread / spread).epsilon(1e-14));
        CHECK(softmax_interval::least(spread) ==
              doctest::Approx(2 * (std::exp(-spread) - 1 + spread) / spread / spread).epsilon(1e-14));
    }
    CHECK(softmax_interval::most(0) > 1);  // inflated, so that rounding does not lift the bound
    CHECK(softmax_interval::most(0) < 1 + 1e-14);
}

TEST_CASE("what is common to all predictors does not spread them, and costs no digits") {
    std::vector<double> const eta{0.3, -1, 2}, step{1e-7, -2e-7, 4e-7};
    std::vector<double> lifted = step;
    for (double& x : lifted) x += 1e3;
    CHECK(softmax_interval::spread(step) == doctest::Approx(6e-7));
    CHECK(softmax_interval::spread(lifted) == doctest::Approx(6e-7).epsilon(1e-6));
    CHECK(softmax_interval::square(eta, lifted) == doctest::Approx(softmax_interval::square(eta, step)).epsilon(1e-6));
}

TEST_CASE("the reach is that of the two predictors that move apart most") {
    // V of three predictors: the variances of their differences are 5 + 1 − 2·2 = 2, 5 + 3 − 2·(−1) = 10 and 1 + 3 − 2·0.5 = 3
    std::vector<double> const covariance{5, 2, -1, 2, 1, 0.5, -1, 0.5, 3};
    matrix one = zeros(1, 1);
    one(0, 0) = 1;
    float const reach = softmax_interval::reach(ellipsoid(cholesky(one), 2), covariance, 3);
    CHECK(reach >= 2 * std::sqrt(10.0));
    CHECK(reach == doctest::Approx(2 * std::sqrt(10.0)).epsilon(1e-6));
}

namespace {

/// A region in which predictors j and k of a datum with x = 1 can move apart most, by W = 1; all others less.
ellipsoid region_of_pair(std::size_t classes, std::size_t j, std::size_t k) {
    matrix covariance = zeros(classes, classes);
    for (std::size_t i = 0; i < classes; ++i) covariance(i, i) = 0.5;
    covariance(j, j) += 0.25, covariance(k, k) += 0.25;
    covariance(j, k) -= 0.25, covariance(k, j) -= 0.25;
    return ellipsoid(cholesky(cholesky(covariance).inverse()), 1 / std::sqrt(2.0));  // Var(η_j − η_k) = 2
}

/// c = (e_j − e_k) ⊗ x.
numbers contrast(std::size_t classes, vector_view x, std::size_t j, std::size_t k) {
    numbers c(classes * x.size());
    for (std::size_t d = 0; d < x.size(); ++d) {
        c[j * x.size() + d] = x[d];
        c[k * x.size() + d] = -x[d];
    }
    return c;
}

/// The point of a region at which a combination of parameters is largest: r H⁻¹c/√(cᵀH⁻¹c).
numbers farthest_along(ellipsoid const& region, numbers const& c) {
    numbers d = c;
    region.precision().solve(d);
    double const size = region.radius() / std::sqrt(dot(c, d));
    for (double& x : d) x *= size;
    return d;
}

}  // namespace

TEST_CASE_TEMPLATE("at the edge of a region a softmax bound is tight where any two classes move apart as far as they can", B,
                   bohning, jebara_choromanska) {
    // One class is all but certain, another all but impossible: as the second gains on the first, ψ = p (e^W − 1 − W) + O(p²), which is
    // what the bound allows. A reach that misses the pair would lift B above L.
    double const p = 1e-5;
    for (std::size_t const classes : {3u, 4u, 6u, 10u})
        for (std::size_t j = 0; j < classes; ++j)
            for (std::size_t k = 0; k < classes; ++k) {
                if (j == k) continue;
                CAPTURE(classes);
                CAPTURE(j);
                CAPTURE(k);
                numbers contact(classes, -60);
                contact[j] = 0;
                contact[k] = std::log(p);
                ellipsoid const region = region_of_pair(classes, j, k);
                auto const bound =
                    B::anchored(make_softmax(matrix_of({{1}}), vector_of({0}), classes, 1), to_vector(contact), region);
                numbers const edge = farthest_along(region, contrast(classes, numbers{1}, k, j));
                REQUIRE(edge[k] - edge[j] == doctest::Approx(1).epsilon(1e-12));
                batch<softmax_notes> datum(1);
                datum.resize(1);
                datum.copy(0)[0] = 1;
                bound.annotate(datum);
                REQUIRE(datum.notes.reach[0].useful > 0);
                long double const w = datum.notes.reach[0].spread;  // rounded up to four bytes
                CHECK(w >= 1);
                CHECK(w < 1 + 2e-7L);
                for (double const share : {1 - 1e-9, 0.5, 0.01}) {
                    numbers step = edge;
                    for (double& s : step) s *= share;
                    CHECK(bound.is_within_reach(datum, 0, step));
                    double const gap = bound.gap_of(0, datum, 0, step);
                    long double const q = 1 / (1 + 1 / static_cast<long double>(p)), s = share;
                    long double const fall = std::log1p(q * std::expm1(s)) - q * s;
                    long double const expected = (std::exp(w) - 1 - w) / w / w * q * (1 - q) * s * s - fall;
                    CHECK(gap > 0);
                    CHECK(gap == doctest::Approx(static_cast<double>(expected)).epsilon(1e-7).scale(0));
                    if (share > 0.9) CHECK(gap < 1e-3 * static_cast<double>(fall));
                }
                numbers beyond = edge;
                for (double& s : beyond) s *= 1.00001;
                CHECK_FALSE(bound.is_within_reach(datum, 0, beyond));
            }
}

TEST_CASE("no point of a region moves two predictors further apart than the reach says, and one moves them that far") {
    // any precision, rows of two columns; seeds 2730 to 2733
    std::uint64_t seed = 2730;
    for (std::size_t const classes : {2u, 4u, 6u, 10u}) {
        CAPTURE(classes);
        ellipsoid const region(cholesky(random_precision(2 * classes, seed)), 1.7);
        numbers const x{0.8, -1.3};
        numbers covariance(classes * classes);
        predictor_spread(region.precision()).covariances(matrix_view(x.data(), 1, 2), classes, covariance);
        float const reach = softmax_interval::reach(region, covariance, classes);
        auto const spread_at = [&](numbers const& d) {
            numbers delta(classes);
            predict({x.data(), 1, 2}, d, delta);
            return softmax_interval::spread(delta);
        };
        double largest = 0;
        for (std::size_t j = 0; j < classes; ++j)
            for (std::size_t k = 0; k < j; ++k)
                largest = std::max(largest, spread_at(farthest_along(region, contrast(classes, x, j, k))));
        CHECK(largest <= reach);
        CHECK(largest == doctest::Approx(reach).epsilon(1e-6));
        random_source random({.seed = seed++});
        for (int i = 0; i < 300; ++i) {
            numbers direction(2 * classes);
            random.normals(direction);
            CHECK(spread_at(farthest_along(region, direction)) <= reach);
        }
    }
}
