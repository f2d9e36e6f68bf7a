#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.draws;
import firefly.files;
import firefly.tables;

using firefly::read_npy;
using firefly::read_options;
using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

/// An NPY file by hand: what numpy.lib.format says, independent of the reader.
std::string npy(std::string_view header, std::string_view elements, char major = 1) {
    std::string text(header);
    text += '\n';
    std::string bytes = std::string("\x93NUMPY") + major + '\0';
    auto const length = static_cast<std::uint32_t>(text.size());
    bytes.append(reinterpret_cast<char const*>(&length), major == 1 ? 2 : 4);
    return bytes + text + std::string(elements);
}

template <class T>
std::string bytes_of(std::vector<T> const& values) {
    return {reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T)};
}

std::string header(std::string_view type, std::string_view shape, std::string_view fortran = "False") {
    return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type, fortran, shape);
}

std::vector<double> numbers(firefly::matrix const& m) {
    return {m.begin(), m.end()};
}

std::vector<double> numbers(firefly::vector const& v) {
    return {v.begin(), v.end()};
}

std::vector<double> read(std::string_view bytes) {
    temporary_directory const directory;
    return numbers(read_npy(directory.write("x.npy", bytes)));
}

std::string refusal(std::string_view bytes) {
    return complaint<firefly::data_error>([&] { read(bytes); });
}

template <class T>
void check_type(std::string_view type) {
    CAPTURE(type);
    CHECK(read(npy(header(type, "(3,)"), bytes_of<T>({0, 1, 100}))) == std::vector<double>{0, 1, 100});
}

std::string const malformed = "x.npy: the NPY header is malformed; save the array again with numpy.save";

}  // namespace

TEST_CASE("arrays of every number type are read") {
    check_type<double>("<f8");
    check_type<float>("<f4");
    check_type<std::int8_t>("|i1");
    check_type<std::int16_t>("<i2");
    check_type<std::int32_t>("<i4");
    check_type<std::int64_t>("<i8");
    check_type<std::uint8_t>("|u1");
    check_type<std::uint16_t>("<u2");
    check_type<std::uint32_t>("<u4");
    check_type<std::uint64_t>("<u8");
    CHECK(read(npy(header("|b1", "(2,)"), std::string_view("\1\0", 2))) == std::vector<double>{1, 0});
    CHECK(read(npy(header("<i2", "(2,)"), bytes_of<std::int16_t>({-300, 300}))) == std::vector<double>{-300, 300});
}

TEST_CASE("versions 1, 2 and 3 of the format are read, and any order of the header") {
    for (char const major : {1, 2, 3})
        CHECK(read(npy(header("<f8", "(1, 2)"), bytes_of<double>({1, 2}), major)) == std::vector<double>{1, 2});
    CHECK(read(npy("{'shape':(2,),'fortran_order':False,'descr':'<f8'}", bytes_of<double>({1, 2}))) == std::vector<double>{1, 2});
}

TEST_CASE("two dimensions are rows and columns, in either order of elements") {
    temporary_directory const directory;
    auto const c = read_npy(directory.write("c.npy", npy(header("<f8", "(2, 3)"), bytes_of<double>({1, 2, 3, 4, 5, 6}))));
    auto const f = read_npy(directory.write("f.npy", npy(header("<f8", "(2, 3)", "True"), bytes_of<double>({1, 4, 2, 5, 3, 6}))));
    CHECK(c.shape(0) == 2);
    CHECK(c.shape(1) == 3);
    CHECK(c(1, 0) == 4);
    CHECK(c == f);
}

