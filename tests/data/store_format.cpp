/// The header of a store, byte by byte: docs/store.md.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/store_files.hpp"
#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.data;
import firefly.files;

using firefly::data_error;
using firefly::row_store;
using namespace firefly::testing;

namespace {

std::string refusal(std::filesystem::path const& path) {
    return complaint<data_error>([&] { row_store{path}; });
}

std::string const again = "copy the file again, or convert the data again";

/// Puts a number into the header, and the checksum right.
std::string with_number(std::string bytes, std::size_t place, std::uint64_t value, std::size_t size) {
    std::memcpy(bytes.data() + place, &value, size);
    firefly::checksum sum;
    sum.add(std::string_view(bytes).substr(0, 4088));
    std::uint64_t const right = sum.value();
    std::memcpy(bytes.data() + 4088, &right, 8);
    return bytes;
}

template <class Number>
Number number_at(std::string const& bytes, std::size_t place) {
    Number result;
    std::memcpy(&result, bytes.data() + place, sizeof result);
    return result;
}

}  // namespace

TEST_CASE("a store begins with its name, the order of bytes, and where everything is; its rows begin with the second page") {
    temporary_directory const directory;
    std::string const bytes = read_bytes(store_of(directory, "y,a\n0,1.5\n1,-2\n1,7\n"));
    CHECK(bytes.substr(0, 16) ==
          "\x8a"
          "firefly row\r\n\x1a\n");
    CHECK(number_at<std::uint32_t>(bytes, 16) == 0x01020304);
    CHECK(number_at<std::uint32_t>(bytes, 20) == 2);
    CHECK(number_at<std::uint32_t>(bytes, 28) == 4096);
    CHECK(number_at<std::uint64_t>(bytes, 32) == 3);
    CHECK(number_at<std::uint64_t>(bytes, 56) == 4096);
    CHECK(number_at<double>(bytes, 4096) == 0);  // the code of the first class, then the features
    CHECK(number_at<double>(bytes, 4104) == 1.5);
    for (std::size_t i = 96; i < 4088; ++i) REQUIRE(bytes[i] == 0);
    firefly::checksum sum;
    sum.add(std::string_view(bytes).substr(0, 4088));
    CHECK(number_at<std::uint64_t>(bytes, 4088) == sum.value());
}

TEST_CASE("stores of newer versions and of machines with another order of bytes are told apart from damaged ones") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10));
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(20);
    file.put(4);
    file.flush();
    CHECK(refusal(path) ==
          "data.firefly: the store is of version 4 where this firefly knows 3; use a newer firefly, or convert the data again");
    file.seekp(16);
    file.write("\x01\x02\x03\x04", 4);
    file.flush();
    CHECK(refusal(path) ==
          "data.firefly: the store was made on a machine that orders bytes otherwise; convert the data on this one");
}

TEST_CASE(
    "rows that were dropped are counted in the header; a store of version 1, which did not count them, is read all the same") {
    temporary_directory const directory;
    auto const path = store_of(directory, "y,a\n0,1.5\n1,NA\n1,7\n0,\n", {.target = "y", .missing = firefly::missing_cells::drop});
    std::string const bytes = read_bytes(path);
    CHECK(number_at<std::uint64_t>(bytes, 96) == 2);
    CHECK(row_store(path).dropped() == 2);
    auto const rows = all_of(open(path));
    std::string const uncounted = with_number(bytes, 96, 0, 8);
    directory.write("data.firefly", uncounted);
    CHECK(row_store(path).dropped() == 0);
    directory.write("data.firefly", with_number(uncounted, 20, 1, 4));
    CHECK(row_store(path).dropped() == std::nullopt);
    CHECK(all_of(open(path)) == rows);
    directory.write("data.firefly", with_number(bytes, 20, 1, 4));
    CHECK(refusal(path) == "data.firefly: its header contradicts itself; " + again);
}

TEST_CASE("a store that was made for a formula, or has times, is of version 3, which older programs refuse") {
    temporary_directory const directory;
    std::string const text = "y,a,t\n0,1.5,2001-02-03\n1,-2,2001-02-04\n";
    auto const path = store_of(directory, text, {.target = "y", .times = {"t"}}, {.formula = "y ~ a + day(t)"});
    std::string const bytes = read_bytes(path);
    CHECK(number_at<std::uint32_t>(bytes, 20) == 3);
    CHECK(row_store(path).names().formula == "y ~ a + day(t)");
    CHECK(row_store(path).names().times == std::vector<std::string>{"t"});
    directory.write("data.firefly", with_number(bytes, 20, 2, 4));
    CHECK(refusal(path) == "data.firefly: its names cannot be read; convert the data again");
    store_of(directory, text, {.target = "y", .features = {"a"}});
    directory.write("data.firefly", with_number(read_bytes(path), 20, 3, 4));
    CHECK(refusal(path) == "data.firefly: its names cannot be read; convert the data again");
}

TEST_CASE("a header whose checksum is right and whose numbers are not is refused") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10));
    std::string const good = read_bytes(path);
    // Behind the magic: order, version, element, rows in a block (4 bytes each), rows, columns, stride, where rows, checksums and names
    // are, size of the names (8 bytes each).
    struct field {
        std::size_t place;
        std::uint64_t value;
        std::size_t size;
    };
    std::uint64_t const huge = ~std::uint64_t{0};
    for (auto const& [place, value, size] :
         {field{20, 0, 4}, field{24, 2, 4}, field{24, 4, 4}, field{28, 1, 4}, field{32, 0, 8}, field{32, 11, 8}, field{32, huge, 8},
          field{32, huge / 32, 8}, field{40, 4, 8}, field{40, huge, 8}, field{40, huge / 8, 8}, field{48, 0, 8}, field{48, 40, 8},
          field{56, 0, 8}, field{64, 4096, 8}, field{72, huge, 8}, field{72, 4096, 8}, field{80, huge, 8}, field{80, 1, 8}}) {
        CAPTURE(place);
        CAPTURE(value);
        directory.write("data.firefly", with_number(good, place, value, size));
        auto const words = refusal(path);
        CHECK((words == "data.firefly: its header contradicts itself; " + again ||
               words == "data.firefly: the file is shorter than its header says; " + again ||
               words == "data.firefly: the file is longer than its header says; " + again));
    }
}
