/// Products of many rows, against plain sums: every size has its own tails of rows, columns and predictors.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.numeric;

using namespace firefly;

TEST_CASE("matrices that are not square are multiplied row by row, of any size") {
    for (std::size_t const rows : {1u, 3u, 4u, 13u, 200u})
        for (std::size_t const columns : {1u, 2u, 7u, 8u, 9u, 41u, 70u})
            for (std::size_t const width : {1u, 3u, 17u, 24u, 30u}) {
                CAPTURE(rows);
                CAPTURE(columns);
                CAPTURE(width);
                matrix m = zeros(rows, columns);
                std::vector<double> theta(columns * width), out(rows * width), back(columns * width, 0.25);
                for (std::size_t i = 0; i < rows; ++i)
                    for (std::size_t j = 0; j < columns; ++j) m(i, j) = static_cast<double>(i) - 0.5 * static_cast<double>(j);
                for (std::size_t j = 0; j < theta.size(); ++j) theta[j] = 1 + static_cast<double>(j % 5);
                predict(m, theta, out);
                add_weighted_rows(m, out, back);
                double worst = 0;
                for (std::size_t k = 0; k < width; ++k) {
                    for (std::size_t i = 0; i < rows; ++i) {
                        double sum = 0;
                        for (std::size_t j = 0; j < columns; ++j) sum += m(i, j) * theta[k * columns + j];
                        worst = std::max(worst, std::abs(out[i * width + k] - sum) / (1 + std::abs(sum)));
                    }
                    for (std::size_t j = 0; j < columns; ++j) {
                        double sum = 0.25;
                        for (std::size_t i = 0; i < rows; ++i) sum += m(i, j) * out[i * width + k];
                        worst = std::max(worst, std::abs(back[k * columns + j] - sum) / (1 + std::abs(sum)));
                    }
                }
                CHECK(worst < 1e-12);
            }
}

TEST_CASE("rows times a symmetric matrix, of any size") {
    for (std::size_t const n : {1u, 3u, 8u, 9u, 23u, 24u, 25u, 50u}) {
        matrix s = zeros(n, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) s(i, j) = std::sin(static_cast<double>(17 * (i + j) + i * j));
        matrix rows = zeros(5, n), products = zeros(5, n), expected = zeros(5, n);
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; j < n; ++j) rows(i, j) = std::cos(static_cast<double>(3 * i + j));
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; j < n; ++j)
                for (std::size_t k = 0; k < n; ++k) expected(i, j) += rows(i, k) * s(k, j);
        multiply_rows(rows, s, {products.data(), products.size()});
        double worst = 0;
        for (std::size_t i = 0; i < products.size(); ++i)
            worst = std::max(worst, std::abs(products.data()[i] - expected.data()[i]));
        CHECK(worst < 1e-13 * static_cast<double>(n));
    }
}
