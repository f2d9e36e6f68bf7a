/// The conventions of calls to BLAS and LAPACK, seen from outside: rows lie one after the other, and of symmetric matrices the lower part counts.
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.numeric;

using namespace firefly;

TEST_CASE("matrices that are not square are multiplied row by row, of any size") {
    for (std::size_t const rows : {1u, 3u, 200u})
        for (std::size_t const columns : {1u, 2u, 70u}) {
            matrix m = zeros(rows, columns);
            std::vector<double> x(columns), out(rows);
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j) m(i, j) = static_cast<double>(i) - 0.5 * static_cast<double>(j);
            for (std::size_t j = 0; j < columns; ++j) x[j] = 1 + static_cast<double>(j % 3);
            predict({m.data(), rows, columns}, x, out);
            for (std::size_t i = 0; i < rows; ++i) {
                double sum = 0;
                for (std::size_t j = 0; j < columns; ++j) sum += m(i, j) * x[j];
                CHECK(out[i] == doctest::Approx(sum).epsilon(1e-13).scale(1));
            }
        }
}

TEST_CASE("a factor is made of the lower part of a matrix, below and above the size from which LAPACK makes it") {
    for (std::size_t const size : {5u, 100u}) {
        matrix whole = zeros(size, size);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                whole(i, j) = (i == j ? static_cast<double>(size) : 0) + 1 / (1.0 + static_cast<double>(i + j));
        matrix lower = whole;
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = i + 1; j < size; ++j) lower(i, j) = -1e9;
        std::vector<double> x(size, 1.0), y(size, 1.0);
        cholesky(whole).solve(x);
        cholesky(lower).solve(y);
        CHECK(x == y);
    }
}
