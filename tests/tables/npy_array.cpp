#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

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

/// All elements, row after row.
std::vector<double> read(std::string_view bytes) {
    temporary_directory const directory;
    firefly::row_stream rows({directory.write("x.npy", bytes)}, {.target = {}, .need = firefly::target_need::none});
    std::vector<double> result(rows.names().size() * *rows.most_rows());
    rows.next(*rows.most_rows(), {result.data(), rows.names().size()});
    return result;
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
    std::vector<double> const rows{1, 2, 3, 4, 5, 6};
    CHECK(read(npy(header("<f8", "(2, 3)"), bytes_of<double>({1, 2, 3, 4, 5, 6}))) == rows);
    CHECK(read(npy(header("<f8", "(2, 3)", "True"), bytes_of<double>({1, 4, 2, 5, 3, 6}))) == rows);
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
