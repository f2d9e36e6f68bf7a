/// By LAPACK and in one order, seen from outside: of symmetric matrices the lower part counts, and every size has its own tails of rows and columns.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.numeric;

using namespace firefly;

namespace {

/// Around multiples of four, eight and twenty-four, where loops change.
constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 25, 31, 33, 50, 100};

/// Positive definite, with no pattern that an error of indices would keep.
matrix definite(std::size_t n) {
    matrix s = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            s(i, j) = s(j, i) = (i == j ? 2 * static_cast<double>(n) : 0) + std::sin(1.0 + static_cast<double>(i * 31 + j * 17));
    return s;
}

double largest_difference(matrix const& a, matrix const& b) {
    double result = 0;
    for (std::size_t i = 0; i < a.shape(0); ++i)
        for (std::size_t j = 0; j < a.shape(1); ++j) result = std::max(result, std::abs(a(i, j) - b(i, j)));
    return result;
}

/// A test that has one is run with either.
struct either_algebra {
    either_algebra() {
        SUBCASE("by LAPACK") {}
        SUBCASE("in one order") {
            use_portable_algebra(true);
        }
    }
    ~either_algebra() { use_portable_algebra(false); }
};

}  // namespace

TEST_CASE("a factor is made of the lower part of a matrix, of any size, and has zeros above") {
    either_algebra const algebra;
    for (std::size_t const n : sizes) {
        CAPTURE(n);
        matrix const whole = definite(n);
        matrix lower = whole, square = zeros(n, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) lower(i, j) = -1e9;
        cholesky const factor(lower);
        CHECK(factor.lower() == cholesky(whole).lower());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                if (j > i) CHECK(factor.lower()(i, j) == 0);
                for (std::size_t k = 0; k < n; ++k) square(i, j) += factor.lower()(i, k) * factor.lower()(j, k);
            }
        CHECK(largest_difference(square, whole) < 1e-13 * static_cast<double>(n));
    }
}

TEST_CASE("substitutions and inverses undo products, of any size") {
    either_algebra const algebra;
    for (std::size_t const n : sizes) {
        CAPTURE(n);
        matrix const s = definite(n);
        cholesky const factor(s);
        std::vector<double> x(n), y(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) x[i] = std::cos(static_cast<double>(i));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) y[i] += s(i, j) * x[j];
        factor.solve(y);
        for (std::size_t i = 0; i < n; ++i) CHECK(y[i] == doctest::Approx(x[i]).epsilon(1e-13).scale(1));
        matrix const inverse = factor.inverse();
        matrix unit = zeros(n, n), expected = zeros(n, n);
        for (std::size_t i = 0; i < n; ++i) {
            expected(i, i) = 1;
            for (std::size_t j = 0; j < n; ++j)
                for (std::size_t k = 0; k < n; ++k) unit(i, j) += s(i, k) * inverse(k, j);
        }
        CHECK(largest_difference(unit, expected) < 1e-13);
        std::vector<double> by_substitution = x, by_inverse(n);
        factor.solve_lower(by_substitution);
        triangular_inverse(factor).whiten_rows(1, x, by_inverse);
        for (std::size_t i = 0; i < n; ++i) CHECK(by_inverse[i] == doctest::Approx(by_substitution[i]).epsilon(1e-13).scale(1));
    }
}

TEST_CASE("a matrix that is not positive definite is refused at the minor that is not, wherever that is") {
    either_algebra const algebra;
    for (std::size_t const n : {5u, 9u, 30u})
        for (std::size_t const minor : {std::size_t(1), std::size_t(4), std::size_t(5), std::size_t(n)}) {
            matrix s = definite(n);
            s(minor - 1, minor - 1) = -1;
            auto const words = fmt::format("cholesky: the matrix is not positive definite (leading minor {} of {})", minor, n);
            CHECK_THROWS_WITH_AS(cholesky{s}, words.c_str(), numerical_error);
            s(minor - 1, minor - 1) = std::numeric_limits<double>::quiet_NaN();
            if (!algebra_is_portable()) continue;  // which OpenBLAS does not see
            CHECK_THROWS_WITH_AS(cholesky{s}, words.c_str(), numerical_error);
        }
}

TEST_CASE("eigenvalues of a matrix of two diagonals are cosines") {
    either_algebra const algebra;
    for (std::size_t const n : sizes) {
        CAPTURE(n);
        matrix s = zeros(n, n), unit = zeros(n, n);
        for (std::size_t i = 0; i < n; ++i) {
            unit(i, i) = 1;
            if (i > 0) s(i, i - 1) = s(i - 1, i) = 0.5;
        }
        vector const values = relative_eigenvalues(cholesky(unit), s);
        for (std::size_t i = 0; i < n; ++i) {
            double const angle = std::numbers::pi * static_cast<double>(n - i) / static_cast<double>(n + 1);
            CHECK(values(i) == doctest::Approx(std::cos(angle)).epsilon(1e-14).scale(1));
        }
    }
}

TEST_CASE("eigenvalues that are known come out in order, of any size and scale, and where several are equal") {
    either_algebra const algebra;
    for (std::size_t const n : sizes)
        for (double const scale : {1.0, 1e-200, 1e200}) {
            CAPTURE(n);
            CAPTURE(scale);
            // Reflections I − 2vvᵀ leave the eigenvalues of a diagonal as they are.
            std::vector<double> wanted(n);
            matrix s = zeros(n, n), unit = zeros(n, n);
            for (std::size_t i = 0; i < n; ++i) {
                wanted[i] = i % 3 == 0 ? 2 : -1 + static_cast<double>(i);
                s(i, i) = wanted[i];
                unit(i, i) = 1;
            }
            for (int turn = 1; turn <= 2; ++turn) {
                std::vector<double> v(n);
                double square = 0;
                for (std::size_t i = 0; i < n; ++i)
                    square += (v[i] = std::sin(static_cast<double>(turn) + 2 * static_cast<double>(i))) * v[i];
                matrix half = s;
                for (std::size_t i = 0; i < n; ++i)
                    for (std::size_t j = 0; j < n; ++j)
                        for (std::size_t k = 0; k < n; ++k) half(i, j) -= 2 * v[i] * v[k] * s(k, j) / square;
                s = half;
                for (std::size_t i = 0; i < n; ++i)
                    for (std::size_t j = 0; j < n; ++j)
                        for (std::size_t k = 0; k < n; ++k) s(i, j) -= 2 * half(i, k) * v[k] * v[j] / square;
            }
            for (double& value : s) value *= scale;
            std::ranges::sort(wanted);
            vector const values = relative_eigenvalues(cholesky(unit), s);
            for (std::size_t i = 0; i < n; ++i)
                CHECK(values(i) / scale == doctest::Approx(wanted[i]).epsilon(1e-13).scale(static_cast<double>(n)));
        }
}

TEST_CASE("eigenvalues of what is no number are no numbers, and come to an end") {
    use_portable_algebra(true);
    matrix unit = zeros(3, 3), s = zeros(3, 3);
    for (std::size_t i = 0; i < 3; ++i) unit(i, i) = 1;
    for (double& value : s) value = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(relative_eigenvalues(cholesky(unit), s)(1)));
    use_portable_algebra(false);
}
