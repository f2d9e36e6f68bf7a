#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "every_format.hpp"

using namespace firefly::testing;
using firefly::read_options;
using firefly::row_stream;
using firefly::target_need;

TEST_CASE("files of every format are the same rows, in blocks of any size, packed or not") {
    every_format const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        if (file.extension() != ".firefly") REQUIRE(std::system(fmt::format("gzip -k {}", file.string()).c_str()) == 0);
        for (auto const* end : {"", ".gz"}) {
            if (file.extension() == ".firefly" && *end) continue;
            for (std::size_t const most : {1u, 2u, 100u}) {
                row_stream stream({file.string() + end}, {.target = all.target_of(file)});
                CHECK(stream.has_target());
                auto const rows = read_all(stream, most);
                CHECK(rows.features == std::vector<double>{2, 0.5, 4, 0});
                auto const [name, classes, class_of] = stream.target();
                CHECK(classes == names{"0", "1"});
                CHECK(class_of[static_cast<std::size_t>(rows.target[0])] == 1);
                CHECK(stream.dropped() == 0);
            }
        }
    }
}

TEST_CASE("columns are kept as text beside the numbers, in the order that was asked for, in every format") {
    every_format const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        row_stream stream({file}, {.target = all.target_of(file), .features = {"1"}, .keep = {"2", "1"}});
        auto const rows = read_all(stream, 1);
        CHECK(rows.features == std::vector<double>{2, 4});
        CHECK(rows.kept == names{"0.5", "2", "0", "4"});
    }
}

TEST_CASE("kept cells are the text of the file, whatever it is, and go with dropped rows") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "id,a,y\n\"a, \"\"b\"\"\",1,yes\n,NA,no\n 007 ,3,no\n");
    row_stream stream({path}, {.target = "y", .features = {"a"}, .missing = firefly::missing_cells::drop, .keep = {"y", "id"}});
    auto const rows = read_all(stream, 5);
    CHECK(rows.features == std::vector<double>{1, 3});
    CHECK(rows.kept == names{"yes", "a, \"b\"", "no", "007"});
    CHECK(stream.dropped() == 1);
    CHECK(refusal(path, {.target = "y", .features = {"a"}, .keep = {"id", "id"}}) ==
          "x.csv: column \"id\" is kept twice; name it once");
    CHECK(refusal(path, {.target = "y", .features = {"a"}, .keep = {"ix"}})
              .starts_with("x.csv: there is no column \"ix\"; did you mean"));
    auto const libsvm = directory.write("x.svm", "1 1:2\n0 2:3\n");
    row_stream labels({libsvm}, {.target = "", .keep = {"label", "2"}});
    CHECK(read_all(labels, 5).kept == names{"1", "0", "0", "3"});
}

TEST_CASE("a target is read where it is wanted and there") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "a,y\n1,yes\n2,no\n");
    row_stream absent({path}, {.target = "z", .features = {"a"}, .need = target_need::optional});
    CHECK_FALSE(absent.has_target());
    CHECK(read_all(absent, 10).features == std::vector<double>{1, 2});
    row_stream present({path}, {.target = "y", .features = {"a"}, .need = target_need::optional});
    CHECK(read_all(present, 10).target == std::vector<double>{0, 1});
    row_stream unwanted({path}, {.target = "y", .features = {"a"}, .need = target_need::none});
    CHECK_FALSE(unwanted.has_target());
    CHECK(refusal(path, {.target = "z"}).starts_with("x.csv: there is no column \"z\""));
    row_stream nothing({path}, {.target = "y", .features = {"(intercept)"}});
    CHECK(nothing.names().empty());

    every_format const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        row_stream other({file}, {.target = "elsewhere", .features = {"1"}, .need = target_need::optional});
        CHECK_FALSE(other.has_target());
        row_stream none({file}, {.target = all.target_of(file), .features = {"1"}, .need = target_need::none});
        CHECK_FALSE(none.has_target());
        CHECK(read_all(none, 10).features == std::vector<double>{2, 4});
    }
}

TEST_CASE("several files follow each other, with the columns of the first") {
    temporary_directory const directory;
    auto const first = directory.write("1.csv", "a,b,y,k\n1,2,yes,u\n"),
               second = directory.write("2.csv", "k,y,b,a\nv,no,4,3\nu,yes,6,NA\n");
    row_stream stream({first, second},
                      {.target = "y", .features = {"a", "b"}, .missing = firefly::missing_cells::drop, .keep = {"k"}});
    auto const rows = read_all(stream, 10);
    CHECK(rows.features == std::vector<double>{1, 2, 3, 4});
    CHECK(rows.target == std::vector<double>{0, 1});
    CHECK(rows.kept == names{"u", "v"});
    CHECK(stream.dropped() == 1);
    CHECK(stream.target().levels == names{"no", "yes"});
    CHECK(complaint<firefly::invalid_argument>([] { row_stream({}, {.target = "y"}); }) ==
          "row_stream: there is nothing to read; give at least one file");
}

TEST_CASE("LIBSVM has the columns that are known before, and is then read once") {
    temporary_directory const directory;
    auto const path = directory.write("x.svm", "1 1:2\n0 1:3 9:1\n");
    row_stream stream({path}, {.target = "", .features = {"3", "1"}, .libsvm_columns = 3});
    CHECK(read_all(stream, 10).features == std::vector<double>{0, 2, 0, 3});
    CHECK(refusal(path, {.target = "", .features = {"4"}, .libsvm_columns = 3}) ==
          "x.svm: there is no column \"4\"; there are 1 to 3");
    CHECK(refusal(directory.write("none.svm", "# nothing\n"), {.target = "", .libsvm_columns = 3}) ==
          "none.svm: there is no row; give a file with data");
}
