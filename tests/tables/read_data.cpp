#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
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

TEST_CASE("a CSV file becomes features with an intercept, and classes") {
    auto const data = read("switched,arsenic,dist\n1,2.36,16.8\n0,0.71,47.3\n1,2.07,20.97\n", {.target = "switched"});
    CHECK(data.columns == names{"(intercept)", "arsenic", "dist"});
    CHECK(data.target_name == "switched");
    CHECK(data.labels == names{"0", "1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(data.features.shape(0) == 3);
    CHECK(numbers(data.features) == std::vector<double>{1, 2.36, 16.8, 1, 0.71, 47.3, 1, 2.07, 20.97});
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

TEST_CASE("codes are places among the levels of their column, which are sorted") {
    temporary_directory const directory;
    auto const file = directory.write("wells.csv", "y,c,a\nno,west,5\nyes,east,6\nno,west,7\n");
    auto const data = firefly::read_codes(file, {.target = "y", .features = {"c", "a"}, .one_hot = {"c"}});
    CHECK(numbers(data.rows) == std::vector<double>{1, 5, 0, 6, 1, 7});
    CHECK(data.columns[0].levels == names{"east", "west"});
    CHECK(numbers(data.target) == std::vector<double>{0, 1, 0});
    CHECK(data.target_column.levels == names{"no", "yes"});
    CHECK(firefly::read_codes(file, {.target = "y", .features = {"(intercept)"}}).rows.shape(1) == 0);
}

TEST_CASE("a column holds texts where a cell is neither a number nor missing") {
    temporary_directory const directory;
    auto const columns = firefly::columns_of_csv(directory.write("wells.csv", ",a,b,\"c d\"\n1,2,x,\n2,NA,3, 4 \n"),
                                                 {.target = "", .keep = {"a", "b", "c d", "none"}});
    REQUIRE(columns.size() == 4);
    CHECK(columns[0].name.empty());
    CHECK_FALSE(columns[1].holds_text);
    CHECK(columns[2].holds_text);
    CHECK((columns[3].name == "c d" && !columns[3].holds_text));
    // Others are nobody's business.
    auto const some = firefly::columns_of_csv(directory.write("wells.csv", "a,b\n1,gr\xf6\xdf\n"), {.target = "", .keep = {"a"}});
    CHECK((some.size() == 2 && !some[1].holds_text));
}
