#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/store_files.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::make_store;
using firefly::mapped_rows;
using firefly::row_index;
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using namespace firefly::testing;
using names = std::vector<std::string>;

namespace {

/// The store says of a table what reading it at once says.
void check_same(std::string_view text, firefly::read_options const& options) {
    temporary_directory const directory;
    auto const path = store_of(directory, text, options);
    auto const data = firefly::read_csv(directory / "data.csv", options);
    row_store const store(path);
    auto const columns = store_columns(store, options.features, options.intercept);
    CHECK(columns == data.columns);
    CHECK(store.names().target == data.target_name);
    CHECK(store.names().classes == data.labels);
    CHECK(all_of(mapped_rows(store, columns, options.kind)) == all_of(firefly::dense_rows(data)));
}

}  // namespace

TEST_CASE("a store holds what was read, for every kind of column and target") {
    check_same(table(many), {.target = "y"});
    check_same(table(many), {.target = "y", .intercept = false});
    check_same(table(4096), {.target = "y", .features = {"b", "a"}});
    check_same(table(1000), {.target = "a", .features = {"c", "b"}, .kind = target_kind::numeric});
    check_same(table(1000), {.target = "y", .one_hot = {"c"}});
    check_same(table(1000), {.target = "y", .intercept = false, .one_hot = {"c"}});
    check_same("y,a,k,l\n1,2,u,q\n0,NA,only-dropped,q\n10,3,w,r\n9,4,u,q\n",
               {.target = "y", .one_hot = {"l", "k"}, .missing = firefly::missing_cells::drop});
    check_same("y,k\n1.0,1\n1,1.0\n0,02\n", {.target = "y", .one_hot = {"k"}});
    check_same("y,a\n0,1\n1,2\n", {.target = "y", .features = {"a"}});
}

TEST_CASE("several files become one store, whatever the order of their columns, and files of other columns are refused") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    auto const first = directory.write("1.csv", "y,a,b\nno,1,2\nyes,3,4\n"),
               second = directory.write("2.csv", "b,y,a\n6,maybe,5\n");
    CHECK(make_store({first, second}, path, {.target = "y"}).rows == 3);
    CHECK(row_store(path).names().classes == names{"maybe", "no", "yes"});
    CHECK(all_of(open(path, false)) == std::vector<double>{1, 2, 1, 3, 4, 2, 5, 6, 0});
    std::filesystem::remove(path);
    auto const other = directory.write("3.csv", "y,a,c\nno,1,2\n");
    CHECK(complaint<data_error>([&] { make_store({first, other}, path, {.target = "y"}); }) ==
          fmt::format("3.csv: its columns are not those of {}: \"b\", \"c\"; choose those that all files have", first.string()));
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_FALSE(std::filesystem::exists(path.string() + ".partial"));
    CHECK(make_store({first, other}, path, {.target = "y", .features = {"a"}}).rows == 3);
}

TEST_CASE("LIBSVM files of a store have as many columns as the widest of them") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    make_store({directory.write("1.svm", "+1 1:5\n-1 2:6\n"), directory.write("2.svm", "# head\n+1 3:7\n")}, path, {});
    CHECK(all_of(open(path, false)) == std::vector<double>{5, 0, 0, 1, 0, 6, 0, 0, 0, 0, 7, 1});
    CHECK(row_store(path).names().target == "label");
}

TEST_CASE("arrays become stores as data sets do") {
    temporary_directory const directory;
    std::string elements;
    for (std::size_t i = 0; i < 3 * 5000; ++i) elements += static_cast<char>(i % 2 == 0 ? i % 100 : 7);
    std::string const header = "{'descr': '|u1', 'fortran_order': False, 'shape': (5000, 3), }\n";
    auto const npy =
        directory.write("x.npy", std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + elements);
    std::string const labels(5000, '\1');
    auto const idx = directory.write("y.idx", std::string("\0\0\x08\x01\0\0\x13\x88", 8) + labels.substr(1) + '\2');
    auto const path = directory / "data.firefly";
    firefly::read_options const options{.target = idx.string(), .one_hot = {"2"}};
    make_store({npy}, path, options);
    auto const data = firefly::read_data(npy, options);
    CHECK(row_store(path).names().target == "y");
    CHECK(store_columns(row_store(path), {}, true) == data.columns);
    CHECK(all_of(open(path)) == all_of(firefly::dense_rows(data)));
}

