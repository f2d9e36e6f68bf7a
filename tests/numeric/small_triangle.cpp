/// Against dense algebra, written out, for one row to eight. What lies above the diagonal holds a number that no result may depend on.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.external;
import firefly.numeric;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr double above = 1e9;

/// A triangle with memory of its own.
struct owned_triangle {
    std::size_t rows;
    std::vector<double> elements;

    /// The lower triangle of a matrix.
    explicit owned_triangle(matrix const& m) : rows(m.shape(0)), elements(rows * rows, above) {
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j <= i; ++j) elements[i * rows + j] = m(i, j);
    }

    small_triangle view() { return {rows, elements}; }
    /// With zeros above the diagonal.
    matrix dense() const {
        matrix m = zeros(rows, rows);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j <= i; ++j) m(i, j) = elements[i * rows + j];
        return m;
    }
    bool is_intact_above() const {
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = i + 1; j < rows; ++j)
                if (elements[i * rows + j] != above) return false;
        return true;
    }
};

matrix transposed(matrix const& m) {
    matrix result = zeros(m.shape(1), m.shape(0));
    for (std::size_t i = 0; i < m.shape(0); ++i)
        for (std::size_t j = 0; j < m.shape(1); ++j) result(j, i) = m(i, j);
    return result;
}

matrix product(matrix const& a, matrix const& b) {
    matrix result = zeros(a.shape(0), b.shape(1));
    for (std::size_t i = 0; i < a.shape(0); ++i)
        for (std::size_t j = 0; j < b.shape(1); ++j)
            for (std::size_t k = 0; k < b.shape(0); ++k) result(i, j) += a(i, k) * b(k, j);
    return result;
}

matrix column_of(std::vector<double> const& x) {
    matrix result = zeros(x.size(), 1);
    std::ranges::copy(x, result.begin());
    return result;
}

void check_equal(matrix const& a, matrix const& b, double tolerance = 1e-12) {
    for (std::size_t i = 0; i < a.shape(0); ++i)
        for (std::size_t j = 0; j < a.shape(1); ++j) CHECK(a(i, j) == doctest::Approx(b(i, j)).epsilon(tolerance).scale(1));
}

/// `check(n, seed)` for one row to eight.
template <class Check>
void for_every_size(Check const& check) {
    for (std::size_t n = 1; n <= 8; ++n) {
        CAPTURE(n);
        check(n, 100 * n);
    }
}

owned_triangle random_triangle(std::size_t n, std::uint64_t seed) {
    owned_triangle l(random_matrix(n, n, seed));
    for (std::size_t i = 0; i < n; ++i) l.elements[i * n + i] = 1 + std::abs(l.elements[i * n + i]);
    return l;
}

}  // namespace

TEST_CASE("a small triangle factorises: the square of the factor is the matrix, and no more than the triangle is touched") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        matrix const s = random_precision(n, seed);
        owned_triangle l(s);
        l.view().factorise();
        check_equal(product(l.dense(), transposed(l.dense())), s);
        for (std::size_t i = 0; i < n; ++i) CHECK(l.view()(i, i) > 0);
        CHECK(l.is_intact_above());
    });
}

TEST_CASE("a small triangle factorises semidefinite matrices of every rank, zero included") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        for (std::size_t rank = 0; rank < n; ++rank) {
            CAPTURE(rank);
            // F of `rank` columns, in whole numbers, so that a pivot that should be zero is so. F Fᵀ has a zero pivot wherever a
            // row depends on those before it: at row 1, the double of row 0, and from row `rank` + 1 on.
            matrix f = zeros(n, std::max<std::size_t>(rank, 1));
            for (std::size_t i = 0; i < n; ++i) {
                std::size_t const base = i == 0 ? 0 : i - 1;
                for (std::size_t k = 0; k < rank; ++k)
                    f(i, k) = k == base ? 2 : k < base ? static_cast<double>((i + seed + k) % 3) : 0;
                if (i == 1 && rank > 0) f(1, 0) = 4;
            }
            matrix const s = product(f, transposed(f));
            owned_triangle l(s);
            l.view().factorise();
            check_equal(product(l.dense(), transposed(l.dense())), s);
            std::size_t positive = 0;
            for (std::size_t i = 0; i < n; ++i) {
                positive += l.view()(i, i) > 0;
                for (std::size_t k = i; k < n && l.view()(i, i) == 0; ++k) CHECK(l.view()(k, i) == 0);
            }
            CHECK(positive == rank);
        }
    });
}

