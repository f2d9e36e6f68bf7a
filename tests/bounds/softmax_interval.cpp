#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.core;
import firefly.models;
import firefly.bounds;

using namespace firefly;

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
