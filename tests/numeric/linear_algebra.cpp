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

namespace {

/// Rows that lie apart, in the reverse order, each padded.
class listed {
public:
    listed(vector_view elements, std::size_t rows, std::size_t columns) : columns_(columns), memory_(rows * padded(columns)) {
        for (std::size_t i = 0; i < rows; ++i) {
            double* const row = memory_.data() + (rows - 1 - i) * padded(columns);
            std::copy_n(elements.begin() + static_cast<std::ptrdiff_t>(i * columns), columns, row);
            rows_.push_back(row);
        }
    }
    row_list list() const { return {rows_, columns_}; }

private:
    std::size_t columns_;
    std::vector<double> memory_;
    std::vector<double const*> rows_;
};

}  // namespace

TEST_CASE("dot adds the products at every length around its stride") {
    for (std::size_t size = 0; size < 13; ++size) {
        std::vector<double> a(size), b(size);
        double expected = 0;
        for (std::size_t i = 0; i < size; ++i) {
            a[i] = static_cast<double>(i) + 1;
            b[i] = static_cast<double>(i) - 3;
            expected += a[i] * b[i];
        }
        CHECK(dot(a, b) == expected);
    }
}

TEST_CASE("sums, differences and distances of vectors, at every length around the stride") {
    for (std::size_t size = 0; size < 27; ++size) {
        auto const a = random_numbers(size, 8), b = random_numbers(size, 9);
        std::vector<double> sum(size), difference(size);
        add(a, b, sum);
        subtract(a, b, difference);
        double square = 0;
        for (std::size_t i = 0; i < size; ++i) {
            CHECK(sum[i] == a[i] + b[i]);
            CHECK(difference[i] == a[i] - b[i]);
            square += (a[i] - b[i]) * (a[i] - b[i]);
        }
        CHECK(squared_distance(a, b) == near(square));
    }
}

TEST_CASE("predict equals the naive product for one predictor and for several") {
    for (std::size_t const width : {1u, 3u, 16u, 17u})  // few, and more than a loop takes
        for (std::size_t const rows : {1u, 2u, 7u, 33u}) {
            std::size_t const columns = 5;
            matrix const x = random_matrix(rows, columns, 3);
            auto const theta = random_numbers(width * columns, 4);
            std::vector<double> eta(rows * width, std::numeric_limits<double>::quiet_NaN());
            predict(x, theta, eta);
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t k = 0; k < width; ++k) {
                    double expected = 0;
                    for (std::size_t d = 0; d < columns; ++d) expected += x(i, d) * theta[k * columns + d];
                    CHECK(eta[i * width + k] == near(expected));
                }
        }
}

TEST_CASE("predict of no rows touches nothing") {
    std::vector<double> const theta(3, 1.0);
    std::vector<double> eta;
    CHECK_NOTHROW(predict(matrix_view(nullptr, 0, 3), theta, eta));
}

TEST_CASE("add_weighted_rows and add_weighted_gram add to what is there") {
    // Fewer columns than a register has, and more than one of them has.
    for (std::size_t const columns : {4, 21}) {
        CAPTURE(columns);
        matrix const x = random_matrix(9, columns, 5);
        auto const slope = random_numbers(9, 6);
        auto weights = random_numbers(9, 7);
        for (double& w : weights) w = w * w;
        weights[2] = 0;

        std::vector<double> y(columns, 10.0);
        add_weighted_rows(x, slope, y);
        matrix gram = zeros(columns, columns);
        for (std::size_t d = 0; d < columns; ++d) gram(d, d) = 10;
        add_weighted_gram(x, weights, gram);
        mirror(gram);

        for (std::size_t d = 0; d < columns; ++d) {
            double expected = 10;
            for (std::size_t i = 0; i < 9; ++i) expected += x(i, d) * slope[i];
            CHECK(y[d] == near(expected));
            for (std::size_t e = 0; e < columns; ++e) {
                expected = d == e ? 10 : 0;
                for (std::size_t i = 0; i < 9; ++i) expected += x(i, d) * weights[i] * x(i, e);
                CHECK(gram(d, e) == near(expected));
            }
        }
    }
}

