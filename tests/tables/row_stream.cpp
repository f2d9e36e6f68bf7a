#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::read_options;
using firefly::row_stream;
using firefly::target_need;
using names = std::vector<std::string>;

namespace {

struct rows_read {
    std::vector<double> features, target;
    names kept;
};

/// All rows, `most` at a time.
rows_read read_all(row_stream& stream, std::size_t most) {
    std::size_t const width = stream.names().size();
    std::vector<double> features(most * width), target(most);
    names kept;
    rows_read all;
    for (;;) {
        std::size_t const count = stream.next(most, {features.data(), width, target.data(), &kept});
        all.features.insert(all.features.end(), features.begin(), features.begin() + static_cast<std::ptrdiff_t>(count * width));
        if (stream.has_target())
            all.target.insert(all.target.end(), target.begin(), target.begin() + static_cast<std::ptrdiff_t>(count));
        all.kept.insert(all.kept.end(), kept.begin(), kept.end());
        if (count < most) return all;
    }
}

std::string refusal(std::filesystem::path const& path, read_options const& options) {
    return complaint<firefly::data_error>([&] {
        row_stream stream({path}, options);
        read_all(stream, 2);
    });
}

/// Two rows: a = 2, 4 and b = 0.5, 0 with the target 1, 0, in every format. Columns are 1 and 2, and a comes first.
struct every_format {
    temporary_directory directory;
    std::vector<std::filesystem::path> files;
    std::filesystem::path target;

    every_format() {
        auto const npy = [&](char const* name, std::size_t columns, std::vector<double> const& elements) {
            firefly::npy_writer writer(directory / name, columns);
            writer.append(elements);
            writer.finish();
            return directory / name;
        };
        target = npy("y.npy", 1, {1, 0});
        files = {directory.write("x.csv", "1,2,y\n2,0.5,1\n4,0,0\n"), directory.write("x.libsvm", "1 1:2 2:0.5\n0 1:4\n"),
                 npy("x.npy", 2, {2, 0.5, 4, 0})};
        std::string const header("\0\0\x0e\x02\0\0\0\2\0\0\0\2", 12), four("\x40\x10\0\0\0\0\0\0", 8), two("\x40\0\0\0\0\0\0\0", 8),
            half("\x3f\xe0\0\0\0\0\0\0", 8), zero(8, '\0');
        files.push_back(directory.write("x.idx", header + two + half + four + zero));
        firefly::make_store({directory / "x.csv"}, directory / "x.firefly", {.target = "y"});
        files.push_back(directory / "x.firefly");
    }

    std::string target_of(std::filesystem::path const& file) const {
        if (file.extension() == ".libsvm") return "label";
        return file.extension() == ".npy" || file.extension() == ".idx" ? target.string() : "y";
    }
};

}  // namespace

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

TEST_CASE("a bound on the rows is known of texts that are read at once, of arrays and of stores") {
    every_format const all;
    for (auto const& file : all.files) {
        bool const text = file.extension() == ".csv" || file.extension() == ".libsvm";
        read_options const options{.target = all.target_of(file)};
        CHECK(row_stream({file}, options).most_rows().has_value() != text);
        CHECK(row_stream({file}, options, {}, firefly::reading::at_once).most_rows() == 2u);
    }
}
