#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.data;

using namespace firefly;
using namespace firefly::testing;

namespace {

dense_rows numbered_rows(row_index rows, std::size_t columns) {
    matrix features = zeros(rows, columns);
    vector target = zeros(rows);
    for (row_index n = 0; n < rows; ++n) {
        for (std::size_t d = 0; d < columns; ++d) features(n, d) = static_cast<double>(10 * n + d);
        target(n) = static_cast<double>(n) + 0.5;
    }
    return {features, target};
}

}  // namespace

TEST_CASE("rows know their shape") {
    dense_rows const rows = numbered_rows(7, 3);
    CHECK(rows.rows() == 7);
    CHECK(rows.columns() == 3);
}

TEST_CASE("rows say what is wrong with features and targets that cannot be used") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(dense_rows(zeros(0, 3), zeros(0)),
                         "dense_rows: features must have at least one row and one column, got 0 x 3", invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(zeros(3, 0), zeros(3)),
                         "dense_rows: features must have at least one row and one column, got 3 x 0", invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(matrix{}, vector{}),
                         "dense_rows: features must have at least one row and one column, got 0 x 0", invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(zeros(3, 2), zeros(4)), "dense_rows: 3 rows of features but 4 targets; give one target a row",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(matrix_of({{1, 2}, {3, nan}}), zeros(2)),
                         "dense_rows: feature 1 of row 1 is nan; remove the row or fill the cell", invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(matrix_of({{1, 2}, {-infinity, 4}}), zeros(2)),
                         "dense_rows: feature 0 of row 1 is -inf; remove the row or fill the cell", invalid_argument);
    CHECK_THROWS_WITH_AS(dense_rows(zeros(2, 2), vector_of({0, infinity})),
                         "dense_rows: the target of row 1 is inf; remove the row or fill the cell", invalid_argument);
}

TEST_CASE("blocks are views of the rows' own memory, cut at 4096, the last one shorter") {
    dense_rows const rows = numbered_rows(2 * block_rows + 5, 2);
    block_buffer buffer;
    for (std::size_t i = 0; i < 3; ++i) {
        row_block const block = rows.block(i, buffer);
        CHECK(block.first == i * block_rows);
        CHECK(block.rows.rows == (i < 2 ? block_rows : 5));
        CHECK(block.target.size() == block.rows.rows);
        CHECK(block.rows.common.row(4)[1] == static_cast<double>(10 * (block.first + 4) + 1));
        CHECK(block.target[4] == static_cast<double>(block.first + 4) + 0.5);
    }
    CHECK(buffer.rows.empty());
}

TEST_CASE("request and collect bring the rows that were asked for, in that order, again and again") {
    dense_rows const rows = numbered_rows(100, 3);
    packed_rows b(3);
    for (std::vector<row_index> const& wanted : {std::vector<row_index>{99, 0, 42}, {}, {7}, {5, 5, 5, 5}}) {
        rows.request(wanted, b);
        rows.collect(b);
        REQUIRE(b.size() == wanted.size());
        CHECK(b.index == wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CHECK(b.target[i] == static_cast<double>(wanted[i]) + 0.5);
            for (std::size_t d = 0; d < 3; ++d) CHECK(b.row(i)[d] == static_cast<double>(10 * wanted[i] + d));
        }
    }
}

TEST_CASE("rows in four bytes are the rounded rows, in blocks and in batches") {
    random_source random({.seed = 91});
    matrix features = zeros(block_rows + 3, 3);
    random.normals({features.data(), features.size()});
    float_rows const rows(data_set{features, zeros(block_rows + 3), {}, {}, {}});
    CHECK(rows.rows() == block_rows + 3);
    block_buffer buffer;
    row_block const block = rows.block(1, buffer);
    CHECK(block.first == block_rows);
    REQUIRE(block.rows.rows == 3);
    packed_rows b(3);
    std::vector<row_index> const wanted{block_rows + 2, 5};
    rows.request(wanted, b);
    rows.collect(b);
    for (std::size_t d = 0; d < 3; ++d) {
        CHECK(block.rows.common.row(2)[d] == static_cast<float>(features(block_rows + 2, d)));
        CHECK(b.row(0)[d] == static_cast<float>(features(block_rows + 2, d)));
        CHECK(b.row(1)[d] == static_cast<float>(features(5, d)));
    }
}

TEST_CASE("rescaled rows are the same in four bytes and in eight, in blocks and in batches, and nothing is rounded") {
    // Whole numbers that four bytes hold, and shifted by a third: these they do not.
    matrix features = zeros(block_rows + 3, 2);
    for (std::size_t i = 0; i < block_rows + 3; ++i) {
        features(i, 0) = 1;
        features(i, 1) = static_cast<double>(i);
    }
    data_set const data{features, zeros(block_rows + 3), {}, {}, {}};
    column_scale const scale(vector_of({0, 1.0 / 3}), vector_of({1, 7}));
    dense_rows whole(data);
    float_rows rounded(data);
    CHECK_FALSE(whole.fits_four_bytes());
    CHECK(rounded.fits_four_bytes());
    whole.rescale(scale);
    rounded.rescale(scale);
    CHECK_FALSE(rounded.fits_four_bytes());
    auto const check = [&](auto const& rows) {
        block_buffer buffer;
        CHECK(rows.block(1, buffer).rows.common.row(2)[1] == (static_cast<double>(block_rows + 2) - 1.0 / 3) / 7);
        packed_rows b(2);
        std::vector<row_index> const wanted{block_rows + 1, 5};
        rows.request(wanted, b);
        rows.collect(b);
        CHECK(b.row(0)[1] == (static_cast<double>(block_rows + 1) - 1.0 / 3) / 7);
        CHECK(b.row(1)[1] == (5 - 1.0 / 3) / 7);
        CHECK(b.row(1)[0] == 1);
    };
    check(whole);
    check(rounded);
}

TEST_CASE("rows in four bytes refuse numbers that are beyond them") {
    CHECK_THROWS_WITH_AS(float_rows(data_set{matrix_of({{1, 1e300}}), zeros(1), {}, {}, {}}),
                         "dense_rows: feature 1 of row 0 is inf; remove the row or fill the cell", invalid_argument);
}

TEST_CASE("a chain on rows in four bytes is that on the rounded rows in double, bit for bit") {
    data_set data = synthetic_logistic({.rows = 500, .columns = 4, .seed = 92});
    data_set rounded = data;
    for (double& x : rounded.features) x = static_cast<float>(x);
    plan const stored(posterior(logistic{}, gaussian_prior(1), float_rows(data)), {.algorithm = algorithm_kind::firefly});
    plan const exact(posterior(logistic{}, gaussian_prior(1), dense_rows(rounded)), {.algorithm = algorithm_kind::firefly});
    auto const a = stored.make_chain({.seed = 93, .warm_up = 20});
    auto const b = exact.make_chain({.seed = 93, .warm_up = 20});
    for (int i = 0; i < 100; ++i) {
        a->advance();
        b->advance();
        REQUIRE(a->current().theta == b->current().theta);
    }
}
