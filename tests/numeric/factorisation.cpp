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

TEST_CASE("the triangular inverse whitens, measures and unwhitens as substitution does, small and large") {
    for (std::size_t const n : {1u, 3u, 8u, 9u, 17u, 32u, 33u, 41u, 51u, 57u, 64u, 65u, 256u, 260u}) {
        CAPTURE(n);
        cholesky const factor(random_precision(n, 33));
        triangular_inverse const inverse(factor);
        REQUIRE(inverse.dimension() == n);
        constexpr std::size_t rows = 14;  // eight, four and two, or four times three and two
        auto const x = random_numbers(rows * n, 34);
        std::vector<double> white(rows * n), expected = x;
        inverse.whiten_rows(rows, x, white);
        for (std::size_t i = 0; i < rows; ++i) factor.solve_lower(vector_out(expected).subspan(i * n, n));
        for (std::size_t i = 0; i < white.size(); ++i) CHECK(white[i] == doctest::Approx(expected[i]).epsilon(1e-9).scale(1e-3));

        constexpr std::size_t many = 45;  // 32 together, eight, and five more
        for (std::size_t i = 0; i < rows; ++i) {
            std::vector<double> alone(n);
            inverse.whiten_rows(1, vector_view(x).subspan(i * n, n), alone);
            CHECK(std::ranges::equal(alone, vector_view(white).subspan(i * n, n)));  // whatever is beside it
        }

        // Three numbers of each row, and zeros around them.
        std::size_t const first = n / 3, length = std::min<std::size_t>(3, n - first);
        auto const parts = random_numbers(rows * length, 38);
        std::vector<double> whole(rows * n), from_parts(rows * n);
        for (std::size_t i = 0; i < rows; ++i)
            std::ranges::copy(vector_view(parts).subspan(i * length, length),
                              whole.begin() + static_cast<std::ptrdiff_t>(i * n + first));
        inverse.whiten_rows(rows, whole, white);
        inverse.whiten_parts(rows, parts, first, from_parts);
        CHECK(from_parts == white);

        auto const y = random_numbers(many * n, 37);
        std::vector<double> squares(many);
        inverse.square_rows({y.data(), many, n}, squares);
        for (std::size_t i = 0; i < many; ++i) {
            std::vector<double> row(y.begin() + static_cast<std::ptrdiff_t>(i * n),
                                    y.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
            factor.solve_lower(row);
            CHECK(squares[i] == doctest::Approx(dot(row, row)).epsilon(1e-9));
        }

        auto const w = random_numbers(n, 35);
        std::vector<double> back(n), solved = w;
        inverse.unwhiten(w, back);
        factor.solve_upper(solved);
        for (std::size_t i = 0; i < n; ++i) CHECK(back[i] == doctest::Approx(solved[i]).epsilon(1e-9).scale(1e-3));
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
    matrix dense = zeros(90, 90);
    for (std::size_t i = 0; i < 90; ++i) {
        dense(i, i) = 3 + static_cast<double>(i % 4);
        if (i > 0) dense(i, 0) = dense(0, i) = 0.2;
        if (i > 1) dense(i, 1) = dense(1, i) = -0.1;
    }
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
    vector const variances = sparse.inverse_diagonal(), expected = usual.inverse_diagonal(), diagonal = usual.diagonal();
    matrix const inverse = sparse.inverse(), product = usual.product();
    for (std::size_t i = 0; i < 90; ++i) {
        CHECK(a[i] == near(b[i]));
        CHECK(white[i] == near(x[i]));
        CHECK(variances(i) == near(expected(i)));
        CHECK(inverse(i, i) == near(expected(i)));
        CHECK(sparse.diagonal()(i) == dense(i, i));
        CHECK(diagonal(i) == near(dense(i, i)));
        for (std::size_t j = 0; j < 90; ++j) CHECK(product(i, j) == near(dense(i, j)));
    }
    vector const values = relative_eigenvalues(sparse, 2 * dense);
    CHECK(values(0) == near(2));

    triangular_inverse const whitening(sparse);
    CHECK(whitening.dimension() == 90);
    auto const rows = random_numbers(270, 52);
    std::vector<double> all(270), parts(270), squares(3), back(90), part(rows.begin(), rows.begin() + 90);
    whitening.whiten_rows(3, rows, all);
    whitening.square_rows(matrix_view(rows.data(), 3, 90), squares);
    for (std::size_t i = 0; i < 3; ++i) {
        auto own = std::vector<double>(rows.begin() + static_cast<std::ptrdiff_t>(90 * i), rows.begin() + static_cast<std::ptrdiff_t>(90 * i + 90));
        auto const row = own;
        sparse.solve_lower(own);
        for (std::size_t j = 0; j < 90; ++j) CHECK(all[90 * i + j] == own[j]);
        usual.solve(own = row);
        CHECK(squares[i] == near(dot(own, row)));
    }
    whitening.whiten_parts(3, part, 40, parts);  // 30 numbers each
    std::vector<double> filled(90);
    std::copy_n(part.begin() + 30, 30, filled.begin() + 40);
    sparse.solve_lower(filled);
    for (std::size_t j = 0; j < 90; ++j) CHECK(parts[90 + j] == filled[j]);
    whitening.unwhiten(x, back);
    auto upper = x;
    sparse.solve_upper(upper);
    CHECK(back == upper);

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