TEST_CASE("a pivot that is negative, or not a number, makes a column of zeros and never a root of it") {
    matrix s = zeros(3, 3);
    s(0, 0) = 4, s(1, 0) = 6, s(1, 1) = 1, s(2, 0) = 2, s(2, 1) = 5, s(2, 2) = 10;  // the second pivot is 1 − 3² = −8
    owned_triangle l(s);
    l.view().factorise();
    matrix expected = zeros(3, 3);
    expected(0, 0) = 2, expected(1, 0) = 3, expected(2, 0) = 1, expected(2, 2) = 3;
    check_equal(l.dense(), expected);

    s(0, 0) = std::nan("");
    owned_triangle none(s);
    none.view().factorise();
    for (std::size_t i = 0; i < 3; ++i) CHECK(none.view()(i, 0) == 0);
    CHECK(none.view()(1, 1) == 1);
}

TEST_CASE("a small triangle of a nearly singular matrix is as good as the matrix lets it be") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        if (n == 1) return;
        for (double const apart : {1e-2, 1e-4}) {
            // the last row is the first but for a little: the last pivot is about `apart`²
            matrix a = random_matrix(n, n, seed);
            for (std::size_t k = 0; k < n; ++k) a(n - 1, k) = a(0, k) + apart * a(n - 1, k);
            matrix const s = product(a, transposed(a));
            owned_triangle l(s);
            l.view().factorise();
            check_equal(product(l.dense(), transposed(l.dense())), s, 1e-14 * static_cast<double>(n));
            CHECK(l.view()(n - 1, n - 1) < 10 * apart);
            CHECK(l.view()(n - 1, n - 1) > 0);
        }
    });
}

TEST_CASE("a small triangle solves with itself and with its transpose") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        owned_triangle l = random_triangle(n, seed);
        auto const x = random_numbers(n, seed + 1);
        auto lower = x, upper = x;
        l.view().solve_lower(lower);
        l.view().solve_upper(upper);
        check_equal(product(l.dense(), column_of(lower)), column_of(x));
        check_equal(product(transposed(l.dense()), column_of(upper)), column_of(x));
        CHECK(l.is_intact_above());
    });
}

TEST_CASE("a small triangle's columns, products with them and squared norms are those of the dense matrix") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        owned_triangle l = random_triangle(n, seed);
        auto const x = random_numbers(n, seed + 1);
        matrix const dense = l.dense(), along = product(transposed(dense), column_of(x));
        double square = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<double> column(n, above);
            l.view().column(i, column);
            for (std::size_t k = 0; k < n; ++k) CHECK(column[k] == dense(k, i));
            CHECK(l.view().along_column(i, x) == near(along(i, 0)));
            square += along(i, 0) * along(i, 0);
        }
        CHECK(l.view().squared_norm(x) == near(square));
    });
}

TEST_CASE("a small triangle is scaled as a whole, and no more than the triangle is touched") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        owned_triangle l = random_triangle(n, seed);
        matrix const before = l.dense();
        l.view().scale(-0.25);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) CHECK(l.view()(i, j) == -0.25 * before(i, j));
        CHECK(l.is_intact_above());
    });
}

TEST_CASE("subtracting the square of a triangle undoes its addition") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        owned_triangle f = random_triangle(n, seed);
        matrix const s = random_precision(n, seed + 1), square = product(f.dense(), transposed(f.dense()));
        owned_triangle sum(matrix(s + square));
        sum.view().subtract_square(f.view());
        check_equal(sum.dense(), owned_triangle(s).dense(), 1e-11);
        CHECK(sum.is_intact_above());
        CHECK(f.is_intact_above());
    });
}

TEST_CASE(
    "the largest row sum of LᵀSL is that of the dense product, and no eigenvalue exceeds it, whatever lies between the rows of S") {
    for_every_size([](std::size_t n, std::uint64_t seed) {
        owned_triangle l = random_triangle(n, seed);
        // of either sign: S need not be positive definite
        matrix s = random_precision(n, seed + 1);
        for (std::size_t i = 0; i < n; ++i) s(i, i) -= 3;
        matrix const dense = product(transposed(l.dense()), product(s, l.dense()));
        double largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) sum += std::abs(dense(i, j));
            largest = std::max(largest, sum);
        }
        for (std::size_t const stride : {n, n + 3}) {
            std::vector<double> apart(n * stride, above);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) apart[i * stride + j] = s(i, j);
            CHECK(l.view().largest_row_sum(apart.data(), stride) == near(largest));
        }
        matrix one = zeros(n, n);
        for (std::size_t i = 0; i < n; ++i) one(i, i) = 1;
        vector const eigenvalues = relative_eigenvalues(cholesky(one), dense);
        for (double const e : eigenvalues) CHECK(std::abs(e) <= largest * (1 + 1e-12));
    });
}

TEST_CASE("an element of a small triangle is in its row and its column") {
    std::vector<double> elements{1, above, above, 2, 3, above, 4, 5, 6};
    small_triangle const l(3, elements);
    CHECK(l(0, 0) == 1);
    CHECK(l(1, 0) == 2);
    CHECK(l(1, 1) == 3);
    CHECK(l(2, 1) == 5);
    l(2, 0) = 7;
    CHECK(elements[6] == 7);
}
