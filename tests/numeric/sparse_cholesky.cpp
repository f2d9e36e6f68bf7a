/// Factors of precisions with groups, against the dense factor of the same matrix.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Σ w x xᵀ of rows that name their numbers, and a prior's precision for each coordinate.
class gathered {
public:
    explicit gathered(std::size_t size) : precision(zeros(size, size)) {
        for (std::size_t i = 0; i < size; ++i) precision(i, i) = 0.3 + 0.1 * static_cast<double>(i % 7);
    }
    void add(std::vector<std::pair<std::size_t, double>> const& row, double weight) {
        for (auto const& [i, a] : row)
            for (auto const& [j, b] : row) precision(i, j) += weight * a * b;
    }
    matrix precision;
};

/// A factor's columns: an indicator, and after it as many slopes of the common columns as asked for.
struct grouping {
    std::size_t first, levels, slopes = 0;
};

/// Common columns from `common_first` on. `level(n, f)` is the level of factor f in row n.
template <class Level>
matrix grouped(std::size_t size, std::size_t common_first, std::size_t common, std::vector<grouping> const& factors,
               std::size_t rows, Level const& level, std::uint64_t seed = 61) {
    gathered sums(size);
    auto const numbers = random_numbers(rows * (common + 1), seed);
    for (std::size_t n = 0; n < rows; ++n) {
        double const* const x = numbers.data() + n * (common + 1);
        std::vector<std::pair<std::size_t, double>> row;
        for (std::size_t c = 0; c < common; ++c) row.emplace_back(common_first + c, x[c]);
        for (std::size_t f = 0; f < factors.size(); ++f) {
            std::size_t const first = factors[f].first + level(n, f) * (1 + factors[f].slopes);
            row.emplace_back(first, 1);
            for (std::size_t c = 0; c < factors[f].slopes; ++c) row.emplace_back(first + 1 + c, x[c]);
        }
        sums.add(row, 0.1 + x[common] * x[common]);
    }
    return sums.precision;
}

std::vector<double> some_diagonal(std::size_t size) {
    std::vector<double> more(size);
    for (std::size_t i = 0; i < size; ++i) more[i] = static_cast<double>(i * i % 11) / 7 - 0.1;
    return more;
}

matrix with_diagonal(matrix m, std::vector<double> const& more) {
    for (std::size_t i = 0; i < more.size(); ++i) m(i, i) += more[i];
    return m;
}

/// To 1e-12 of the largest.
void check_equal(std::vector<double> const& a, std::vector<double> const& b) {
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        largest = std::max(largest, std::abs(b[i]));
        error = std::max(error, std::abs(a[i] - b[i]));
    }
    CHECK(error <= 1e-12 * largest);
}

/// All places of the matrix are there, with the numbers of its inverse to 1e-12 of the largest.
void check_inverse(sparse_symmetric const& selected, matrix const& inverse, matrix const& precision) {
    std::size_t const size = precision.shape(0);
    std::vector<double> found, expected;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            if (i == j || precision(i, j) != 0) {
                found.push_back(selected.at(i, j));
                expected.push_back(inverse(i, j));
            }
    check_equal(found, expected);
    // Nor is a number beyond these places wrong.
    double error = 0;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t k = 0; k < selected.columns(i).size(); ++k)
            error = std::max(error, std::abs(selected.values(i)[k] - inverse(i, selected.columns(i)[k])));
    CHECK(error < 1e-11 * std::abs(inverse(0, 0) + 10));
}

