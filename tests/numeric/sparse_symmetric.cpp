/// Sparse symmetric matrices, against dense ones.
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Small integers, so that sums are exact; `seed` says where there are any.
matrix scattered(std::size_t size, std::size_t seed) {
    matrix m = zeros(size, size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            if ((i * 7 + j * seed) % 3 == 0) m(i, j) = m(j, i) = static_cast<double>((i + 2 * j + seed) % 5) - 1;
    return m;
}

}  // namespace

TEST_CASE("a sparse matrix has the numbers of the dense one that it was made of") {
    for (std::size_t const size : {0u, 1u, 9u}) {
        matrix const dense = scattered(size, 2);
        sparse_symmetric const sparse(dense);
        CHECK(sparse.dimension() == size);
        CHECK(sparse.dense() == dense);
        for (std::size_t i = 0; i < size; ++i) CHECK(sparse.diagonal()(i) == dense(i, i));
    }
}

TEST_CASE("entries are kept where they were given, zeros too, and no other place is") {
    sparse_symmetric const m(4, {{0, 0, 2}, {2, 0, 0}, {2, 1, 5}, {2, 2, 3}, {3, 2, -1}});
    CHECK(m.at(0, 0) == 2);
    CHECK(m.at(1, 1) == 0);
    CHECK(m.at(0, 2) == 0);
    CHECK(m.at(2, 1) == 5);
    CHECK(m.at(1, 2) == 5);
    CHECK(m.at(2, 3) == -1);
    CHECK_THROWS_WITH_AS(m.at(3, 1), "sparse_symmetric: number (3, 1) is not kept; give the matrix all places", invalid_argument);
    CHECK_THROWS_AS(m.at(0, 1), invalid_argument);
}

TEST_CASE("sums, multiples and products are those of the dense matrices, where places are the same and where they are not") {
    matrix const a = scattered(9, 2), b = scattered(9, 5);
    sparse_symmetric sum;
    for (matrix const* const part : {&a, &a, &b}) sum += sparse_symmetric(*part);
    matrix expected = 2 * a + b;
    CHECK(sum.dense() == expected);
    sum *= -3;
    std::vector<double> const more = random_numbers(9, 71);
    sum.add_diagonal(more);
    expected *= -3;
    for (std::size_t i = 0; i < 9; ++i) expected(i, i) += more[i];
    CHECK(sum.dense() == expected);

    std::vector<double> const x{1, -2, 0, 3, 1, -1, 2, 0, 4};
    std::vector<double> product(9, 0.5), by_hand(9, 0.5);
    sparse_symmetric(a).add_product(x, product);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < 9; ++j) by_hand[i] += a(i, j) * x[j];
    CHECK(product == by_hand);
}

TEST_CASE("matrices are equal that have the same numbers in the same places") {
    sparse_symmetric const a(scattered(9, 2));
    CHECK(a == sparse_symmetric(scattered(9, 2)));
    CHECK(a != sparse_symmetric(scattered(9, 5)));
    CHECK(sparse_symmetric(2, {}) != sparse_symmetric(2, {{1, 0, 0}}));
}
