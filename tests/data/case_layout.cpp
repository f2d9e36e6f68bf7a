#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

using numbers_of_target = std::vector<double>;

/// Two features and two columns behind them, of which the second comes first and the first as its logarithm; between them a number for all.
case_layout const two_columns(2, {{.column = 1}, {.otherwise = 7}, {.column = 0, .is_log = true}});
matrix const all = matrix_of({{1, 2, 10, 100}, {3, 4, 20, 200}, {5, 6, 30, 300}});
vector const happened = vector_of({0.5, 1.5, 2.5});

numbers_of_target target_of_row(std::size_t n) {
    return {happened(n), all(n, 3), 7, std::log(all(n, 2))};
}

/// Blocks and rows by index, in any order, are features and whole targets.
template <class Source>
void check_rows(Source const& rows) {
    CHECK(rows.rows() == 3);
    CHECK(rows.columns() == 2);
    CHECK(layout_of(rows).target == 4);
    block_buffer buffer;
    for (int again = 0; again < 2; ++again) {
        row_block const block = rows.block(0, buffer);
        REQUIRE(block.rows.rows == 3);
        REQUIRE(block.rows.columns == 2);
        REQUIRE(block.target.size() == 12);
        for (std::size_t n = 0; n < 3; ++n) {
            CHECK(block.rows.common.row(n)[0] == all(n, 0));
            CHECK(block.rows.common.row(n)[1] == all(n, 1));
            CHECK(numbers_of_target(block.target.begin() + static_cast<std::ptrdiff_t>(4 * n),
                                    block.target.begin() + static_cast<std::ptrdiff_t>(4 * n + 4)) == target_of_row(n));
        }
    }
    packed_rows some(layout_of(rows)), others(layout_of(rows));
    std::vector<row_index> const wanted{2, 0, 1};
    rows.request(wanted, some);
    rows.collect(some);
    auto const check_row = [](packed_rows const& packed, std::size_t i, row_index n) {
        CHECK(packed.row(i).size() == 2);
        CHECK(packed.row(i)[1] == all(n, 1));
        auto const from = packed.target.begin() + static_cast<std::ptrdiff_t>(4 * i);
        CHECK(numbers_of_target(from, from + 4) == target_of_row(n));
    };
    for (std::size_t i = 0; i < 3; ++i) check_row(some, i, wanted[i]);
    others.append(some, 1);
    others.append(some, 2);
    others.append(some, 0);
    check_row(others, 0, 0);
    others.replace_by_last(0);
    check_row(others, 0, 2);
    check_row(others, 1, 1);
    CHECK(others.target.size() == 8);
}

}  // namespace

TEST_CASE("columns behind the features become numbers of the target, from rows in eight bytes and in four") {
    check_rows(cased_rows(dense_rows(all, happened), two_columns));
    check_rows(cased_rows(float_rows(xt::xtensor<float, 2>(all), happened), two_columns));
}

TEST_CASE("more than a block of rows has its case numbers, too") {
    std::size_t const rows = block_rows + 5;
    matrix features = zeros(rows, 2);
    vector target = zeros(rows);
    for (std::size_t n = 0; n < rows; ++n) {
        features(n, 1) = static_cast<double>(n);
        target(n) = -static_cast<double>(n);
    }
    cased_rows const source(dense_rows(features, target), case_layout(1, {{.column = 0}}));
    block_buffer buffer;
    row_block const last = source.block(1, buffer);
    CHECK(last.first == block_rows);
    CHECK(last.rows.rows == 5);
    CHECK(last.target[9] == static_cast<double>(block_rows + 4));
    CHECK(last.target[8] == -static_cast<double>(block_rows + 4));
}

TEST_CASE("without case numbers rows stay what they are") {
    case_layout const empty;
    CHECK(empty.is_empty());
    CHECK(empty.of(3).columns == 3);
    CHECK(empty.of(3).target == 1);
    dense_rows const rows(all, happened);
    block_buffer buffer;
    CHECK(empty.block(rows.block(0, buffer), buffer).rows.common.elements == rows.block(0, buffer).rows.common.elements);
}

TEST_CASE("rows in memory with trials have two numbers per target, with offsets or weights three, with all of them four") {
    matrix const features = matrix_of({{1, 2}, {3, 4}});
    vector const y = vector_of({1, 0});
    auto const target_of_first = [&](case_columns const& cases) {
        auto const rows = rows_with_cases(features, y, cases);
        block_buffer buffer;
        row_block const block = rows.block(0, buffer);
        CHECK(block.rows.columns == 2);
        CHECK(block.rows.common.row(1)[1] == 4);
        return numbers_of_target(block.target.begin(), block.target.begin() + static_cast<std::ptrdiff_t>(block.target.size() / 2));
    };
    CHECK(target_of_first({.trials = vector_of({5, 6})}) == numbers_of_target{1, 5});
    CHECK(target_of_first({.offset = vector_of({0.3, 0.4})}) == numbers_of_target{1, 0.3, 1});
    CHECK(target_of_first({.weight = vector_of({2, 3})}) == numbers_of_target{1, 0, 2});
    CHECK(target_of_first({.trials = vector_of({5, 6}), .weight = vector_of({2, 3})}) == numbers_of_target{1, 5, 0, 2});
    CHECK(target_of_first({}) == numbers_of_target{1});
}

TEST_CASE("columns that are not there are refused") {
    CHECK_THROWS_WITH_AS(case_layout(1, {{.column = 1}}),
                         "case_layout: a number of column 1 behind the features, counted from 0, where there are 1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(cased_rows(dense_rows(all, happened), case_layout(4, {{.column = 0}})),
                         "cased_rows: 4 columns, 4 of which are case numbers: no feature is left", invalid_argument);
    CHECK_THROWS_WITH_AS(rows_with_cases(all, happened, {.offset = vector_of({1, 2})}),
                         "rows_with_cases: 2 numbers of offset for 3 rows; give one per row", invalid_argument);
    CHECK_THROWS_AS(rows_with_cases(all, happened, {.weight = vector_of({1, 2, std::numeric_limits<double>::quiet_NaN()})}),
                    invalid_argument);
}
