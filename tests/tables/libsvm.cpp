#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.draws;
import firefly.files;
import firefly.tables;

using firefly::read_options;
using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

firefly::file_data read(std::string_view text, read_options const& options = {.target = ""}) {
    temporary_directory const directory;
    return firefly::read_libsvm(directory.write("a9a", text), options);
}

std::string refusal(std::string_view text, read_options const& options = {.target = ""}) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

std::vector<double> numbers(firefly::matrix const& m) {
    return {m.begin(), m.end()};
}

std::vector<double> numbers(firefly::vector const& v) {
    return {v.begin(), v.end()};
}

}  // namespace

TEST_CASE("a LIBSVM file becomes dense rows, zero where nothing is written") {
    auto const data = read("+1 1:0.5 3:-2\n-1 2:1e3\n+1\n");
    CHECK(data.columns == names{"(intercept)", "1", "2", "3"});
    CHECK(data.target_name == "label");
    CHECK(data.labels == names{"-1", "+1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(numbers(data.features) == std::vector<double>{1, 0.5, 0, -2, 1, 0, 1000, 0, 1, 0, 0, 0});
}

TEST_CASE("comments, blank lines, tabs, CRLF and a missing last line break make no difference in a LIBSVM file") {
    auto const data =
        read("# made by hand\n\n1 1:2\t2:3 # first\r\n  \n0  2:4  \r\n1 1:5", {.target = "label", .kind = target_kind::numeric});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(numbers(data.features) == std::vector<double>{1, 2, 3, 1, 0, 4, 1, 5, 0});
}

TEST_CASE("columns of a LIBSVM file are chosen by their number, and may be categories") {
    std::string_view const text = "1 1:2 1000000:3 4000000000:9\n0 1:1 4000000000:8\n";
    auto const data = read(text, {.target = "", .features = {"4000000000", "1"}});
    CHECK(data.columns == names{"(intercept)", "4000000000", "1"});
    CHECK(numbers(data.features) == std::vector<double>{1, 9, 2, 1, 8, 1});
    auto const coded = read(text, {.target = "", .features = {"1"}, .one_hot = {"1"}});
    CHECK(coded.columns == names{"(intercept)", "1=2"});
    CHECK(refusal(text, {.target = "", .features = {"0"}}) == "a9a: there is no column \"0\"; there are 1 to 4000000000");
    CHECK(refusal(text, {.target = "", .features = {"age"}}) == "a9a: there is no column \"age\"; there are 1 to 4000000000");
    CHECK(refusal(text, {.target = "y"}) == "a9a: the target of a LIBSVM file is its label; leave out --target");
}

TEST_CASE("a wide LIBSVM file is refused with the size that it would have") {
    CHECK(refusal("1 1:2\n0 18446744073709551615:1\n")
              .starts_with("a9a: 2 rows × 18446744073709551615 columns would take 2.684e+08 TiB when dense, and their model "));
    CHECK(refusal("1 1:2\n0 1000000000:1\n")
              .starts_with(
                  "a9a: 2 rows × 1000000000 columns would take 14.9 GiB when dense, and their model 7.276e+06 TiB; there are "));
    CHECK(
        refusal("1 1:2\n0 100:1\n", {.target = "", .most_bytes = 1024}) ==
        "a9a: 2 rows × 100 columns would take 1.562 KiB when dense, and their model 78.12 KiB; there are 1 KiB: choose fewer features");
}

TEST_CASE("missing values of a LIBSVM file are refused or dropped") {
    std::string_view const text = "1 1:2\n0 1:nan\nNA 1:3\n0 1:4\n";
    CHECK(refusal(text) ==
          "a9a:2: column 1 is missing (\"nan\"); fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal("NA 1:3\n") ==
          "a9a:1: the label is missing (\"NA\"); fill the cell, remove the row, or drop all such rows with --missing drop");
    auto const data = read(text, {.target = "", .missing = firefly::missing_cells::drop});
    CHECK(data.dropped == 2);
    CHECK(numbers(data.features) == std::vector<double>{1, 2, 1, 4});
}

TEST_CASE("what is wrong with a line of a LIBSVM file is said with its number") {
    CHECK(refusal("1 1:2\n0 qid:3 1:2\n") == "a9a:2: a query (qid) is for ranking, which firefly does not do; remove it");
    CHECK(refusal("1 0:2\n") == "a9a:1: index 0; indices count from 1: add one to each");
    CHECK(refusal("1 2:2 2:3\n") == "a9a:1: index 2 comes after 2; write each index once, in ascending order");
    CHECK(refusal("1 2:2 1:3\n") == "a9a:1: index 1 comes after 2; write each index once, in ascending order");
    CHECK(refusal("1 2\n") == "a9a:1: \"2\" is not index:value; correct the line");
    CHECK(refusal("1 -2:1\n") == "a9a:1: \"-2:1\" is not index:value; correct the line");
    CHECK(refusal("1 99999999999999999999:1\n") == "a9a:1: \"99999999999999999999:1\" is not index:value; correct the line");
    CHECK(refusal("1 1:x\n") == "a9a:1: column 1 is not a finite number (\"x\"); correct it");
    CHECK(refusal("1 1:inf\n") == "a9a:1: column 1 is not a finite number (\"inf\"); correct it");
    CHECK(refusal("1 1:\n") ==
          "a9a:1: column 1 is missing (\"\"); fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal("x 1:1\n", {.target = "", .kind = target_kind::numeric}) ==
          "a9a:1: the label is not a finite number (\"x\"); correct it");
    CHECK(refusal("1:2 2:3\n") == "a9a:1: the line begins with \"1:2\" where its label should be; write one");
    CHECK(refusal("1,4 2:3\n") == "a9a:1: several labels (\"1,4\"); give each row one");
    CHECK(refusal("") == "a9a: there is no row; give a file with data");
    CHECK(refusal("# nothing\n") == "a9a: there is no row; give a file with data");
    CHECK(refusal("1 1:2\n1 1:3\n") == "a9a: the label has one class only, \"1\"; add rows of another class");
    CHECK(refusal("1\n0\n", {.target = "", .intercept = false}) ==
          "a9a: there is no feature besides the target; add a column or the intercept");
}

TEST_CASE("the format of a file is known by its name, or given") {
    using enum firefly::data_format;
    using firefly::format_of_name;
    for (auto const& [name, format] : {std::pair{"x.csv", csv},
                                       {"X.CSV.GZ", csv},
                                       {"x.npy", npy},
                                       {"x.idx", idx},
                                       {"t10k-images-idx3-ubyte.gz", idx},
                                       {"t10k-images.idx3-ubyte", idx},
                                       {"a.libsvm", libsvm},
                                       {"a.svm.gz", libsvm},
                                       {"a.svmlight", libsvm}})
        CHECK(format_of_name(name) == format);
    for (auto const* name : {"x.txt", "x", "gz", ".gz", "3", ""}) CHECK(!format_of_name(name));

    temporary_directory const directory;
    auto const path = directory.write("a9a", "1 1:2\n0 1:3\n");
    CHECK(firefly::read_data(path, {.target = ""}, libsvm).target.size() == 2);
    CHECK(
        complaint<firefly::data_error>([&] { firefly::read_data(path, {.target = ""}); }) ==
        "a9a: cannot tell the format from the name; use one that ends in .csv, .npy, .idx, -ubyte or .libsvm (also with .gz), or give --format");
}
