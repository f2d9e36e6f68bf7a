#include <doctest/doctest.h>

#include <cstddef>
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

namespace {

firefly::file_data read(std::string_view text, firefly::read_options const& options = {.target = ""}) {
    temporary_directory const directory;
    return firefly::read_data(directory.write("a9a", text), options, firefly::data_format::libsvm);
}

std::string refusal(std::string_view text, firefly::read_options const& options = {.target = ""}) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

}  // namespace

TEST_CASE("comments, blank lines, tabs, CRLF and a missing last line break make no difference in a LIBSVM file") {
    auto const data =
        read("# made by hand\n\n1 1:2\t2:3 # first\r\n  \n0  2:4  \r\n1 1:5", {.target = "label", .kind = target_kind::numeric});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(numbers(data.features) == std::vector<double>{1, 2, 3, 1, 0, 4, 1, 5, 0});
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
    CHECK(refusal("1 1:\n") == "a9a:1: column 1 is empty; fill the cell, remove the row, or drop all such rows");
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
