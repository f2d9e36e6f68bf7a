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

constexpr std::size_t many = 2 * 4096 + 100;

std::filesystem::path store_of(temporary_directory const& directory, std::string_view text,
                               firefly::read_options options = {.target = "y"}, firefly::store_settings const& settings = {}) {
    auto const path = directory / "data.firefly";
    make_store({directory.write("data.csv", text)}, path, std::move(options), settings);
    return path;
}

mapped_rows open(std::filesystem::path const& path, bool intercept = true, names const& features = {},
                 target_kind kind = target_kind::classes) {
    row_store const store(path);
    return {store, store_columns(store, features, intercept), kind};
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

TEST_CASE("in four bytes a store has the rounded numbers, and refuses those that are beyond them") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(many), {.target = "y"}, {.in_four_bytes = true});
    CHECK(row_store(path).size().element == 4);
    CHECK(all_of(open(path)) == all_of(firefly::float_rows(firefly::read_csv(directory / "data.csv", {.target = "y"}))));
    CHECK(complaint<data_error>([&] { store_of(directory, "y,a\n0,1\n1,1e39\n", {.target = "y"}, {.in_four_bytes = true}); }) ==
          "data.firefly: row 2, column 1 is beyond what four bytes can hold (1e+39); rescale the column, or keep eight bytes");
}
