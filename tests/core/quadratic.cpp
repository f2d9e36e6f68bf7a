#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;

using namespace firefly;

namespace {

/// 1 + d₀ − 2d₁ − ½(4d₀² + 2·d₀d₁ + 6d₁²)
quadratic example() {
    vector gradient = zeros(2);
    gradient(0) = 1;
    gradient(1) = -2;
    matrix precision = zeros(2, 2);
    precision(0, 0) = 4;
    precision(0, 1) = precision(1, 0) = 1;
    precision(1, 1) = 6;
    return {1, gradient, precision};
}

double value(quadratic const& q, double d0, double d1) {
    std::vector<double> const d{d0, d1};
    std::vector<double> scratch(2);
    return q.value(d, scratch);
}

}  // namespace

TEST_CASE("a quadratic has the value of its formula, exactly for small integers") {
    CHECK(value(example(), 0, 0) == 1);
    CHECK(value(example(), 1, 0) == 1 + 1 - 2);
    CHECK(value(example(), 0, 1) == 1 - 2 - 3);
    CHECK(value(example(), 2, -3) == 1 + 2 + 6 - 0.5 * (16 - 12 + 54));
}

TEST_CASE("the value of a quadratic comes with its gradient") {
    std::vector<double> const d{2, -3};
    std::vector<double> gradient(2);
    example().value(d, gradient);
    CHECK(gradient == std::vector<double>{1 - 5, -2 + 16});
}

TEST_CASE("the sum of two quadratics has the sum of their values") {
    quadratic const sum = example() + example();
    CHECK(sum.dimension() == 2);
    for (double const d0 : {-1.0, 0.0, 2.0})
        for (double const d1 : {-3.0, 0.0, 1.0}) CHECK(value(sum, d0, d1) == 2 * value(example(), d0, d1));
}

TEST_CASE("a quadratic of a given dimension is zero everywhere") {
    quadratic const zero(2);
    CHECK(value(zero, 3, -4) == 0);
    CHECK(value(zero + example(), 3, -4) == value(example(), 3, -4));
}
