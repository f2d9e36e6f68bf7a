#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;

using namespace firefly;

TEST_CASE("a whitened Gaussian has its peak at its shift and falls by half the squared distance from there") {
    whitening const inner{zeros(2), {}, to_vector(std::vector{1.0, -2.0}), 3.5};
    CHECK(inner.log_density(std::vector{1.0, -2.0}) == 3.5);
    CHECK(inner.log_density(std::vector{4.0, 2.0}) == 3.5 - (9.0 + 16) / 2);
}

TEST_CASE("the weight of a gap is its factor over the square of the predictor, damped by the bend") {
    factor_weight const weight = weight_of_gap(0.3, 0.7, -1.5);
    CHECK(weight.plain == doctest::Approx((std::exp(0.3) - 1) / 2.25).epsilon(1e-14));
    CHECK(weight.damped == doctest::Approx(weight.plain * std::exp(-0.7 * 2.25 / 2)).epsilon(1e-14));
    CHECK(weight_of_gap(1e-14, 0, 1e-7).plain == doctest::Approx(1).epsilon(1e-13));  // nothing cancels
}

TEST_CASE("a datum that cannot be bright weighs nothing, one that is beyond all numbers has no finite weight") {
    for (double const gap : {0.0, -1.0}) {
        CHECK(weight_of_gap(gap, 0.5, 2).plain == 0);
        CHECK(weight_of_gap(gap, 0.5, 2).damped == 0);
    }
    CHECK(weight_of_gap(0, 0.5, 0).damped == 0);
    CHECK(weight_of_gap(800, 0.5, 2).damped == infinity);
    CHECK(weight_of_gap(800, 0.5, 2).gap == 800);  // which is a number all the same
}

TEST_CASE("what has no scale is no Gaussian") {
    whitening inner{zeros(1), {}, zeros(1)};
    CHECK(!inner.is_gaussian());
    matrix one = zeros(1, 1);
    one(0, 0) = 4;
    inner.scale = triangular_inverse(cholesky(one));
    CHECK(inner.is_gaussian());
}

TEST_CASE("a new frame has no data, of one predictor each") {
    bright_frame const frame;
    CHECK(frame.rows_each == 1);
    CHECK(frame.index.empty());
    CHECK(frame.gap.empty());
}