/// All that a user can ask of a factor, at two diagonals one after the other. The last few levels may be left to a core of at most that size.
void check_against_dense(matrix const& precision, std::size_t core_size) {
    std::size_t const size = precision.shape(0);
    sparse_cholesky factor(precision);
    CHECK(factor.dimension() == size);
    CHECK(factor.core_size() <= core_size);
    for (std::vector<double> const& more : {some_diagonal(size), std::vector<double>(size)}) {
        cholesky const dense(with_diagonal(precision, more));
        REQUIRE(factor.refactorise(more));
        CHECK(factor.log_determinant() == doctest::Approx(dense.log_determinant()).epsilon(1e-12));

        // A row of data has zeros at most coordinates.
        std::vector<double> row(size), numbers = random_numbers(size, 62);
        for (std::size_t i = 0; i < size; i += 5) row[i] = numbers[i];
        for (std::vector<double> const& x : {numbers, row}) {
            auto expected = x, solved = x, white = x, white_numbers = numbers, dense_white = x, upper = numbers;
            dense.solve(expected);
            factor.solve_lower(solved);
            factor.solve_upper(solved);
            check_equal(solved, expected);

            factor.solve_lower(white);
            dense.solve_lower(dense_white);
            CHECK(dot(white, white) == doctest::Approx(dot(dense_white, dense_white)).epsilon(1e-12));
            // The two are each other's transpose, and L⁻ᵀ whitens: |Lᵀ L⁻ᵀ w|² = |w|².
            factor.solve_upper(upper);
            CHECK(dot(white, numbers) == doctest::Approx(dot(x, upper)).epsilon(1e-11));
            CHECK(dense.squared_norm(upper) == doctest::Approx(dot(numbers, numbers)).epsilon(1e-12));
            CHECK(factor.squared_norm(x) == doctest::Approx(dense.squared_norm(x)).epsilon(1e-12));
            factor.multiply_upper(upper);
            check_equal(upper, numbers);
        }
        check_inverse(factor.selected_inverse(), dense.inverse(), precision);
    }
    // The same from places, with numbers of another matrix that has the same.
    sparse_symmetric const kept(precision);
    sparse_cholesky again(kept);
    sparse_symmetric other = kept;
    other *= 2;
    other.add_diagonal(std::vector<double>(size, 0.5));
    REQUIRE(again.factorise(other));
    CHECK(again.log_determinant() == doctest::Approx(cholesky(other.dense()).log_determinant()).epsilon(1e-12));
    REQUIRE(again.factorise(kept));
    CHECK(again.log_determinant() == factor.log_determinant());
}

}  // namespace

TEST_CASE("the levels of one factor are eliminated, wherever they stand, and the factor is that of the dense matrix") {
    auto const level = [](std::size_t n, std::size_t) { return n % 60; };
    check_against_dense(grouped(66, 0, 6, {{6, 60}}, 500, level), 10);
    check_against_dense(grouped(66, 60, 6, {{0, 60}}, 500, level), 10);
    check_against_dense(grouped(79, 60, 19, {{0, 60}}, 500, level), 23);
}

TEST_CASE("a level that was never seen has its prior's precision alone") {
    auto const level = [](std::size_t n, std::size_t) { return n % 59 + (n % 59 >= 20); };
    check_against_dense(grouped(66, 0, 6, {{6, 60}}, 500, level), 10);
}

TEST_CASE("columns that a level has not all seen are zeros of its row of the core") {
    // 40 common columns, of which a row has one at a time besides the first: few a level, or most of them.
    for (std::size_t const seen : {3u, 30u}) {
        gathered sums(140);
        auto const numbers = random_numbers(100 * seen, 63);
        for (std::size_t n = 0; n < 100 * seen; ++n)
            sums.add({{n % 100, 1}, {100, numbers[n]}, {101 + (n * 17 + n / 100) % 39, 1}}, 0.2);
        check_against_dense(sums.precision, 20);
    }
}

TEST_CASE("intercepts and slopes of a level are eliminated one after the other, with what the first changes of the second") {
    auto const level = [](std::size_t n, std::size_t) { return n % 40; };
    check_against_dense(grouped(88, 80, 8, {{0, 40, 1}}, 500, level), 12);
    check_against_dense(grouped(132, 0, 12, {{12, 40, 2}}, 700, level), 18);
}

