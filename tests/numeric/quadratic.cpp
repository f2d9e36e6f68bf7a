#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.external;
import firefly.numeric;

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

namespace {

/// A ⊗ G with A of 2×2 and G of 3×3, small integers.
kronecker shared_curvature() {
    matrix a = zeros(2, 2), g = zeros(3, 3);
    a(0, 0) = 2, a(1, 1) = 3, a(0, 1) = a(1, 0) = -1;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) g(i, j) = i == j ? 5 + static_cast<double>(i) : static_cast<double>(i + j);
    return {a, g};
}

vector ascending(std::size_t size) {
    vector v = zeros(size);
    for (std::size_t i = 0; i < size; ++i) v(i) = static_cast<double>(i) - 2;
    return v;
}

matrix dense_example() {
    matrix m = zeros(6, 6);
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) m(i, j) = i == j ? 9 : static_cast<double>(i * j % 4);
    return m;
}

/// Value, gradient, product and diagonal against the precision written out; exact, since all numbers are small integers.
void check_against_precision(quadratic const& q) {
    matrix const p = q.precision();
    std::vector<double> const d{1, -2, 0, 3, 1, -1};
    std::vector<double> product(6), gradient(6), expected(6);
    double value = q.constant();
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) {
            expected[i] += p(i, j) * d[j];
            CHECK(p(i, j) == p(j, i));
        }
        value += q.gradient()(i) * d[i] - d[i] * expected[i] / 2;
        CHECK(q.precision_diagonal()(i) == p(i, i));
    }
    q.multiply(d, product);
    CHECK(product == expected);
    CHECK(q.value(d, gradient) == value);
    for (std::size_t i = 0; i < 6; ++i) CHECK(gradient[i] == q.gradient()(i) - expected[i]);
}

void check_precision_of_sum(quadratic const& sum, std::vector<quadratic> const& parts) {
    matrix const whole = sum.precision();
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
            double expected = 0;
            for (auto const& part : parts) expected += part.precision()(i, j);
            CHECK(whole(i, j) == expected);
        }
}

}  // namespace

TEST_CASE("the precision of a Kronecker part has A_kl G for its block k, l") {
    auto const [a, g] = shared_curvature();
    matrix const p = quadratic(1, ascending(6), shared_curvature()).precision();
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) CHECK(p(i, j) == a(i / 3, j / 3) * g(i % 3, j % 3));
}

TEST_CASE("every part of a precision, and every sum of parts, acts as the matrix that it stands for") {
    quadratic const dense(1, ascending(6), dense_example()), shared(2, ascending(6), shared_curvature()),
        prior(3, ascending(6), diagonal{ascending(6)}),
        sparse(4, ascending(6), sparse_symmetric(6, {{1, 0, 3}, {1, 1, 2}, {4, 1, -2}, {5, 5, 7}}));
    for (auto const& q : {dense, shared, prior, shared + prior, prior + shared, dense + shared, shared + dense + prior,
                          prior + prior, shared + shared, quadratic(6) + shared, sparse, sparse + prior, dense + sparse,
                          shared + sparse, sparse + sparse, prior + sparse})
        check_against_precision(q);
    CHECK(sparse.is_sparse());
    CHECK((prior + sparse).is_sparse());
    CHECK((prior + sparse).sparse_precision().dense() == (prior + sparse).precision());
    CHECK(prior.sparse_precision().dense() == prior.precision());
    for (auto const& q : {prior, dense + sparse, shared + sparse}) CHECK_FALSE(q.is_sparse());
    check_precision_of_sum(shared + dense + prior, {dense, shared, prior});
    check_precision_of_sum(sparse + sparse, {sparse, sparse});
}

TEST_CASE("Kronecker parts with different left factors add up to a dense precision") {
    kronecker other = shared_curvature();
    other.left(0, 0) = 7;
    quadratic const a(0, ascending(6), shared_curvature()), b(0, ascending(6), other);
    check_against_precision(a + b);
    check_precision_of_sum(a + b, {a, b});
}
