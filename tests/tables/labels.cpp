#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
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

}  // namespace

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

TEST_CASE("classes and levels that appear in dropped rows only are forgotten") {
    auto const data = read("y,a,c\nno,1,x\nmaybe,NA,z\nyes,2,y\n",
                           {.target = "y", .class_count = 2, .one_hot = {"c"}, .missing = firefly::missing_cells::drop});
    CHECK(data.labels == names{"no", "yes"});
    CHECK(numbers(data.target) == std::vector<double>{0, 1});
    CHECK(data.columns == names{"(intercept)", "a", "c=y"});
}

TEST_CASE("a group may have very many levels, other categories a thousand") {
    std::string text = "y,a\n";
    for (int i = 0; i < 1001; ++i) text += fmt::format("{},v{}\n", i % 2, i);
    CHECK(read(text, {.target = "y", .one_hot = {"a"}, .groups = {"a"}}).target.size() == 1001);
    CHECK(refusal(text, {.target = "y", .one_hot = {"a"}})
              .starts_with("wells.csv: column \"a\" has more than 1000 levels; do not make it categorical"));
}