TEST_CASE("a column of an array is the target, by its number") {
    temporary_directory const directory;
    auto const path = directory.write("x.npy", npy(header("<f4", "(3, 3)"), bytes_of<float>({5, 1, 7, 6, -1, 8, 9, 1, 2})));
    auto const data = read_npy(path, {.target = "2"});
    CHECK(data.columns == names{"(intercept)", "1", "3"});
    CHECK(data.target_name == "2");
    CHECK(data.labels == names{"-1", "1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(numbers(data.features) == std::vector<double>{1, 5, 7, 1, 6, 8, 1, 9, 2});

    auto const one = read_npy(path, {.target = "1", .features = {"3"}, .intercept = false, .kind = target_kind::numeric});
    CHECK(numbers(one.features) == std::vector<double>{7, 8, 2});
    CHECK(numbers(one.target) == std::vector<double>{5, 6, 9});
    CHECK(one.labels.empty());
}

TEST_CASE("the target may be another file") {
    temporary_directory const directory;
    auto const path = directory.write("x.npy", npy(header("<f8", "(2, 2)"), bytes_of<double>({1, 2, 3, 4})));
    auto const target = directory.write("labels.npy", npy(header("|b1", "(2,)"), std::string_view("\1\0", 2)));
    auto const data = read_npy(path, {.target = target.string()});
    CHECK(data.columns == names{"(intercept)", "1", "2"});
    CHECK(data.target_name == "labels");
    CHECK(data.labels == names{"0", "1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0});

    auto const three = directory.write("three.npy", npy(header("<f8", "(3,)"), bytes_of<double>({1, 2, 3})));
    auto const message = complaint<firefly::data_error>([&] { read_npy(path, {.target = three.string()}); });
    CHECK(message.starts_with("three.npy: 3 × 1 targets for the 2 rows of "));
    CHECK(message.ends_with("/x.npy; save one for each row"));
}

TEST_CASE("an array of NaN or infinity is a matrix but not a data set") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    temporary_directory const directory;
    auto const path =
        directory.write("x.npy", npy(header("<f8", "(2, 3)"), bytes_of<double>({0, 1, 2, 1, nan, firefly::infinity})));
    CHECK(read_npy(path)(1, 2) == firefly::infinity);
    auto const refusal_of = [&](read_options const& options) {
        return complaint<firefly::data_error>([&] { read_npy(path, options); });
    };
    CHECK(refusal_of({.target = "1", .features = {"2"}}) ==
          "x.npy: row 2, column 2 is NaN; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal_of({.target = "1", .features = {"3"}}) ==
          "x.npy: row 2, column 3 is infinite; correct it, or leave the column out");
    CHECK(refusal_of({.target = "2", .features = {"1"}}) ==
          "x.npy: row 2, column 2 is NaN; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal_of({.target = "4"}) == "x.npy: there is no column \"4\"; choose among \"1\", \"2\", \"3\"");
}

TEST_CASE("rows of an array with NaN are dropped on request, and counted") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    temporary_directory const directory;
    auto const path =
        directory.write("x.npy", npy(header("<f8", "(4, 3)"), bytes_of<double>({0, 1, 2, 1, nan, 3, nan, 4, 5, 1, 6, nan})));
    auto const data = read_npy(path, {.target = "1", .features = {"2"}, .missing = firefly::missing_cells::drop});
    CHECK(data.dropped == 2);
    CHECK(numbers(data.features) == std::vector<double>{1, 1, 1, 6});
    CHECK(numbers(data.target) == std::vector<double>{0, 1});
}

TEST_CASE("numbers in an array may be categories") {
    temporary_directory const directory;
    auto const path = directory.write("x.npy", npy(header("<f8", "(3, 3)"), bytes_of<double>({0, 10, 2, 1, 9, 3, 1, 1.5, 4})));
    auto const data = read_npy(path, {.target = "1", .one_hot = {"2"}});
    CHECK(data.columns == names{"(intercept)", "2=9", "2=10", "3"});
    CHECK(numbers(data.features) == std::vector<double>{1, 0, 1, 2, 1, 1, 0, 3, 1, 0, 0, 4});
}

TEST_CASE("one class only is refused in an array too") {
    temporary_directory const directory;
    auto const path = directory.write("x.npy", npy(header("<f8", "(2, 2)"), bytes_of<double>({1, 2, 1, 4})));
    CHECK(complaint<firefly::data_error>([&] { read_npy(path, {.target = "1"}); }) ==
          "x.npy: column 1 has one class only, \"1\"; add rows of another class");
}

TEST_CASE("files that are not NPY, or end too early, are refused") {
    CHECK(refusal("") == "x.npy: this is no NPY file; save the array with numpy.save");
    CHECK(refusal("y,a\n1,2\n") == "x.npy: this is no NPY file; save the array with numpy.save");
    CHECK(refusal("\x93NUMPY") == "x.npy: the file ends within the header; copy or save it again");
    auto const whole = npy(header("<f8", "(2,)"), bytes_of<double>({1, 2}));
    CHECK(refusal(whole.substr(0, 30)) == "x.npy: the file ends within the header; copy or save it again");
    CHECK(refusal(whole.substr(0, whole.size() - 1)) ==
          "x.npy: the file has fewer bytes than its header says (2 × 1 elements of 8 bytes); copy or save it again");
    CHECK(refusal(whole + "x") ==
          "x.npy: the file has more bytes than its header says (2 × 1 elements of 8 bytes); copy or save it again");
    CHECK(refusal(npy(header("<f8", "(2,)"), "", 9)) == "x.npy: NPY version 9 is not known; save it as version 1.0");
}

TEST_CASE("sizes that overflow are refused, not allocated") {
    for (std::string_view const shape : {"(4611686018427387904, 4)", "(4294967296, 4294967296)", "(18446744073709551615,)",
                                         "(1, 2305843009213693953)", "(1000000000000, 1)"}) {
        CAPTURE(shape);
        CHECK(refusal(npy(header("<f8", shape), bytes_of<double>({1, 2}))).starts_with("x.npy: the file has fewer bytes"));
    }
    CHECK(refusal(npy(header("<f8", "(99999999999999999999,)"), "")) == malformed);
}

TEST_CASE("arrays that are no tables of numbers are refused in words") {
    CHECK(refusal(npy(header(">f8", "(1,)"), bytes_of<double>({1}))) ==
          "x.npy: elements of type \">f8\" cannot be read; save array.astype('<f8')");
    CHECK(refusal(npy(header("<c16", "(1,)"), bytes_of<double>({1, 2}))) ==
          "x.npy: elements of type \"<c16\" cannot be read; save array.astype('<f8')");
    CHECK(refusal(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", bytes_of<double>({1}))) ==
          "x.npy: the array has named fields; save a plain array of numbers");
    CHECK(refusal(npy(header("<f8", "()"), bytes_of<double>({1}))) ==
          "x.npy: the array has 0 dimensions; save one with rows and columns");
    CHECK(refusal(npy(header("<f8", "(1, 1, 1)"), bytes_of<double>({1}))) ==
          "x.npy: the array has 3 dimensions; save one with rows and columns");
    CHECK(refusal(npy(header("<f8", "(0, 5)"), "")) == "x.npy: the array is empty; save one that has rows");
}

TEST_CASE("malformed headers are refused") {
    for (std::string_view const text :
         {"", "{", "{}", "garbage", "{'descr': '<f8'", "{'descr': '<f8', 'fortran_order': False}",
          "{'descr': '<f8', 'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1,", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': 1}", "{'descr': '<f8, 'fortran_order': False, 'shape': (1,)}",
          "{'more': 1}"}) {
        CAPTURE(text);
        CHECK(refusal(npy(text, bytes_of<double>({1}))) == malformed);
    }
}

TEST_CASE("no prefix of a file and no changed byte of its header does harm") {
    auto const whole = npy(header("<f8", "(2, 1)"), bytes_of<double>({1, 2}));
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK(refusal(whole.substr(0, size)) != "no complaint");
    for (std::size_t place = 0; place + 16 < whole.size(); ++place)
        for (char const c : {'\0', '\xff', '9', '(', ' '}) {
            auto changed = whole;
            changed[place] = c;
            CHECK_NOTHROW(refusal(changed));
        }
}