TEST_CASE("what is wrong with a file is said where it is, and nothing is left of the store") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    auto const complaint_of = [&](std::string_view text) { return complaint<data_error>([&] { store_of(directory, text); }); };
    std::string bad = table(many);
    bad += "x,no,1,2\n";
    CHECK(complaint_of(bad).starts_with(fmt::format("data.csv:{}: column \"a\" is not a number (\"x\")", many + 2)));
    CHECK(complaint_of("y,a\n1,2\n1,3\n") == "data.csv: column \"y\" has one class only, \"1\"; add rows of another class");
    CHECK(complaint<data_error>([&] {
              store_of(directory, "y,a\n1,NA\n", {.target = "y", .missing = firefly::missing_cells::drop});
          }) == "data.csv: every row has a missing cell; leave out the columns that lack them");
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_FALSE(std::filesystem::exists(path.string() + ".partial"));
}

TEST_CASE("a conversion that is told to stop leaves nothing") {
    temporary_directory const directory;
    auto const made = make_store({directory.write("data.csv", table(100))}, directory / "data.firefly", {.target = "y"},
                                 {.go_on = [](row_index) { return false; }});
    CHECK(made.stopped);
    CHECK_FALSE(std::filesystem::exists(directory / "data.firefly"));
    CHECK_FALSE(std::filesystem::exists(directory / "data.firefly.partial"));
}

TEST_CASE("texts that are longer than the window are read whole, packed or not, from files and from pipes") {
    temporary_directory const directory;
    std::string text = "y,a,k\n";
    for (std::size_t i = 0; text.size() < 18'000'000; ++i)
        text +=
            fmt::format("{},{},\"level\n{}\"\n", i % 2, static_cast<double>(i) / 8, i % 3 == 0 ? std::string(1000, 'x') : "short");
    auto const csv = directory.write("data.csv", text + "\n\n");
    firefly::read_options const options{.target = "y", .one_hot = {"k"}};
    auto const whole = all_of(firefly::dense_rows(firefly::read_csv(csv, options)));
    auto const path = directory / "data.firefly";
    make_store({csv}, path, options);
    CHECK(all_of(open(path)) == whole);

    auto const shell = [](std::string const& command) { return ::system(command.c_str()); };
    REQUIRE(
        shell(fmt::format(
            "gzip -1 -k {0} && head -c 9000000 {0} | gzip -1 > {0}.2 && tail -c +9000001 {0} | gzip -1 >> {0}.2 && mkfifo {0}.pipe",
            csv.string())) == 0);
    make_store({csv.string() + ".gz"}, path, options);
    CHECK(all_of(open(path)) == whole);
    make_store({csv.string() + ".2"}, path, options, {.format = firefly::data_format::csv});
    CHECK(all_of(open(path)) == whole);
    REQUIRE(shell(fmt::format("cat {0}.gz > {0}.pipe &", csv.string())) == 0);
    make_store({csv.string() + ".pipe"}, path, options, {.format = firefly::data_format::csv});
    CHECK(all_of(open(path)) == whole);

    REQUIRE(shell(fmt::format("head -c 50000 {0}.gz > {0}.cut", csv.string())) == 0);
    CHECK(complaint<data_error>([&] {
              make_store({csv.string() + ".cut"}, path, options, {.format = firefly::data_format::csv});
          }) == "data.csv.cut: the file ends within its gzip data; copy it again");
    directory.write("long.csv", "y,a,t\n0,1,short\n1,2," + std::string(17'000'000, 'x') + "\n");
    CHECK(complaint<data_error>([&] { make_store({directory / "long.csv"}, path, {.target = "y", .features = {"a"}}); }) ==
          "long.csv:3: the record is longer than 4 MiB; is a quote never closed?");
}
