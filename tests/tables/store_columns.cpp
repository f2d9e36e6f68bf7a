#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::make_store;
using firefly::mapped_rows;
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

/// Rows over three blocks: the columns are functions of the row's number.
std::string table(std::size_t rows) {
    std::string text = "a,y,b,c\n";
    for (std::size_t i = 0; i < rows; ++i)
        text +=
            fmt::format("{},{},{},{}\n", 0.1 * static_cast<double>(i), i % 3 == 0 ? "no" : "yes", -static_cast<double>(i), i % 7);
    return text;
}

std::filesystem::path store_of(temporary_directory const& directory, std::string_view text,
                               firefly::read_options options = {.target = "y"}, firefly::store_settings const& settings = {}) {
    auto const path = directory / "data.firefly";
    make_store({directory.write("data.csv", text)}, path, std::move(options), settings);
    return path;
}

/// Features and target of all rows, block by block.
std::vector<double> all_of(auto const& rows) {
    std::vector<double> result;
    firefly::block_buffer buffer;
    for (std::size_t i = 0; i < firefly::block_count(rows); ++i) {
        auto const block = rows.block(i, buffer);
        for (std::size_t r = 0; r < block.target.size(); ++r) {
            auto const row = block.rows.row(r);
            result.insert(result.end(), row.begin(), row.end());
            result.push_back(block.target[r]);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("columns of a store are chosen by name, and one that is not there is named") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10), {.target = "y", .one_hot = {"c"}});
    row_store const store(path);
    CHECK(store_columns(store, {"b"}, true) == names{"(intercept)", "b"});
    CHECK(all_of(mapped_rows(store, {"c=3", "b"}, target_kind::classes))[3 * 3] == 1);
    CHECK(complaint<data_error>([&] { store_columns(store, {"bb"}, true); }) ==
          "data.firefly: there is no column \"bb\"; choose among \"a\", \"b\", \"c\"");
    CHECK(complaint<data_error>([&] {
              mapped_rows(store, {"c=8"}, target_kind::classes);
          }).starts_with("data.firefly: there is no column \"c=8\"; there are \"(intercept)\", \"a\""));
}
