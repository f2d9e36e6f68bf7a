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

using names = std::vector<std::string>;

namespace {

firefly::file_data read(std::string_view text, firefly::read_options const& options) {
    temporary_directory const directory;
    return firefly::read_csv(directory.write("wells.csv", text), options);
}

std::string refusal(std::string_view text, firefly::read_options const& options) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

firefly::read_options const numeric{.target = "y", .intercept = false, .kind = firefly::target_kind::numeric};

}  // namespace

TEST_CASE("byte-order mark, CRLF, blank last lines, blanks around numbers and a missing last line break make no difference") {
    std::vector<double> const expected{1.5, -2, 3e10, 0.25};
    for (std::string_view const text :
         {"y,a\n1.5,-2\n3e10,.25\n", "\xEF\xBB\xBFy,a\n1.5,-2\n3e10,.25", "y,a\r\n1.5,-2\r\n3e10,.25\r\n",
          "y,a\n1.5,-2\n3e10,.25\n\n\n", "y, a\n 1.5 ,  -2\n3e10,\t.25 \n", "\"y\",\"a\"\r\n1.5,\"-2\"\r\n+3E10,0.25\r\n\r\n"}) {
        CAPTURE(text);
        auto const data = read(text, numeric);
        CHECK(std::vector{data.target(0), data.features(0, 0), data.target(1), data.features(1, 0)} == expected);
        CHECK(data.columns == names{"a"});
        CHECK(data.target.size() == 2);
    }
}

TEST_CASE("a file of numbers only has columns that are called by position") {
    auto const data = read("5,7,0\n6,8,1\n", {.target = "3"});
    CHECK(data.columns == names{"(intercept)", "1", "2"});
    CHECK(numbers(data.features) == std::vector<double>{1, 5, 7, 1, 6, 8});
    CHECK(numbers(data.target) == std::vector<double>{0, 1});
}

TEST_CASE("numbers that may be a header or data are refused until somebody says which") {
    CHECK(refusal("0,1,2\n5,6,7\n8,9,1\n", {.target = "1"}) ==
          "wells.csv:1: the line may be a header or data; put a line of names above it");
    CHECK(read("0,1,2\n5,6,7\n8,9,1\n", {.target = "1", .header = true}).columns == names{"(intercept)", "0", "2"});
    CHECK(read("0,1,2\n5,6,7\n", {.target = "1", .header = false}).columns == names{"(intercept)", "2", "3"});
}

