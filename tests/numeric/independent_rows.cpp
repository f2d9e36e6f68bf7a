#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

row_dependence dependence_of(matrix const& rows, double least_pivot = 1e-8) {
    std::size_t const n = rows.shape(0), columns = rows.shape(1);
    std::vector<double> products(n * padded(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) products[i * padded(n) + j] = dot({&rows(i, 0), columns}, {&rows(j, 0), columns});
    row_dependence result;
    find_dependence(n, products, least_pivot, result);
    return result;
}

/// Row i becomes the sum of others, each times its weight.
void combine(matrix& rows, std::size_t i, std::vector<std::pair<std::size_t, double>> const& others) {
    for (std::size_t c = 0; c < rows.shape(1); ++c) {
        rows(i, c) = 0;
        for (auto const& [j, weight] : others) rows(i, c) += weight * rows(j, c);
    }
}

}  // namespace

TEST_CASE("rows that are independent are all chosen, in their order") {
    for (std::size_t const n : {0u, 1u, 5u, 40u}) {
        row_dependence const found = dependence_of(random_matrix(n, 50, 3300));
        CHECK(found.independent == n);
        CHECK(found.others() == 0);
        CHECK(found.weights.empty());
        std::vector<std::size_t> in_order(n);
        std::iota(in_order.begin(), in_order.end(), 0u);
        CHECK(found.order == in_order);
    }
}

TEST_CASE("a row that others before it span is left out, and its weights are theirs") {
    matrix rows = random_matrix(9, 20, 3301);
    for (std::size_t c = 0; c < 20; ++c) rows(0, c) *= 1e3;  // lengths do not matter
    combine(rows, 2, {{0, 2e-3}, {1, -0.5}});
    combine(rows, 5, {{4, 1}});
    combine(rows, 8, {{0, 1e-3}, {2, 1.5}, {5, -0.25}, {7, 3}});
    row_dependence const found = dependence_of(rows);
    CHECK(found.order == std::vector<std::size_t>{0, 1, 3, 4, 6, 7, 2, 5, 8});
    REQUIRE(found.independent == 6);
    REQUIRE(found.others() == 3);
    double const expected[3][6] = {{2e-3, -0.5, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {1e-3 + 1.5 * 2e-3, -0.75, 0, -0.25, 0, 3}};
    for (std::size_t other = 0; other < 3; ++other)
        for (std::size_t k = 0; k < 6; ++k) {
            CAPTURE(other);
            CAPTURE(k);
            CHECK(found.weights_of(other)[k] == doctest::Approx(expected[other][k]).epsilon(1e-9).scale(1e-9));
            if (expected[other][k] == 0) CHECK(found.weights_of(other)[k] == 0);
        }
}

TEST_CASE("no more rows are chosen than there are columns, and a row of zeros never") {
    matrix rows = random_matrix(7, 4, 3302);
    combine(rows, 1, {});
    row_dependence const found = dependence_of(rows);
    CHECK(found.order == std::vector<std::size_t>{0, 2, 3, 4, 1, 5, 6});
    for (std::size_t const other : {1u, 2u}) {
        std::vector<double> sum(4);
        for (std::size_t k = 0; k < 4; ++k) add_multiple(found.weights_of(other)[k], {&rows(found.order[k], 0), 4}, sum);
        for (std::size_t c = 0; c < 4; ++c) CHECK(sum[c] == doctest::Approx(rows(4 + other, c)).epsilon(1e-9));
    }
    for (double const weight : found.weights_of(0)) CHECK(weight == 0);
}

TEST_CASE("the least pivot says how much of a row may be its own") {
    for (double const own : {2e-3, 0.5e-3}) {
        matrix rows = zeros(2, 3);
        rows(0, 0) = 5;
        rows(1, 0) = 1;
        rows(1, 1) = own;
        row_dependence const found = dependence_of(rows, 1e-6);
        CHECK(found.independent == (own > 1e-3 ? 2 : 1));
        if (own < 1e-3) CHECK(found.weights_of(0)[0] == doctest::Approx(0.2).epsilon(1e-12));
    }
}
