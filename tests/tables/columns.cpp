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

using firefly::target_kind;
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

TEST_CASE("features come in the order in which they are asked for, and other columns are not looked at") {
    auto const data = read("a,y,b,note\n1,10,2,hello\n3,30,4,\"x, y\"\n",
                           {.target = "y", .features = {"b", "a"}, .intercept = false, .kind = target_kind::numeric});
    CHECK(data.columns == names{"b", "a"});
    CHECK(numbers(data.features) == std::vector<double>{2, 1, 4, 3});
    CHECK(numbers(data.target) == std::vector<double>{10, 30});
    CHECK(data.labels.empty());
}

TEST_CASE("categories that cannot be are refused") {
    std::string_view const text = "y,c,a\n1,u,2\n0,,3\n";
    CHECK(refusal(text, {.target = "y", .one_hot = {"c"}}) ==
          "wells.csv:3: column \"c\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal(text, {.target = "y", .one_hot = {"y"}}) ==
          "wells.csv: column \"y\" is to be categorical but is no feature; add it to the features, or leave it out");
    CHECK(refusal(text, {.target = "y", .features = {"a"}, .one_hot = {"c"}}) ==
          "wells.csv: column \"c\" is to be categorical but is no feature; add it to the features, or leave it out");
    CHECK(refusal(text, {.target = "y", .one_hot = {"c", "c"}}) ==
          "wells.csv: column \"c\" is to be categorical twice; name it once");
    CHECK(refusal(text, {.target = "y", .one_hot = {"b"}}).starts_with("wells.csv: there is no column \"b\"; "));
    std::string many = "y,c\n";
    for (int i = 0; i < 1001; ++i) many += fmt::format("{},{}\n", i % 2, i);
    CHECK(refusal(many, {.target = "y", .one_hot = {"c"}}) ==
          "wells.csv: column \"c\" has more than 1000 levels; do not make it categorical");
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

TEST_CASE("columns that are no features come last, and are not taken for features") {
    std::string_view const text = "years,y,a,w,b\n1,10,2,3,4\n5,60,7,8,9\n";
    firefly::read_options how = numeric;
    how.cases = {"w", "years"};
    CHECK(read(text, how).columns == names{"a", "b", "w", "years"});
    CHECK(numbers(read(text, how).features) == std::vector<double>{2, 4, 3, 1, 7, 9, 8, 5});
    how.features = {"b"};
    CHECK(read(text, how).columns == names{"b", "w", "years"});
    how.one_hot = {"b"};
    CHECK(read(text, how).columns == names{"b=4", "b=9", "w", "years"});
}

TEST_CASE("a column that is no feature has one use, and is there") {
    std::string_view const text = "y,a,w\n1,2,3\n4,5,6\n";
    firefly::read_options how = numeric;
    how.cases = {"ww"};
    CHECK(refusal(text, how) == "wells.csv: there is no column \"ww\"; choose among \"y\", \"a\", \"w\"");
    how.cases = {"w", "w"};
    CHECK(refusal(text, how) == "wells.csv: column \"w\" has two uses besides the features; name it once");
    how.cases = {"y"};
    CHECK(refusal(text, how) ==
          "wells.csv: column \"y\" is to be an offset, a weight or trials, and also the target; choose one of both");
    how.cases = {"a"};
    how.features = {"a", "w"};
    CHECK(refusal(text, how) ==
          "wells.csv: column \"a\" is to be an offset, a weight or trials, and also a feature; choose one of both");
    how.cases = {"w"};
    how.features = {};
    how.one_hot = {"w"};
    CHECK(refusal(text, how) ==
          "wells.csv: column \"w\" is to be categorical, and a number besides the features; choose one of both");
    how.one_hot = {};
    how.cases = {"a", "w"};
    CHECK(refusal(text, how) == "wells.csv: there is no feature besides the target; add a column or the intercept");
}
