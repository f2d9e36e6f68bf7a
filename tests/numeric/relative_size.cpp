/// Traces and largest eigenvalues of one sparse matrix relative to another, against those of dense ones.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// An arrow: five dense coordinates behind 60 that have nothing to do with each other.
matrix arrow(std::uint64_t seed, double own) {
    constexpr std::size_t levels = 60, size = 65;
    auto const numbers = random_numbers(400 * 5, seed);
    matrix m = zeros(size, size);
    for (std::size_t i = 0; i < size; ++i) m(i, i) = own;
    for (std::size_t n = 0; n < 400; ++n) {
        std::vector<double> row(size);
        row[n % levels] = 1;
        for (std::size_t j = 0; j < 5; ++j) row[levels + j] = numbers[n * 5 + j];
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j) m(i, j) += row[i] * row[j];
    }
    return m;
}

}  // namespace

TEST_CASE("tr(S⁻¹T) is the sum of the eigenvalues of S⁻¹T, and the bound of the largest is just above it") {
    for (double const share : {0.01, 1.0, 250.0}) {
        matrix const s = arrow(81, 0.5), t = share * arrow(82, 3);
        vector const eigenvalues = relative_eigenvalues(cholesky(s), t);
        double sum = 0;
        for (double const value : eigenvalues) sum += value;
        double const largest = eigenvalues(eigenvalues.size() - 1);
        sparse_symmetric const first(s), second(t);
        CHECK(relative_trace(cholesky(first), second) == doctest::Approx(sum).epsilon(1e-11));
        double const bound = largest_relative_eigenvalue(first, second);
        CHECK(bound >= largest * (1 - 1e-12));
        CHECK(bound <= largest * (1 + 1.01e-3));
    }
}

TEST_CASE("a matrix is one times itself") {
    sparse_symmetric const s(arrow(81, 0.5));
    CHECK(relative_trace(cholesky(s), s) == doctest::Approx(65).epsilon(1e-11));
    double const bound = largest_relative_eigenvalue(s, s);
    CHECK(bound > 1);
    CHECK(bound < 1 + 1.01e-3);
}

TEST_CASE("the largest eigenvalue relative to what is no precision is refused") {
    sparse_symmetric const s(arrow(81, 0.5));
    sparse_symmetric negative = s;
    negative *= -1;
    CHECK_THROWS_AS(largest_relative_eigenvalue(negative, s), numerical_error);
    sparse_symmetric indefinite = s;
    indefinite.add_diagonal(std::vector<double>(1, -s.diagonal()(0) + 1e-3));
    CHECK_THROWS_AS(largest_relative_eigenvalue(indefinite, s), numerical_error);
}
