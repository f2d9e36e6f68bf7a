#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

/// An IDX file by hand: what the MNIST page says.
std::string idx(char type, std::vector<std::uint32_t> const& sizes, std::string_view elements) {
    std::string bytes{'\0', '\0', type, static_cast<char>(sizes.size())};
    for (std::uint32_t const size : sizes)
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift & 0xff);
    return bytes + std::string(elements);
}

/// All columns as features, the target in a file of its own.
firefly::file_data read(std::string_view bytes, firefly::missing_cells missing = firefly::missing_cells::refuse) {
    temporary_directory const directory;
    auto const labels = directory.write("labels-idx1-ubyte", idx(8, {2}, std::string_view("\3\7", 2)));
    return firefly::read_data(directory.write("x-idx2-ubyte", bytes),
                              {.target = labels.string(), .intercept = false, .missing = missing});
}

std::string refusal(std::string_view bytes) {
    return complaint<firefly::data_error>([&] { read(bytes); });
}

}  // namespace

TEST_CASE("images in an IDX file are rows of pixels, with labels from another") {
    temporary_directory const directory;
    auto const images =
        directory.write("train-images-idx3-ubyte", idx(8, {3, 2, 2}, std::string_view("\0\1\2\3\4\5\6\7\xfc\xfd\xfe\xff", 12)));
    auto const labels = directory.write("train-labels-idx1-ubyte", idx(8, {3}, std::string_view("\7\3\7", 3)));
    auto const data = firefly::read_data(images, {.target = labels.string()});
    CHECK(data.columns == names{"(intercept)", "1", "2", "3", "4"});
    CHECK(numbers(data.features) == std::vector<double>{1, 0, 1, 2, 3, 1, 4, 5, 6, 7, 1, 252, 253, 254, 255});
    CHECK(data.labels == names{"3", "7"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(data.target_name == "train-labels-idx1-ubyte");

    auto const column = firefly::read_data(images, {.target = "2", .features = {"4"}, .kind = target_kind::numeric});
    CHECK(numbers(column.target) == std::vector<double>{1, 5, 253});
    CHECK(numbers(column.features) == std::vector<double>{1, 3, 1, 7, 1, 255});
}

TEST_CASE("every type of IDX element is read, most significant byte first") {
    using std::string_view;
    CHECK(numbers(read(idx(8, {2}, string_view("\x80\1", 2))).features) == std::vector<double>{128, 1});
    CHECK(numbers(read(idx(9, {2}, string_view("\x80\1", 2))).features) == std::vector<double>{-128, 1});
    CHECK(numbers(read(idx(11, {2}, string_view("\xff\xfe\1\2", 4))).features) == std::vector<double>{-2, 258});
    CHECK(numbers(read(idx(12, {2}, string_view("\xff\xff\xff\xfe\1\2\3\4", 8))).features) == std::vector<double>{-2, 16909060});
    CHECK(numbers(read(idx(13, {2}, string_view("\x3f\xc0\0\0\xc0\0\0\0", 8))).features) == std::vector<double>{1.5, -2});
    CHECK(numbers(read(idx(14, {2}, string_view("\x3f\xf8\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16))).features) ==
          std::vector<double>{1.5, -2});
}

TEST_CASE("a NaN in an IDX file is a missing cell") {
    auto const bytes = idx(13, {2, 2}, std::string_view("\x3f\xc0\0\0\x7f\xc0\0\0\xc0\0\0\0\xc0\0\0\0", 16));
    CHECK(refusal(bytes) ==
          "x-idx2-ubyte: row 1, column 2 is missing (\"NaN\"); fill the cell, remove the row, or drop all such rows");
    auto const all_but_one = complaint<firefly::data_error>([&] { read(bytes, firefly::missing_cells::drop); });
    CHECK(all_but_one == "labels-idx1-ubyte: column 1 has one class only, \"7\"; add rows of another class");
}

TEST_CASE("files that are not IDX, end too early or too late are refused") {
    auto const whole = idx(8, {2, 3}, "abcdef");
    CHECK(numbers(read(whole).features).size() == 6);
    CHECK(refusal("") == "x-idx2-ubyte: this is no IDX file: it does not begin with two zero bytes");
    CHECK(refusal("y,a\n1,2\n") == "x-idx2-ubyte: this is no IDX file: it does not begin with two zero bytes");
    CHECK(refusal(whole.substr(0, 3)) == "x-idx2-ubyte: the file ends within the header; copy it again");
    CHECK(refusal(whole.substr(0, 11)) == "x-idx2-ubyte: the file ends within the header; copy it again");
    CHECK(refusal(whole.substr(0, 17)) == "x-idx2-ubyte: the file has fewer bytes than its header says; copy it again");
    CHECK(refusal(whole + "g") == "x-idx2-ubyte: the file has more bytes than its header says; copy it again");
    CHECK(refusal(idx(10, {2}, "ab")) == "x-idx2-ubyte: elements of IDX type 10 are not known; there are 8, 9, 11, 12, 13 and 14");
    CHECK(refusal(idx(8, {}, "a")) == "x-idx2-ubyte: the array has no dimensions; give one with rows");
    CHECK(refusal(idx(8, {0, 3}, "")) == "x-idx2-ubyte: the array is empty; give one that has rows");
    CHECK(refusal(idx(8, {3, 0}, "")) == "x-idx2-ubyte: the array is empty; give one that has rows");
    CHECK(refusal(idx(8, {3}, "abc")).starts_with("labels-idx1-ubyte: 2 × 1 targets for the 3 rows of "));
}

TEST_CASE("sizes that overflow are refused in an IDX file, too") {
    std::uint32_t const most = std::numeric_limits<std::uint32_t>::max();
    for (auto const& sizes :
         {std::vector{most, most, most}, std::vector{most}, std::vector{1u, most, 2u}, std::vector{65536u, 65536u, 65536u, 65536u}})
        CHECK(refusal(idx(14, sizes, "abcdefgh")) == "x-idx2-ubyte: the file has fewer bytes than its header says; copy it again");
}
