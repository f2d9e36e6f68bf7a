#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

import firefly.external;
import firefly.numeric;

using namespace firefly;

namespace {

/// Random numbers and codes: two groups between the common columns, the second with values, and rows without a level.
struct grouped {
    static constexpr std::size_t rows = 40, common = 5, before = 3;
    std::vector<double> numbers = std::vector<double>(rows * common), values = std::vector<double>(rows);
    std::vector<std::uint32_t> first, second;
    std::vector<group_codes> groups;

    grouped() {
        random_source random({.seed = 3});
        random.normals(numbers);
        random.normals(values);
        for (std::size_t i = 0; i < rows; ++i) {
            first.push_back(i == 7 ? no_level : static_cast<std::uint32_t>(random.pick(4)));
            second.push_back(i == 7 || i == 8 ? no_level : static_cast<std::uint32_t>(random.pick(6)));
        }
        groups = {{.levels = 4, .code = first}, {.levels = 6, .code = second, .value = values}};
    }
    feature_rows view() const { return feature_rows(matrix_view(numbers.data(), rows, common), before, groups); }
};

std::vector<double> some_numbers(std::size_t count, std::uint64_t seed) {
    std::vector<double> result(count);
    random_source random({.seed = seed});
    random.normals(result);
    return result;
}

}  // namespace

TEST_CASE("a row with groups is dense with a value in the place of each of its levels, between the other columns") {
    grouped const all;
    auto const rows = all.view();
    CHECK(rows.columns == 15);
    CHECK(rows.level_columns() == 10);
    std::vector<double> memory, of_all;
    for (std::size_t i = 0; i < grouped::rows; ++i) {
        vector_view const row = rows.dense_row(i, memory);
        REQUIRE(row.size() == 15);
        for (std::size_t j = 0; j < 5; ++j) CHECK(row[j < 3 ? j : j + 10] == all.numbers[i * 5 + j]);
        for (std::size_t k = 0; k < 4; ++k) CHECK(row[3 + k] == (all.first[i] == k ? 1 : 0));
        for (std::size_t k = 0; k < 6; ++k) CHECK(row[7 + k] == (all.second[i] == k ? all.values[i] : 0));
        vector_view const same = rows.dense(of_all).row(i);
        for (std::size_t j = 0; j < 15; ++j) CHECK(row[j] == same[j]);
    }
}

TEST_CASE("rows without groups are shown where they lie") {
    std::vector<double> const numbers = some_numbers(12, 1);
    feature_rows const rows = matrix_view(numbers.data(), 4, 3);
    std::vector<double> memory;
    CHECK(rows.dense_row(2, memory).data() == numbers.data() + 6);
    CHECK(rows.dense(memory).elements == numbers.data());
    CHECK(memory.empty());
}

TEST_CASE(
    "predictors, weighted sums and Gram matrices of rows with groups are those of the dense rows, for one predictor and for several") {
    grouped const all;
    auto const rows = all.view();
    std::vector<double> memory;
    matrix_view const dense = rows.dense(memory);
    for (std::size_t const width : {1u, 3u}) {
        std::vector<double> const theta = some_numbers(width * 15, 11), weights = some_numbers(width * grouped::rows, 12);
        std::vector<double> eta(width * grouped::rows), expected(eta.size());
        predict(rows, theta, eta);
        predict(dense, theta, expected);
        for (std::size_t i = 0; i < eta.size(); ++i) CHECK(eta[i] == doctest::Approx(expected[i]).epsilon(1e-12));

        std::vector<double> sum(width * 15, 0.5), expected_sum = sum;
        add_weighted_rows(rows, weights, sum);
        add_weighted_rows(dense, weights, expected_sum);
        for (std::size_t i = 0; i < sum.size(); ++i) CHECK(sum[i] == doctest::Approx(expected_sum[i]).epsilon(1e-12));

        std::vector<double> square = some_numbers(width * width * grouped::rows, 13);
        for (std::size_t i = 0; i < grouped::rows; ++i)
            for (std::size_t k = 0; k < width; ++k)
                for (std::size_t l = 0; l < k; ++l) square[(i * width + k) * width + l] = square[(i * width + l) * width + k];
        matrix gram = zeros(width * 15, width * 15), expected_gram = gram;
        add_weighted_gram(rows, square, gram);
        add_weighted_gram(dense, square, expected_gram);
        mirror(gram, 15);
        mirror(expected_gram, 15);
        for (std::size_t a = 0; a < gram.shape(0); ++a)
            for (std::size_t b = 0; b < gram.shape(1); ++b)
                CHECK(std::abs(gram(a, b) - expected_gram(a, b)) < 1e-12 * (1 + std::abs(expected_gram(a, b))));
    }
}

TEST_CASE(
    "a sparse Gram matrix of rows with groups is the dense one, with a place for all that the rows have, weights of zero too") {
    grouped const all;
    auto const rows = all.view();
    std::vector<double> weights = some_numbers(grouped::rows, 14), memory;
    for (std::size_t i = 0; i < grouped::rows; i += 3) weights[i] = 0;
    matrix expected = zeros(15, 15);
    add_weighted_gram(rows, weights, expected);
    mirror(expected, 15);
    sparse_symmetric const gram = sparse_gram(rows, weights);
    REQUIRE(gram.dimension() == 15);
    matrix const dense = gram.dense();
    for (std::size_t a = 0; a < 15; ++a)
        for (std::size_t b = 0; b < 15; ++b) CHECK(std::abs(dense(a, b) - expected(a, b)) < 1e-12 * (1 + std::abs(expected(a, b))));
    for (std::size_t i = 0; i < grouped::rows; ++i) {
        vector_view const x = rows.dense_row(i, memory);
        for (std::size_t a = 0; a < 15; ++a)
            for (std::size_t b = 0; b < 15; ++b)
                if (x[a] != 0 && x[b] != 0) CHECK(gram.at(a, b) == dense(a, b));
    }
    std::vector<double> squares(grouped::rows), of_sparse(grouped::rows);
    square_rows(rows, dense, squares);
    square_rows(rows, gram, of_sparse);
    CHECK(of_sparse == squares);
    // Two levels of one factor are in no row together.
    CHECK_THROWS_AS(gram.at(3, 4), invalid_argument);
}

TEST_CASE("x·Sx of rows with groups is that of the dense rows") {
    grouped const all;
    auto const rows = all.view();
    matrix s = zeros(15, 15);
    std::vector<double> const numbers = some_numbers(225, 21);
    for (std::size_t a = 0; a < 15; ++a)
        for (std::size_t b = 0; b <= a; ++b) s(a, b) = s(b, a) = numbers[a * 15 + b];
    std::vector<double> squares(grouped::rows), memory;
    square_rows(rows, s, squares);
    for (std::size_t i = 0; i < grouped::rows; ++i) {
        vector_view const x = rows.dense_row(i, memory);
        double sum = 0;
        for (std::size_t a = 0; a < 15; ++a)
            for (std::size_t b = 0; b < 15; ++b) sum += x[a] * s(a, b) * x[b];
        CHECK(squares[i] == doctest::Approx(sum).epsilon(1e-12));
    }
}