TEST_CASE("cells that are no finite numbers are refused by line and column, with a remedy") {
    CHECK(refusal("y,dist\n1,2\n3,\n", numeric) ==
          "wells.csv:3: column \"dist\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("dist,y\n\"\",2\n", numeric) ==
          "wells.csv:2: column \"dist\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("y,dist\n1,NA\n", numeric) ==
          "wells.csv:2: column \"dist\" is missing (\"NA\"); fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("y,dist\n1,nan\n", numeric) ==
          "wells.csv:2: column \"dist\" is missing (\"nan\"); fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("y,dist\n1,far\n", numeric) ==
          "wells.csv:2: column \"dist\" is not a number (\"far\"); correct it, leave the column out, or make it categorical");
    CHECK(refusal("y,dist\n1,inf\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"inf\"); correct it, or leave the column out");
    CHECK(refusal("y,dist\n1,1e999\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"1e999\"); correct it, or leave the column out");
    CHECK(refusal("y,dist\n1,2 3\n", numeric) ==
          "wells.csv:2: column \"dist\" is not a number (\"2 3\"); correct it, leave the column out, or make it categorical");
    CHECK(refusal("y,dist\n,1\n", {.target = "y"}) ==
          "wells.csv:2: column \"y\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("y,dist\nNA,1\n", {.target = "y"}) ==
          "wells.csv:2: column \"y\" is missing (\"NA\"); fill the cell, remove the row, or drop all such rows");
}

TEST_CASE("a numeric target that is no number is refused without a word about categories") {
    CHECK(refusal("y,dist\nfar,1\n", numeric) ==
          "wells.csv:2: column \"y\" is not a number (\"far\"); correct it, or choose another target");
    CHECK(refusal("y,dist\n1,-Infinity\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"-Infinity\"); correct it, or leave the column out");
}

TEST_CASE("rows that are too short, too long or blank are refused") {
    CHECK(refusal("y,a,b\n1,2,3\n1,2\n", numeric) == "wells.csv:3: 2 fields where the first line has 3; correct the line");
    CHECK(refusal("y,a,b\n1\n", numeric) == "wells.csv:2: 1 field where the first line has 3; correct the line");
    CHECK(refusal("y,a\n1,2,3,4\n", numeric) == "wells.csv:2: 4 fields where the first line has 2; correct the line");
    CHECK(refusal("y,a\n1,2,\n", numeric) == "wells.csv:2: 3 fields where the first line has 2; correct the line");
    CHECK(refusal("y,a\n1,2\n\n1,2\n", numeric) == "wells.csv:3: the line is blank; remove it");
}

TEST_CASE("files without data are refused") {
    CHECK(refusal("", numeric) == "wells.csv: the file is empty; give one with a header and rows");
    CHECK(refusal("\xEF\xBB\xBF\n\n", numeric) == "wells.csv: the file is empty; give one with a header and rows");
    CHECK(refusal("y,a\n", numeric) == "wells.csv: there is a header but no row; add data");
    CHECK(refusal("y;a\n1;2\n", numeric) == "wells.csv:1: there are no commas; separate the fields by commas");
}

TEST_CASE("a wide header over blank lines is refused before memory is spent on it") {
    std::string text = "y";
    for (int i = 0; i < 20'000; ++i) text += fmt::format(",x{}", i);
    CHECK(refusal(text + std::string(200'000, '\n') + "1", numeric) == "wells.csv:2: the line is blank; remove it");
}

TEST_CASE("names, classes and levels that are not UTF-8 are refused by line and column, or converted") {
    std::string const word =
                          "gr\xf6\xdf"
                          "e",
                      remedy = "; save the file as UTF-8, or say how it is encoded";
    std::string const shown = "(\"gr\\xf6\\xdfe\")";
    firefly::read_options latin1 = numeric;
    latin1.encoding = firefly::text_encoding::latin1;
    CHECK(refusal("y,x," + word + "\n1,2,3\n", numeric) == "wells.csv:1: the name of column 3 is not UTF-8 " + shown + remedy);
    CHECK(read("y,x," + word + "\n1,2,3\n", latin1).columns == names{"x", "größe"});
    CHECK(read("y,x,größe\n1,2,3\n", numeric).columns == names{"x", "größe"});

    firefly::read_options classes{.target = "y"};
    CHECK(refusal("y,x\na,1\n" + word + ",2\n", classes) == "wells.csv:3: column \"y\" is not UTF-8 " + shown + remedy);
    classes.encoding = firefly::text_encoding::latin1;
    CHECK(read("y,x\na,1\n" + word + ",2\n", classes).labels == names{"a", "größe"});

    firefly::read_options levels = numeric;
    levels.one_hot = {"x"};
    CHECK(refusal("y,x\n1,a\n2," + word + "\n", levels) == "wells.csv:3: column \"x\" is not UTF-8 " + shown + remedy);
    levels.encoding = firefly::text_encoding::latin1;
    CHECK(read("y,x\n1,a\n2," + word + "\n", levels).categories[0].levels == names{"a", "größe"});
    // Others are nobody's business.
    firefly::read_options some = numeric;
    some.features = {"x"};
    CHECK(read("y,x,z\n1,2," + word + "\n", some).columns == names{"x"});
}

TEST_CASE("zero bytes and UTF-16 are refused") {
    using namespace std::string_literals;
    CHECK(refusal("y,a\0b\n1,2\n"s, numeric) ==
          "wells.csv:1: the name of column 2 holds a zero byte (\"a\\x00b\"); save the file as UTF-8, or say how it is encoded");
    CHECK(refusal("\xff\xfey\0,\0x\0\n\0"s, numeric) == "wells.csv: the file is UTF-16; save it as UTF-8");
}

TEST_CASE("cells are shown on one line and not at full length") {
    CHECK(
        refusal("y,a\n1,\"two\nlines\"\n", numeric) ==
        "wells.csv:2: column \"a\" is not a number (\"two\\x0alines\"); correct it, leave the column out, or make it categorical");
    CHECK(refusal("y,ä" + std::string(37, 'x') + "ü\n1,\n", numeric) ==  // never cut within a character
          "wells.csv:2: column \"ä" + std::string(37, 'x') + "…\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("y,a\n1," + std::string(100, 'x') + "\n", numeric) ==
          "wells.csv:2: column \"a\" is not a number (\"" + std::string(40, 'x') +
              "…\"); correct it, leave the column out, or make it categorical");
}

TEST_CASE("cells of a column of times become seconds, and others are refused with their line") {
    firefly::read_options times = numeric;
    times.times = {"t"};
    auto const data = read("y,t\n1,1970-01-01T00:01\n2, 1970-01-02 \n", times);
    CHECK(numbers(data.features) == std::vector<double>{60, 86400});
    CHECK(refusal("y,t\n1,1970-01-01\n2,noon\n", times) ==
          "wells.csv:3: column \"t\" is not a time (\"noon\"); write times as 2001-02-03 or 2001-02-03T04:05:06");
    CHECK(refusal("y,t\n1,\n", times).starts_with("wells.csv:2: column \"t\" is empty"));
    times.missing = firefly::missing_cells::drop;
    CHECK(read("y,t\n1,NA\n2,1970-01-01\n", times).dropped == 1);
}