TEST_CASE("add_weighted_gram with K×K weights adds Σ W ⊗ x xᵀ, weights of either sign") {
    std::size_t const rows = 9, columns = 4, width = 3, size = width * columns;
    matrix const x = random_matrix(rows, columns, 14);
    auto weights = random_numbers(rows * width * width, 15);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < width; ++k)
            for (std::size_t l = 0; l < k; ++l) weights[(i * width + l) * width + k] = weights[(i * width + k) * width + l];
    matrix gram = zeros(size, size);
    for (std::size_t i = 0; i < size; ++i) gram(i, i) = 10;
    add_weighted_gram(x, weights, gram);
    mirror(gram, columns);
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b) {
            double expected = a == b ? 10 : 0;
            for (std::size_t i = 0; i < rows; ++i)
                expected += weights[(i * width + a / columns) * width + b / columns] * x(i, a % columns) * x(i, b % columns);
            CHECK(gram(a, b) == near(expected));
        }
}

TEST_CASE("multiply_rows takes every row times the matrix") {
    matrix const x = random_matrix(3, 4, 16), s = random_precision(4, 17);
    std::vector<double> products(12, std::numeric_limits<double>::quiet_NaN()), expected(4);
    multiply_rows(x, s, products);
    for (std::size_t i = 0; i < 3; ++i) {
        multiply_symmetric(s, {x.data() + 4 * i, 4}, expected);
        for (std::size_t j = 0; j < 4; ++j) CHECK(products[4 * i + j] == near(expected[j]));
    }
    multiply_symmetric(s, {x.data(), 4}, expected);
    auto kept = expected;
    multiply_symmetric(s, {x.data(), 4}, kept, 2);
    for (std::size_t j = 0; j < 4; ++j) CHECK(kept[j] == near(3 * expected[j]));
}

TEST_CASE("add_weighted_gram is the sum by its definition for rows and columns around its strides") {
    for (std::size_t const columns : {1u, 7u, 8u, 9u, 16u, 24u, 25u, 40u, 51u})
        for (std::size_t const rows : {1u, 31u, 32u, 33u, 70u}) {
            CAPTURE(columns);
            CAPTURE(rows);
            matrix const x = random_matrix(rows, columns, 40);
            auto const weights = random_numbers(rows, 41);
            matrix gram = zeros(columns, columns);
            add_weighted_gram(x, weights, gram);
            for (std::size_t d = 0; d < columns; ++d)
                for (std::size_t e = 0; e < columns; ++e) {
                    double expected = 0;
                    for (std::size_t i = 0; i < rows && e <= d; ++i) expected += x(i, d) * weights[i] * x(i, e);
                    CHECK(gram(d, e) == doctest::Approx(expected).epsilon(1e-11).scale(1e-2));
                }
        }
}

TEST_CASE("add_weighted_gram subtracts rows of negative weight, few of them or all") {
    matrix const x = random_matrix(9, 4, 14);
    for (std::size_t const negative : {0u, 1u, 4u, 9u}) {
        auto weights = random_numbers(9, 15);
        for (std::size_t i = 0; i < 9; ++i) weights[i] = std::abs(weights[i]) * (i * 4 % 9 < negative ? -1 : 1);
        matrix gram = zeros(4, 4);
        add_weighted_gram(x, weights, gram);
        mirror(gram);
        for (std::size_t d = 0; d < 4; ++d)
            for (std::size_t e = 0; e < 4; ++e) {
                double expected = 0;
                for (std::size_t i = 0; i < 9; ++i) expected += x(i, d) * weights[i] * x(i, e);
                CHECK(gram(d, e) == near(expected));
            }
    }
}

TEST_CASE(
    "multiply_symmetric is the product by its definition at sizes around its strides, and reads nothing but the lower triangle") {
    for (std::size_t const n : {1u, 5u, 8u, 9u, 16u, 17u, 51u}) {
        CAPTURE(n);
        matrix s = random_precision(n, 8);
        auto const x = random_numbers(n, 9);
        std::vector<double> expected(n), y(n, std::numeric_limits<double>::quiet_NaN());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) expected[i] += s(i, j) * x[j];
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) s(i, j) = std::numeric_limits<double>::quiet_NaN();
        multiply_symmetric(s, x, y);
        for (std::size_t i = 0; i < n; ++i) CHECK(y[i] == near(expected[i]));
    }
}

