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
