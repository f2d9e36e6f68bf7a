#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.core;
import firefly.external;
import firefly.numeric;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("cholesky gives a lower factor whose square is the matrix, and solves with it") {
    for (std::size_t const n : {1u, 2u, 6u}) {
        matrix const s = random_precision(n, 10);
        cholesky const factor(s);
        REQUIRE(factor.dimension() == n);
        matrix const& lower = factor.lower();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double product = 0;
                for (std::size_t k = 0; k < n; ++k) product += lower(i, k) * lower(j, k);
                CHECK(product == near(s(i, j)));
                if (j > i) CHECK(lower(i, j) == 0);
            }

        auto const x = random_numbers(n, 11);
        auto solved = x, by_parts = x;
        factor.solve(solved);
        factor.solve_lower(by_parts);
        factor.solve_upper(by_parts);
        CHECK(by_parts == solved);
        std::vector<double> back(n);
        multiply_symmetric(s, solved, back);
        for (std::size_t i = 0; i < n; ++i) CHECK(back[i] == near(x[i]));

        auto upper = x;
        factor.solve_upper(upper);
        for (std::size_t i = 0; i < n; ++i) {
            double product = 0;
            for (std::size_t k = i; k < n; ++k) product += lower(k, i) * upper[k];
            CHECK(product == near(x[i]));
        }
    }
}

TEST_CASE("the squared norm and Lᵀx are those of the matrix at every size around its strides") {
    for (std::size_t const n : {1u, 2u, 7u, 8u, 9u, 16u, 31u, 32u, 33u, 51u, 64u, 70u}) {
        CAPTURE(n);
        matrix const s = random_precision(n, 31);
        auto const x = random_numbers(n, 32);
        std::vector<double> product(n);
        multiply_symmetric(s, x, product);
        double expected = 0;
        for (std::size_t i = 0; i < n; ++i) expected += x[i] * product[i];
        cholesky const factor(s);
        CHECK(factor.squared_norm(x) == doctest::Approx(expected).epsilon(1e-11));
        auto white = x;
        factor.multiply_upper(white);
        CHECK(dot(white, white) == doctest::Approx(expected).epsilon(1e-11));
        factor.solve_upper(white);
        for (std::size_t i = 0; i < n; ++i) CHECK(white[i] == near(x[i]));
    }
}

TEST_CASE("the inverse is that of the matrix, above its diagonal as below") {
    for (std::size_t const n : {1u, 2u, 7u, 20u}) {
        CAPTURE(n);
        matrix const s = random_precision(n, 41), inverse = cholesky(s).inverse();
        REQUIRE(inverse.shape(0) == n);
        REQUIRE(inverse.shape(1) == n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double product = 0;
                for (std::size_t k = 0; k < n; ++k) product += s(i, k) * inverse(k, j);
                CHECK(product == doctest::Approx(i == j ? 1 : 0).epsilon(1e-9).scale(1));
                CHECK(inverse(i, j) == inverse(j, i));
            }
    }
}

TEST_CASE("a sparse matrix has a factor that does all that the dense one does") {
    matrix const dense = arrow_precision(90);
    cholesky const sparse{sparse_symmetric(dense)}, usual(dense);
    REQUIRE(sparse.is_sparse());
    CHECK_FALSE(usual.is_sparse());
    CHECK(sparse.dimension() == 90);
    CHECK(sparse.product() == dense);
    CHECK(sparse.sparse().dense() == dense);
    CHECK(sparse.log_determinant() == near(usual.log_determinant()));
    auto const x = random_numbers(90, 51);
    CHECK(sparse.squared_norm(x) == near(usual.squared_norm(x)));
    auto a = x, b = x, white = x;
    sparse.solve(a);
    usual.solve(b);
    sparse.solve_upper(white);
    sparse.multiply_upper(white);
    vector const variances = sparse.inverse_diagonal(), expected = usual.inverse_diagonal();
    std::vector<double> own(90), diagonal(90);
    sparse.diagonal(own);
    usual.diagonal(diagonal);
    matrix const inverse = sparse.inverse(), product = usual.product();
    for (std::size_t i = 0; i < 90; ++i) {
        CHECK(a[i] == near(b[i]));
        CHECK(white[i] == near(x[i]));
        CHECK(variances(i) == near(expected(i)));
        CHECK(inverse(i, i) == near(expected(i)));
        CHECK(own[i] == dense(i, i));
        CHECK(diagonal[i] == near(dense(i, i)));
        for (std::size_t j = 0; j < 90; ++j) CHECK(product(i, j) == near(dense(i, j)));
    }
    vector const values = relative_eigenvalues(sparse, 2 * dense);
    CHECK(values(0) == near(2));

    CHECK(sparse.is_same(sparse));
    CHECK(sparse.is_same(cholesky(sparse_symmetric(dense))));
    CHECK(usual.is_same(cholesky(dense)));
    CHECK_FALSE(sparse.is_same(usual));
    CHECK_FALSE(usual.is_same(sparse));
    matrix other = dense;
    other(7, 7) += 1;
    CHECK_FALSE(sparse.is_same(cholesky(sparse_symmetric(other))));
    CHECK_FALSE(usual.is_same(cholesky(other)));
    other(7, 7) = -1;
    CHECK_THROWS_AS(cholesky(sparse_symmetric(other)), numerical_error);
}

TEST_CASE("log_determinant is that of the matrix, not of its factor") {
    matrix s = zeros(2, 2);
    s(0, 0) = 4;
    s(0, 1) = s(1, 0) = 2;
    s(1, 1) = 5;
    CHECK(cholesky(s).log_determinant() == near(std::log(16.0)));
}

TEST_CASE("cholesky refuses a matrix that is not positive definite, and says which minor") {
    matrix s = zeros(2, 2);
    s(0, 0) = 1;
    s(0, 1) = s(1, 0) = 2;
    s(1, 1) = 1;
    CHECK_THROWS_WITH_AS(cholesky{s}, "cholesky: the matrix is not positive definite (leading minor 2 of 2)", numerical_error);
}

TEST_CASE("relative_eigenvalues are those of S⁻¹T, in increasing order") {
    // S = diag(1, 4, 9), T = diag(3, 4, 18): 3, 1, 2
    matrix s = zeros(3, 3), t = zeros(3, 3);
    s(0, 0) = 1, s(1, 1) = 4, s(2, 2) = 9;
    t(0, 0) = 3, t(1, 1) = 4, t(2, 2) = 18;
    vector const diagonal = relative_eigenvalues(cholesky(s), t);
    for (std::size_t i = 0; i < 3; ++i) CHECK(diagonal(i) == near(static_cast<double>(i) + 1));

    // S = T: all one. And for any pair the sum is tr(S⁻¹T).
    matrix const a = random_precision(5, 12), b = random_precision(5, 13);
    for (double const value : relative_eigenvalues(cholesky(a), a)) CHECK(value == near(1));
    double sum = 0, trace = 0;
    vector const values = relative_eigenvalues(cholesky(a), b);
    for (std::size_t i = 0; i < 5; ++i) {
        sum += values(i);
        if (i > 0) CHECK(values(i) >= values(i - 1));
        std::vector<double> column(5);
        for (std::size_t j = 0; j < 5; ++j) column[j] = b(j, i);
        cholesky(a).solve(column);
        trace += column[i];
    }
    CHECK(sum == near(trace));
}
