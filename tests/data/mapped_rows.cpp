#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/store_files.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::make_store;
using firefly::mapped_rows;
using firefly::row_index;
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using namespace firefly::testing;
using names = std::vector<std::string>;

TEST_CASE("rows of a store are fetched anywhere, in any order, as they are in blocks") {
    temporary_directory const directory;
    auto const rows = open(store_of(directory, table(many)));
    std::vector<row_index> const wanted{many - 1, 0, 4095, 4096, 4096, 17};
    firefly::packed_rows batch(rows.columns());
    for (int turn = 0; turn < 3; ++turn) {
        rows.request(wanted, batch);
        rows.collect(batch);
        CHECK(batch.index == wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            firefly::block_buffer buffer;
            auto const block = rows.block(wanted[i] / firefly::block_rows, buffer);
            auto const row = block.rows.common.row(wanted[i] % firefly::block_rows);
            CHECK(std::vector(row.begin(), row.end()) == std::vector(batch.row(i).begin(), batch.row(i).end()));
            CHECK(block.target[wanted[i] % firefly::block_rows] == batch.target[i]);
        }
    }
}

TEST_CASE("a target of classes that are numbers serves as numbers, too, and no other does") {
    temporary_directory const directory;
    auto const path = store_of(directory, "y,a\n2.5,1\n-1,2\n2.5,3\n");
    CHECK(all_of(open(path, false, {}, target_kind::numeric)) == std::vector<double>{1, 2.5, 2, -1, 3, 2.5});
    store_of(directory, table(10));
    CHECK(complaint<data_error>([&] { open(path, true, {}, target_kind::numeric); }) ==
          "data.firefly: its target has classes such as \"no\", which are no numbers; use a model of classes");
    store_of(directory, table(10), {.target = "a", .features = {"b"}, .kind = target_kind::numeric});
    CHECK(complaint<data_error>([&] { open(path); }) ==
          "data.firefly: its target is a number and no class; use a model of numbers, or convert the data again");
}

TEST_CASE("columns of a store can be shown on another scale") {
    temporary_directory const directory;
    auto rows = open(store_of(directory, "y,a\n0,1\n1,5\n"));
    using firefly::to_vector;
    rows.rescale(firefly::column_scale(to_vector(std::vector{0.0, 3.0}), to_vector(std::vector{1.0, 4.0})));
    CHECK(all_of(rows) == std::vector<double>{1, -0.5, 0, 1, 0.5, 1});
    rows.rescale(firefly::column_scale(to_vector(std::vector{0.0, 3.0})));
    CHECK(all_of(rows) == std::vector<double>{1, -2, 0, 1, 2, 1});
}

TEST_CASE("the block that was altered is named, and others are read") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(many));
    change(path, 4096 + 5000 * row_store(path).size().stride());
    auto const rows = open(path);
    firefly::block_buffer buffer;
    CHECK(rows.block(0, buffer).target.size() == 4096);
    CHECK(complaint<data_error>([&] { rows.block(1, buffer); }) ==
          "data.firefly: rows 4097 to 8192 are not as they were written; copy the file again, or convert the data again");
    CHECK(rows.block(2, buffer).target.size() == 100);
}