TEST_CASE("of two crossed factors the larger is eliminated and fills the block of the other") {
    // Rows of level g of the larger have two levels of the other, or all of them.
    auto const few = [](std::size_t n, std::size_t f) { return f == 0 ? n % 120 : (n * n * 31 + n / 120 * 7) % 97 % 20; };
    auto const all = [](std::size_t n, std::size_t f) { return f == 0 ? n % 120 : n / 120 % 20; };
    check_against_dense(grouped(145, 0, 5, {{5, 120}, {125, 20}}, 240, few), 29);
    check_against_dense(grouped(145, 0, 5, {{5, 120}, {125, 20}}, 2400, all), 29);
}

TEST_CASE("a chain of coordinates, each with its neighbours, needs no core to speak of") {
    gathered sums(100);
    for (std::size_t n = 0; n + 1 < 100; ++n) sums.add({{n * 37 % 100, 1}, {(n + 1) * 37 % 100, -0.8}}, 2);
    check_against_dense(sums.precision, 8);
}

TEST_CASE("a matrix without zeros has the factor that cholesky makes, bit for bit") {
    for (std::size_t const size : {1u, 2u, 7u, 51u, 130u}) {
        matrix const precision = random_precision(size, 64);
        sparse_cholesky factor(precision);
        CHECK(factor.core_size() == size);
        auto more = some_diagonal(size);
        REQUIRE(factor.refactorise(more));
        cholesky const dense(with_diagonal(precision, more));
        CHECK(factor.log_determinant() == dense.log_determinant());
        auto const x = random_numbers(size, 65);
        auto a = x, b = x;
        factor.solve_lower(a);
        dense.solve_lower(b);
        CHECK(a == b);
        factor.solve_upper(a);
        dense.solve_upper(b);
        CHECK(a == b);
    }
}

TEST_CASE("what is not positive definite is refused, in a level and in the core, and the next factor is right") {
    matrix const precision = grouped(66, 0, 6, {{6, 60}}, 500, [](std::size_t n, std::size_t) { return n % 60; });
    sparse_cholesky factor(precision);
    for (std::size_t const i : {0u, 3u, 6u, 40u, 65u}) {
        CAPTURE(i);
        std::vector<double> more(66);
        more[i] = -precision(i, i) - 1;
        CHECK_FALSE(factor.refactorise(more));
        more[i] = std::numeric_limits<double>::quiet_NaN();
        CHECK_FALSE(factor.refactorise(more));
        more[i] = std::numeric_limits<double>::infinity();
        CHECK_FALSE(factor.refactorise(more));
        more[i] = 1;
        REQUIRE(factor.refactorise(more));
        CHECK(factor.log_determinant() ==
              doctest::Approx(cholesky(with_diagonal(precision, more)).log_determinant()).epsilon(1e-12));
    }
}

TEST_CASE("a pivot that is made of rounding errors is refused") {
    // Pairs of coordinates, of which one pair is all but equal: its second has 2ε left of a precision of one, or a thousand ε. The first pairs are
    // eliminated, the last are in the core.
    auto const pairs = [](std::size_t size, std::size_t equal, double left) {
        matrix m = zeros(size, size);
        for (std::size_t i = 0; i < size; i += 2) {
            m(i, i) = m(i + 1, i + 1) = 1;
            m(i, i + 1) = m(i + 1, i) = i == equal ? 1 : 0.5;
        }
        m(equal + 1, equal + 1) += left;
        return m;
    };
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (std::size_t const size : {2u, 80u}) {
        std::vector<double> const none(size);
        CHECK(sparse_cholesky(pairs(size, 0, 1)).core_size() < 9);
        for (std::size_t const equal : {std::size_t{0}, size - 2}) {
            CHECK_FALSE(sparse_cholesky(pairs(size, equal, 2 * epsilon)).refactorise(none));
            CHECK(sparse_cholesky(pairs(size, equal, 1000 * epsilon)).refactorise(none));
        }
    }
}
