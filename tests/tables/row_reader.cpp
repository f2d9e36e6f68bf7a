/// What the readers of all formats share, seen through `row_stream`.
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "every_format.hpp"

using namespace firefly::testing;
using firefly::read_options;
using firefly::row_stream;
using firefly::target_need;

TEST_CASE("known levels and classes are codes by their place, and all others are refused where they stand") {
    every_format const all;
    read_options options{.features = {"1"}, .classes = {"1", "0"}, .levels = {{"1", {"9", "4.0", "2"}}}};
    for (auto const& file : all.files) {
        CAPTURE(file);
        options.target = all.target_of(file);
        row_stream stream({file}, options);
        auto const rows = read_all(stream, 10);
        CHECK(rows.features == std::vector<double>{2, 1});
        CHECK(rows.target == std::vector<double>{0, 1});
        CHECK(stream.columns()[0].levels == names{"9", "4.0", "2"});

        auto other = options;
        other.levels[0].levels = {"9", "2"};
        auto const where = refusal(file, other);
        CHECK(where.find("\"4\", which is none of the known levels; there are \"9\", \"2\"") != std::string::npos);
        bool const lines = file.extension() == ".csv" || file.extension() == ".libsvm";
        CHECK(where.find(!lines                       ? ": row 2, column "
                         : file.extension() == ".csv" ? ":3: column "
                                                      : ":2: column ") != std::string::npos);
        other.levels[0].unseen_as = 1;
        row_stream forgiving({file}, other);
        CHECK(read_all(forgiving, 10).features == std::vector<double>{1, 1});

        other = options;
        other.classes = {"1", "2"};
        CHECK(refusal(file, other).find(" is \"0\", which is none of the known classes; there are \"1\", \"2\"") !=
              std::string::npos);
    }
}

TEST_CASE("what is wrong with a cell is said in parts, too") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "a,r\n1,north\n2,east\n");
    try {
        row_stream stream({path}, {.target = "", .need = target_need::none, .levels = {{"r", {"north", "south"}}}});
        read_all(stream, 10);
        FAIL("east was never fitted");
    } catch (firefly::data_error const& error) {
        CHECK(error.fault().file == path.string());
        CHECK(error.fault().line == 3);
        CHECK(error.fault().column == "r");
        CHECK(error.fault().what == "column \"r\" is \"east\", which is none of the known levels");
        CHECK(error.fault().remedy == "there are \"north\", \"south\"");
        CHECK(error.fault().setting == "levels");
    }
}

TEST_CASE("a missing cell is refused with what to do, or its row is left out and counted, in every format that can have one") {
    temporary_directory const directory;
    auto const csv = directory.write("x.csv", "a,b\n1,2\n,4\n5,NA\n"), svm = directory.write("x.svm", "1 1:1 2:2\n0 1:nan\n");
    read_options options{.target = "", .need = target_need::none};
    CHECK(refusal(csv, options) == "x.csv:3: column \"a\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK(refusal(svm, options).find("is missing (\"nan\"); fill the cell, remove the row, or drop all such rows") !=
          std::string::npos);
    options.missing = firefly::missing_cells::drop;
    row_stream some({csv}, options), others({svm}, options);
    CHECK(read_all(some, 10).features == std::vector<double>{1, 2});
    CHECK(some.dropped() == 2);
    CHECK(read_all(others, 10).features == std::vector<double>{1, 2});
    CHECK(others.dropped() == 1);
}