TEST_CASE("products with listed rows and with a padded matrix are those of the definition, few columns and many") {
    for (std::size_t const columns : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 90u})
        for (std::size_t const n : {0u, 1u, 5u, 40u}) {
            CAPTURE(columns);
            CAPTURE(n);
            auto const t = random_numbers(n * columns, 38), x = random_numbers(columns, 39), weights = random_numbers(n, 40);
            listed const rows(t, n, columns);
            std::vector<double> products(n), sum(columns, 2.0);
            predict(rows.list(), x, products);
            add_weighted_rows(rows.list(), weights, sum);
            for (std::size_t i = 0; i < n; ++i) CHECK(products[i] == near(dot(vector_view(t).subspan(i * columns, columns), x)));
            for (std::size_t c = 0; c < columns; ++c) {
                double expected = 2;
                for (std::size_t i = 0; i < n; ++i) expected += weights[i] * t[i * columns + c];
                CHECK(sum[c] == near(expected));
            }
        }
    for (std::size_t const n : {1u, 8u, 33u}) {
        CAPTURE(n);
        matrix const s = random_precision(n, 41);
        auto const x = random_numbers(n, 42);
        std::vector<double> memory(n * padded(n)), y(n, std::numeric_limits<double>::quiet_NaN());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) memory[i * padded(n) + j] = s(i, j);
        multiply_padded(memory, x, y);
        for (std::size_t i = 0; i < n; ++i) CHECK(y[i] == near(dot(vector_view(s.data() + i * n, n), x)));
    }
}

TEST_CASE("row pairs are those of the definition, few rows and many") {
    for (std::size_t const n : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 20u, 64u, 65u, 80u}) {
        CAPTURE(n);
        std::size_t const columns = n == 20 ? 530 : 150, stride = padded(n);  // 530: more than are taken together
        auto const t = random_numbers(n * columns, 36);
        std::vector<double> gram(n * stride, 7.0);
        multiply_row_pairs(listed(t, n, columns).list(), gram);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < stride; ++j) {
                double expected = 0;
                for (std::size_t c = 0; j < n && c < columns; ++c) expected += t[i * columns + c] * t[j * columns + c];
                CHECK(gram[i * stride + j] == doctest::Approx(expected).epsilon(1e-12).scale(1));
            }
    }
}

TEST_CASE("products of pairs of rows are the same where most columns are zero in most rows") {
    // A level each, some of them shared, and three columns that all rows have: what rows of groups become when they are whitened.
    std::size_t const n = 37, columns = 1500, stride = padded(n);
    auto const some = random_numbers(4 * n, 42);
    std::vector<double> t(n * columns), gram(n * stride);
    for (std::size_t i = 0; i < n; ++i) {
        t[i * columns + i * 7919 % 1400] = some[4 * i];
        t[i * columns + i % 2 * 700] = some[4 * i] / 2;
        for (std::size_t c = 1; c < 4; ++c) t[i * columns + columns - c] = some[4 * i + c];
    }
    multiply_row_pairs(listed(t, n, columns).list(), gram);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double expected = 0;
            for (std::size_t c = 0; c < columns; ++c) expected += t[i * columns + c] * t[j * columns + c];
            CHECK(gram[i * stride + j] == doctest::Approx(expected).epsilon(1e-12).scale(1));
        }
}

TEST_CASE("add_multiple adds at every length around its stride") {
    for (std::size_t const n : {0u, 1u, 7u, 8u, 9u, 24u, 27u}) {
        auto const x = random_numbers(n, 38), before = random_numbers(n, 39);
        auto y = before;
        add_multiple(-1.5, x, y);
        for (std::size_t i = 0; i < n; ++i) CHECK(y[i] == near(before[i] - 1.5 * x[i]));
    }
}

TEST_CASE("what is predicted of a row does not depend on its neighbours") {
    std::size_t const columns = 51;
    auto const rows = random_numbers(20 * columns, 40), theta = random_numbers(columns, 41);
    std::vector<double> together(20), alone(1);
    predict({rows.data(), 20, columns}, theta, together);
    for (std::size_t i = 0; i < 20; ++i) {
        predict({rows.data() + i * columns, 1, columns}, theta, alone);
        CHECK(alone[0] == together[i]);
        CHECK(alone[0] == dot(vector_view(rows).subspan(i * columns, columns), theta));
    }
}
