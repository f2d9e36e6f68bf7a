#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
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
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using namespace firefly::testing;
using names = std::vector<std::string>;
using firefly::is_row_store;

namespace {

std::string refusal(std::filesystem::path const& path) {
    return complaint<data_error>([&] { row_store{path}; });
}

std::string const no_store = "data.firefly: this is no store; make one of the data";
std::string const again = "copy the file again, or convert the data again";

}  // namespace

TEST_CASE("files that are no store are refused") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    for (std::string const& bytes : {std::string(), std::string("\x8a"), table(10), std::string(10'000, '\0')}) {
        directory.write("data.firefly", bytes);
        CHECK_FALSE(is_row_store(path));
        CHECK(refusal(path) == no_store);
    }
    CHECK(refusal(directory / "none").starts_with("none: cannot be opened"));
    CHECK_FALSE(is_row_store(directory / "none"));
    CHECK(refusal(std::filesystem::temp_directory_path() / "").find("give a regular file") != std::string::npos);
}

TEST_CASE("a store that was cut anywhere, or has bytes too many, is refused") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(5000));
    std::size_t const size = std::filesystem::file_size(path);
    for (std::size_t const length : {std::size_t{16}, std::size_t{100}, std::size_t{4095}}) {
        std::filesystem::resize_file(path, length);
        CHECK(refusal(path) == "data.firefly: the file ends within its header; " + again);
        store_of(directory, table(5000));
    }
    for (std::size_t const length : {std::size_t{4096}, std::size_t{5000}, size / 2, size - 100, size - 1}) {
        std::filesystem::resize_file(path, length);
        CHECK(refusal(path) == "data.firefly: the file is shorter than its header says; " + again);
        store_of(directory, table(5000));
    }
    std::filesystem::resize_file(path, size + 1);
    CHECK(refusal(path) == "data.firefly: the file is longer than its header says; " + again);
}

TEST_CASE("every byte of a store is guarded: an altered one is refused before its rows are used") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(300));
    std::size_t const size = std::filesystem::file_size(path), stride = row_store(path).size().stride();
    std::size_t const behind = 4096 + 300 * stride;
    for (std::size_t place = 0; place < 16; ++place) {
        change(path, place);
        CHECK(refusal(path) == no_store);
        change(path, place);
    }
    for (std::size_t place = 16; place < 4096; place += place < 200 || place > 4080 ? 1 : 97) {
        CAPTURE(place);
        change(path, place);
        auto const words = refusal(path);
        bool const newer = place >= 20 && place < 24;
        CHECK(words == (newer ? words : "data.firefly: its header is damaged; " + again));
        CHECK(words.starts_with("data.firefly: "));
        change(path, place);
    }
    for (std::size_t place = behind; place < size; ++place) {
        change(path, place);
        CHECK(refusal(path) == "data.firefly: its checksums or names are damaged; " + again);
        change(path, place);
    }
    for (std::size_t place = 4096; place < behind; place += 131) {
        change(path, place);
        CHECK(refusal(path) == "no complaint");
        CHECK(complaint<data_error>([&] { all_of(open(path)); }) ==
              "data.firefly: rows 1 to 300 are not as they were written; " + again);
        change(path, place);
    }
    CHECK(all_of(open(path)).size() == 300 * 5);
}

TEST_CASE("the number of a store tells data from other data, without a pass") {
    temporary_directory const directory;
    auto const number = [&](std::string_view text) { return row_store(store_of(directory, text)).hash(); };
    auto const one = number("y,a\n0,1\n1,2\n");
    CHECK(one == number("y,a\n0,1\n1,2\n"));
    CHECK(one != number("y,a\n0,1\n1,3\n"));
    CHECK(one != number("y,b\n0,1\n1,2\n"));
    CHECK(one != number("y,a\n0,1\nyes,2\n"));
}
