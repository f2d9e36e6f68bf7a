/// Stores made of tables, for tests of those who write and read them. Brings `import firefly;` with it: include it after every other header
/// but those that do the same.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly;

namespace firefly::testing {

/// A table whose columns are functions of the row's number.
inline std::string table(std::size_t rows) {
    std::string text = "a,y,b,c\n";
    for (std::size_t i = 0; i < rows; ++i)
        text +=
            fmt::format("{},{},{},{}\n", 0.1 * static_cast<double>(i), i % 3 == 0 ? "no" : "yes", -static_cast<double>(i), i % 7);
    return text;
}

/// Rows in three blocks.
inline constexpr std::size_t many = 2 * 4096 + 100;

/// Makes `data.firefly` of the text of a CSV file.
inline std::filesystem::path store_of(temporary_directory const& directory, std::string_view text,
                                      read_options options = {.target = "y"}, store_settings const& settings = {}) {
    auto const path = directory / "data.firefly";
    make_store({directory.write("data.csv", text)}, path, std::move(options), settings);
    return path;
}

inline mapped_rows open(std::filesystem::path const& path, bool intercept = true, std::vector<std::string> const& features = {},
                        target_kind kind = target_kind::classes) {
    row_store const store(path);
    return {store, store_columns(store, features, intercept), kind};
}

/// Features and target of all rows, block by block.
inline std::vector<double> all_of(auto const& rows) {
    std::vector<double> result;
    block_buffer buffer;
    for (std::size_t i = 0; i < block_count(rows); ++i) {
        auto const block = rows.block(i, buffer);
        for (std::size_t r = 0; r < block.target.size(); ++r) {
            auto const row = block.rows.common.row(r);
            result.insert(result.end(), row.begin(), row.end());
            result.push_back(block.target[r]);
        }
    }
    return result;
}

/// Flips bits of one byte of a file.
inline void change(std::filesystem::path const& path, std::size_t place, char by = 0x40) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(place));
    char const byte = static_cast<char>(file.get() ^ by);
    file.seekp(static_cast<std::streamoff>(place));
    file.put(byte);
}

}  // namespace firefly::testing
