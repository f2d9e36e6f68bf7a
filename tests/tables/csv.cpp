#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
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

firefly::file_data read(std::string_view text, read_options const& options) {
    temporary_directory const directory;
    return firefly::read_csv(directory.write("wells.csv", text), options);
}

std::string refusal(std::string_view text, read_options const& options) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

std::vector<double> numbers(firefly::matrix const& m) {
    return {m.begin(), m.end()};
}

std::vector<double> numbers(firefly::vector const& v) {
    return {v.begin(), v.end()};
}

read_options const numeric{.target = "y", .intercept = false, .kind = target_kind::numeric};

}  // namespace

TEST_CASE("a CSV file becomes features with an intercept, and classes") {
    auto const data = read("switched,arsenic,dist\n1,2.36,16.8\n0,0.71,47.3\n1,2.07,20.97\n", {.target = "switched"});
    CHECK(data.columns == names{"(intercept)", "arsenic", "dist"});
    CHECK(data.target_name == "switched");
    CHECK(data.labels == names{"0", "1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(data.features.shape(0) == 3);
    CHECK(numbers(data.features) == std::vector<double>{1, 2.36, 16.8, 1, 0.71, 47.3, 1, 2.07, 20.97});
}

TEST_CASE("features come in the order in which they are asked for, and other columns are not looked at") {
    auto const data = read("a,y,b,note\n1,10,2,hello\n3,30,4,\"x, y\"\n",
                           {.target = "y", .features = {"b", "a"}, .intercept = false, .kind = target_kind::numeric});
    CHECK(data.columns == names{"b", "a"});
    CHECK(numbers(data.features) == std::vector<double>{2, 1, 4, 3});
    CHECK(numbers(data.target) == std::vector<double>{10, 30});
    CHECK(data.labels.empty());
}

TEST_CASE("quotes, doubled quotes, commas and line breaks inside fields follow RFC 4180") {
    auto const data = read(
        "\"y\",\"a \"\"b\"\"\",\"c,d\",note\r\n"
        "1,\"2\",3,\"two\r\nlines, \"\"quoted\"\"\"\r\n"
        "4,5,\" 6 \",\"\"\r\n",
        {.target = "y", .features = {"a \"b\"", "c,d"}, .intercept = false, .kind = target_kind::numeric});
    CHECK(data.columns == names{"a \"b\"", "c,d"});
    CHECK(numbers(data.features) == std::vector<double>{2, 3, 5, 6});
    CHECK(numbers(data.target) == std::vector<double>{1, 4});
}

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

TEST_CASE("two classes of any two values become 0 and 1: numbers in numerical, names in lexicographical order") {
    auto const signs = read("y,a\n1,0\n-1,0\n", {.target = "y"});
    CHECK(signs.labels == names{"-1", "1"});
    CHECK(numbers(signs.target) == std::vector<double>{1, 0});
    CHECK(read("y,a\n10,0\n9,0\n", {.target = "y"}).labels == names{"9", "10"});

    auto const words = read("y,a\nyes,0\n\"no\",0\nyes,0\n", {.target = "y"});
    CHECK(words.labels == names{"no", "yes"});
    CHECK(numbers(words.target) == std::vector<double>{1, 0, 1});
}

TEST_CASE("two spellings of a number are one class") {
    auto const data = read("y,a\n1.0,0\n1,0\n0,0\n", {.target = "y"});
    CHECK(data.labels == names{"0", "1.0"});
    CHECK(numbers(data.target) == std::vector<double>{1, 1, 0});
}

TEST_CASE("more than two classes are read unless another number was asked for") {
    std::string_view const text = "species,a\nvirginica,1\nsetosa,2\nversicolor,3\n";
    CHECK(read(text, {.target = "species"}).labels == names{"setosa", "versicolor", "virginica"});
    CHECK(numbers(read(text, {.target = "species", .class_count = 3}).target) == std::vector<double>{2, 0, 1});
    CHECK(refusal(text, {.target = "species", .class_count = 2}) ==
          "wells.csv: column \"species\" has 3 classes (\"setosa\", \"versicolor\", \"virginica\") where the model takes 2; choose "
          "another target or model");
}

TEST_CASE("one class only is refused") {
    CHECK(refusal("y,a\n1,2\n1,3\n", {.target = "y"}) ==
          "wells.csv: column \"y\" has one class only, \"1\"; add rows of another class");
}

TEST_CASE("a target of a thousand values is not taken for classes") {
    std::string text = "y,a\n";
    for (int i = 0; i < 1001; ++i) text += fmt::format("{},1\n", i);
    CHECK(refusal(text, {.target = "y"}) ==
          "wells.csv: column \"y\" has more than 1000 classes; read it as numbers, or choose another target");
}

TEST_CASE("cells that are no finite numbers are refused by line and column, with a remedy") {
    CHECK(refusal("y,dist\n1,2\n3,\n", numeric) ==
          "wells.csv:3: column \"dist\" is empty; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal("dist,y\n\"\",2\n", numeric) ==
          "wells.csv:2: column \"dist\" is empty; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(
        refusal("y,dist\n1,NA\n", numeric) ==
        "wells.csv:2: column \"dist\" is missing (\"NA\"); fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(
        refusal("y,dist\n1,nan\n", numeric) ==
        "wells.csv:2: column \"dist\" is missing (\"nan\"); fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(
        refusal("y,dist\n1,far\n", numeric) ==
        "wells.csv:2: column \"dist\" is not a number (\"far\"); correct it, leave the column out, or make it categorical with --one-hot");
    CHECK(refusal("y,dist\n1,inf\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"inf\"); correct it, or leave the column out");
    CHECK(refusal("y,dist\n1,1e999\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"1e999\"); correct it, or leave the column out");
    CHECK(
        refusal("y,dist\n1,2 3\n", numeric) ==
        "wells.csv:2: column \"dist\" is not a number (\"2 3\"); correct it, leave the column out, or make it categorical with --one-hot");
    CHECK(refusal("y,dist\n,1\n", {.target = "y"}) ==
          "wells.csv:2: column \"y\" is empty; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(
        refusal("y,dist\nNA,1\n", {.target = "y"}) ==
        "wells.csv:2: column \"y\" is missing (\"NA\"); fill the cell, remove the row, or drop all such rows with --missing drop");
}

TEST_CASE("a numeric target that is no number is refused without a word about categories") {
    CHECK(refusal("y,dist\nfar,1\n", numeric) ==
          "wells.csv:2: column \"y\" is not a number (\"far\"); correct it, or choose another target");
    CHECK(refusal("y,dist\n1,-Infinity\n", numeric) ==
          "wells.csv:2: column \"dist\" is not finite (\"-Infinity\"); correct it, or leave the column out");
}

TEST_CASE("rows with a missing cell in a used column are dropped on request, and counted") {
    std::string_view const text = "y,a,b,unused\n1,2,3,NA\n,5,6,1\n7,NA,9,1\n10,11,12,\n13,14,\"\",1\n";
    auto options = numeric;
    options.features = {"a", "b"};
    options.missing = firefly::missing_cells::drop;
    auto const data = read(text, options);
    CHECK(data.dropped == 3);
    CHECK(numbers(data.target) == std::vector<double>{1, 10});
    CHECK(numbers(data.features) == std::vector<double>{2, 3, 11, 12});
    CHECK(refusal("y,a\n1,NA\n2,\n", {.target = "y", .missing = firefly::missing_cells::drop}) ==
          "wells.csv: every row has a missing cell; leave out the columns that lack them");
    CHECK(refusal("y,a\n1,inf\n", {.target = "y", .missing = firefly::missing_cells::drop})
              .starts_with("wells.csv:2: column \"a\" is not finite"));
}

TEST_CASE("classes and levels that appear in dropped rows only are forgotten") {
    auto const data = read("y,a,c\nno,1,x\nmaybe,NA,z\nyes,2,y\n",
                           {.target = "y", .class_count = 2, .one_hot = {"c"}, .missing = firefly::missing_cells::drop});
    CHECK(data.labels == names{"no", "yes"});
    CHECK(numbers(data.target) == std::vector<double>{0, 1});
    CHECK(data.columns == names{"(intercept)", "a", "c=y"});
}

TEST_CASE("categories become indicators beside a reference, in the place of their column") {
    std::string_view const text = "y,region,a,\"rank\"\n1,west,5,10\n0,north,6,9\n1,\"south, far\",7,10\n0,north,8,9.0\n";
    auto const data = read(text, {.target = "y", .one_hot = {"rank", "region"}});
    CHECK(data.columns == names{"(intercept)", "region=south, far", "region=west", "a", "rank=10"});
    CHECK(numbers(data.features) == std::vector<double>{1, 0, 1, 5, 1, 1, 0, 0, 6, 0, 1, 1, 0, 7, 1, 1, 0, 0, 8, 0});
    CHECK(data.warnings.empty());

    auto const chosen = read(text, {.target = "y", .features = {"a", "region"}, .one_hot = {"region"}});
    CHECK(chosen.columns == names{"(intercept)", "a", "region=south, far", "region=west"});
}

TEST_CASE("without an intercept the first column of categories keeps all levels, the others do not") {
    auto const data = read("y,c,d\n1,u,p\n0,v,q\n", {.target = "y", .intercept = false, .one_hot = {"c", "d"}});
    CHECK(data.columns == names{"c=u", "c=v", "d=q"});
    CHECK(numbers(data.features) == std::vector<double>{1, 0, 0, 0, 1, 1});
}

TEST_CASE("a category that never changes leaves no column, with a warning") {
    auto const data = read("y,c,a\n1,u,2\n0,u,3\n", {.target = "y", .one_hot = {"c"}});
    CHECK(data.columns == names{"(intercept)", "a"});
    CHECK(data.warnings == names{"column \"c\" has one level only, \"u\": it explains nothing"});
    CHECK(refusal("y,c\n1,u\n0,u\n", {.target = "y", .intercept = false, .one_hot = {"c"}}) == "no complaint");
}

TEST_CASE("categories that cannot be are refused") {
    std::string_view const text = "y,c,a\n1,u,2\n0,,3\n";
    CHECK(refusal(text, {.target = "y", .one_hot = {"c"}}) ==
          "wells.csv:3: column \"c\" is empty; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal(text, {.target = "y", .one_hot = {"y"}}) ==
          "wells.csv: column \"y\" is in --one-hot but is no feature; leave it out there, or add it to the features");
    CHECK(refusal(text, {.target = "y", .features = {"a"}, .one_hot = {"c"}}) ==
          "wells.csv: column \"c\" is in --one-hot but is no feature; leave it out there, or add it to the features");
    CHECK(refusal(text, {.target = "y", .one_hot = {"c", "c"}}) ==
          "wells.csv: column \"c\" is named twice in --one-hot; name it once");
    CHECK(refusal(text, {.target = "y", .one_hot = {"b"}}).starts_with("wells.csv: there is no column \"b\"; "));
    std::string many = "y,c\n";
    for (int i = 0; i < 1001; ++i) many += fmt::format("{},{}\n", i % 2, i);
    CHECK(refusal(many, {.target = "y", .one_hot = {"c"}}) ==
          "wells.csv: column \"c\" has more than 1000 levels; leave it out of --one-hot");
}

TEST_CASE("what would not fit into memory is refused with its size, indicators included") {
    CHECK(
        refusal("y,a\n1,2\n0,3\n", {.target = "y", .most_bytes = 63}) ==
        "wells.csv: 2 rows × 2 columns would take 32 bytes when dense, and their model 32 bytes; there are 63 bytes: choose fewer "
        "features");
    CHECK(refusal("y,a\n1,2\n0,3\n", {.target = "y", .most_bytes = 64}) == "no complaint");
    std::string text = "y,c\n";
    for (int i = 0; i < 100; ++i) text += fmt::format("{},{}\n", i % 2, i);
    CHECK(
        refusal(text, {.target = "y", .one_hot = {"c"}, .most_bytes = 2000}) ==
        "wells.csv: 100 rows × 100 columns would take 78.12 KiB when dense, and their model 78.12 KiB; there are 1.953 KiB: choose "
        "fewer features");
}

TEST_CASE("lines are counted through line breaks in quotes") {
    CHECK(
        refusal("y,a,note\n1,2,\"one\ntwo\"\n1,x,\"\"\n", {.target = "y", .features = {"a"}}) ==
        "wells.csv:4: column \"a\" is not a number (\"x\"); correct it, leave the column out, or make it categorical with --one-hot");
}

TEST_CASE("cells are shown on one line and not at full length") {
    CHECK(
        refusal("y,a\n1,\"two\nlines\"\n", numeric) ==
        "wells.csv:2: column \"a\" is not a number (\"two\\x0alines\"); correct it, leave the column out, or make it categorical with --one-hot");
    CHECK(refusal("y,ä" + std::string(37, 'x') + "ü\n1,\n", numeric) ==  // never cut within a character
          "wells.csv:2: column \"ä" + std::string(37, 'x') +
              "…\" is empty; fill the cell, remove the row, or drop all such rows with --missing drop");
    CHECK(refusal("y,a\n1," + std::string(100, 'x') + "\n", numeric) ==
          "wells.csv:2: column \"a\" is not a number (\"" + std::string(40, 'x') +
              "…\"); correct it, leave the column out, or make it categorical with --one-hot");
}

TEST_CASE("rows that are too short, too long or blank are refused") {
    CHECK(refusal("y,a,b\n1,2,3\n1,2\n", numeric) == "wells.csv:3: 2 fields where the first line has 3; correct the line");
    CHECK(refusal("y,a,b\n1\n", numeric) == "wells.csv:2: 1 field where the first line has 3; correct the line");
    CHECK(refusal("y,a\n1,2,3,4\n", numeric) == "wells.csv:2: 4 fields where the first line has 2; correct the line");
    CHECK(refusal("y,a\n1,2,\n", numeric) == "wells.csv:2: 3 fields where the first line has 2; correct the line");
    CHECK(refusal("y,a\n1,2\n\n1,2\n", numeric) == "wells.csv:3: the line is blank; remove it");
}

TEST_CASE("a quote that never closes, or closes too early, is refused") {
    CHECK(refusal("y,a\n1,\"2\n3,4\n", numeric) == "wells.csv:2: a quoted field is never closed; add the closing quote");
    CHECK(refusal("y,a\n1,\"2\"3\n", numeric) ==
          "wells.csv:2: text follows a closing quote; put it inside the quotes, and double the quotes in it");
}

TEST_CASE("a column that is not there is answered with those that are, and the one that was probably meant") {
    std::string_view const text = "switched,arsenic,dist\n1,2,3\n0,2,3\n";
    CHECK(
        refusal(text, {.target = "swiched"}) ==
        "wells.csv: there is no column \"swiched\"; did you mean \"switched\"? Else choose among \"switched\", \"arsenic\", \"dist\"");
    CHECK(refusal(text, {.target = "switched", .features = {"Dist", "x"}}) ==
          "wells.csv: there is no column \"Dist\"; did you mean \"dist\"? Else choose among \"switched\", \"arsenic\", \"dist\"");
    CHECK(refusal(text, {.target = "outcome"}) ==
          "wells.csv: there is no column \"outcome\"; choose among \"switched\", \"arsenic\", \"dist\"");
    CHECK(
        refusal("a,b,c,d,e,f,g,h,i,j\n", {.target = "outcome"}) ==
        "wells.csv: there is no column \"outcome\"; choose among \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\" and 2 more");
    CHECK(refusal(text, {.target = ""}) == "wells.csv: no target was given; choose among \"switched\", \"arsenic\", \"dist\"");
}

TEST_CASE("columns that are ambiguous are refused") {
    CHECK(refusal("y,a,a\n1,2,3\n", numeric) == "wells.csv: column \"a\" appears twice in the header; rename one of them");
    CHECK(refusal("y,a\n1,2\n", {.target = "y", .features = {"a", "a"}}) ==
          "wells.csv: column \"a\" is chosen twice as a feature; name it once");
    CHECK(refusal("y,a\n1,2\n", {.target = "y", .features = {"y"}}) ==
          "wells.csv: column \"y\" is the target and a feature; choose one of both");
    CHECK(refusal(",y,a\n1,2,3\n", numeric) == "wells.csv: column 1 has no name; name it in the header or list the features");
    CHECK(refusal("y\n1\n", numeric) == "wells.csv: there is no feature besides the target; add a column or the intercept");
}

TEST_CASE("an intercept alone is a model") {
    auto const data = read("y\n1\n2\n", {.target = "y"});
    CHECK(data.columns == names{"(intercept)"});
    CHECK(numbers(data.features) == std::vector<double>{1, 1});
}

TEST_CASE("files without data are refused") {
    CHECK(refusal("", numeric) == "wells.csv: the file is empty; give one with a header and rows");
    CHECK(refusal("\xEF\xBB\xBF\n\n", numeric) == "wells.csv: the file is empty; give one with a header and rows");
    CHECK(refusal("y,a\n", numeric) == "wells.csv: there is a header but no row; add data");
    CHECK(refusal("y;a\n1;2\n", numeric) == "wells.csv:1: there are no commas; separate the fields by commas");
}

TEST_CASE("files that cannot be read are refused in the system's words") {
    temporary_directory const directory;
    CHECK(complaint<firefly::data_error>([&] { firefly::read_csv(directory / "none.csv", numeric); }) ==
          "none.csv: cannot be opened: No such file or directory");
    std::filesystem::create_directory(directory / "folder");
    CHECK(complaint<firefly::data_error>([&] { firefly::read_csv(directory / "folder", numeric); }) ==
          "folder: cannot be read: Is a directory");
}

TEST_CASE("a pipe is read to its end") {
    temporary_directory const directory;
    auto const pipe = directory / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] { directory.write("pipe", "y,a\n1,2\n3,4\n"); });
    auto const data = firefly::read_csv(pipe, numeric);
    writer.join();
    CHECK(numbers(data.target) == std::vector<double>{1, 3});
}

TEST_CASE("a wide header over blank lines is refused before memory is spent on it") {
    std::string text = "y";
    for (int i = 0; i < 20'000; ++i) text += fmt::format(",x{}", i);
    CHECK(refusal(text + std::string(200'000, '\n') + "1", numeric) == "wells.csv:2: the line is blank; remove it");
}

TEST_CASE("no prefix of a file and no changed byte does harm, or leads to a message of two lines") {
    std::string const whole = "y,a,\"b\"\r\n1,-2.5e3,\"x \"\"y\"\"\"\r\n0,.5,\"\"\n";
    read_options const options{.target = "y", .features = {"a"}};
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK(refusal(whole.substr(0, size), options).find('\n') == std::string::npos);
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (char const c : {'\0', '\xff', ',', '"', '\n', '\r', '9', 'e', ' '}) {
            auto changed = whole;
            changed[place] = c;
            CHECK(refusal(changed, options).find('\n') == std::string::npos);
        }
}
