#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
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

firefly::file_data read_npy(std::filesystem::path const& path, firefly::read_options const& options) {
    return firefly::read_data(path, options, firefly::data_format::npy);
}

}  // namespace

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

TEST_CASE("an array with NaN or infinity is no data set") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    temporary_directory const directory;
    auto const path =
        directory.write("x.npy", npy(header("<f8", "(2, 3)"), bytes_of<double>({0, 1, 2, 1, nan, firefly::infinity})));
    auto const refusal_of = [&](read_options const& options) {
        return complaint<firefly::data_error>([&] { read_npy(path, options); });
    };
    CHECK(refusal_of({.target = "1", .features = {"2"}}) ==
          "x.npy: row 2, column 2 is missing (\"NaN\"); fill the cell, remove the row, or drop all such rows");
    CHECK(refusal_of({.target = "1", .features = {"3"}}) ==
          "x.npy: row 2, column 3 is infinite; correct it, or leave the column out");
    CHECK(refusal_of({.target = "2", .features = {"1"}}) ==
          "x.npy: row 2, column 2 is missing (\"NaN\"); fill the cell, remove the row, or drop all such rows");
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
