#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

TEST_CASE("rows are made when they are read, with offset and other numbers behind the features") {
    auto const how = std::make_shared<design const>(flights(), "~ bs(hour, df=4)*origin + offset(log(distance))");
    auto const raw = how->raw_rows(flights());
    matrix held = zeros(6, raw.shape(1) + 1);
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < raw.shape(1); ++j) held(i, j) = raw(i, j);
        held(i, raw.shape(1)) = static_cast<double>(i) + 0.5;
    }
    vector target = zeros(6);
    for (std::size_t i = 0; i < 6; ++i) target(i) = static_cast<double>(i);
    designed_rows<dense_rows> const rows(dense_rows(held, target), how);
    static_assert(RowSource<designed_rows<dense_rows>>);
    auto const expected = how->rows(flights()).features;
    std::size_t const features = expected.shape(1);
    REQUIRE(rows.columns() == features + 2);

    auto const same = [&](double const* row, std::size_t i) {
        for (std::size_t j = 0; j < features; ++j) CHECK(row[j] == expected(i, j));
        CHECK(row[features] == how->offset(&raw(i, 0)));
        CHECK(row[features + 1] == static_cast<double>(i) + 0.5);
    };
    block_buffer buffer;
    auto const block = rows.block(0, buffer);
    REQUIRE(block.rows.rows == 6);
    for (std::size_t i = 0; i < 6; ++i) same(block.rows.common.row(i).data(), i);

    packed_rows wanted(rows.columns());
    std::vector<row_index> const indices{4, 1};
    rows.request(indices, wanted);
    rows.collect(wanted);
    same(wanted.row(0).data(), 4);
    same(wanted.row(1).data(), 1);
    CHECK(wanted.target == std::vector<double>{4, 1});
}

TEST_CASE("a target that the source has not computed is computed in blocks and in single rows") {
    auto const how = std::make_shared<design const>(flights(), "log(distance) ~ hour");
    vector const target{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
    for (bool const is_raw : {true, false}) {
        designed_rows<dense_rows> const rows(dense_rows(how->raw_rows(flights()), target), how, 0, is_raw);
        block_buffer buffer;
        auto const block = rows.block(0, buffer);
        packed_rows wanted(rows.columns());
        std::vector<row_index> const indices{4, 1};
        rows.request(indices, wanted);
        rows.collect(wanted);
        for (std::size_t i = 0; i < 6; ++i) CHECK(block.target[i] == (is_raw ? portable::log(target(i)) : target(i)));
        for (std::size_t i = 0; i < 2; ++i)
            CHECK(wanted.target[i] == (is_raw ? portable::log(target(indices[i])) : target(indices[i])));
    }
}

TEST_CASE("rows that are made are shown on the scale that is asked for") {
    auto const how = std::make_shared<design const>(flights(), "~ hour + poly(distance, 2)");
    designed_rows<dense_rows> rows(dense_rows(how->raw_rows(flights()), zeros(6)), how);
    vector centre = zeros(4), deviation = zeros(4);
    for (std::size_t j = 0; j < 4; ++j) {
        centre(j) = static_cast<double>(j);
        deviation(j) = 2;
    }
    rows.rescale(column_scale(centre, deviation));
    block_buffer buffer;
    auto const block = rows.block(0, buffer);
    CHECK(block.rows.common.row(1)[1] == (9.0 - 1) / 2);
    packed_rows wanted(rows.columns());
    std::vector<row_index> const indices{1};
    rows.request(indices, wanted);
    rows.collect(wanted);
    CHECK(wanted.row(0)[1] == (9.0 - 1) / 2);
}

TEST_CASE("levels of groups come between the features and what is behind them: codes in a block, zeros and ones in a row") {
    auto const how =
        std::make_shared<design const>(flights(), "~ hour + offset(log(distance)) + (1 + distance | origin) + (1 | hour)");
    auto const raw = how->raw_rows(flights());
    auto const expected = how->rows(flights()).features;
    std::size_t const features = how->features().size(), all = expected.shape(1);
    REQUIRE(features == 2);
    REQUIRE(all == 2 + 3 + 3 + 5);
    designed_rows<dense_rows> const rows(dense_rows(raw, zeros(6)), how);
    REQUIRE(rows.columns() == all + 1);
    block_buffer buffer;
    auto const block = rows.block(0, buffer);
    CHECK(block.rows.common.columns == features + 1);
    CHECK(block.rows.groups.size() == 3);
    packed_rows wanted(rows.columns());
    std::vector<row_index> const indices{5, 0, 3};
    rows.request(indices, wanted);
    rows.collect(wanted);
    std::vector<double> memory;
    auto const same = [&](vector_view row, std::size_t i) {
        for (std::size_t j = 0; j < all; ++j) CHECK(row[j] == expected(i, j));
        CHECK(row[all] == how->offset(&raw(i, 0)));
    };
    for (std::size_t i = 0; i < 6; ++i) same(block.rows.dense_row(i, memory), i);
    for (std::size_t k = 0; k < 3; ++k) same(wanted.row(k), indices[k]);
}
