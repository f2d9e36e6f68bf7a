#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "program/input/read_arguments.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

char const* const flights =
    ",delay,distance,origin,time,seats\n"
    "0,3,300,ORD,2001-01-01T06:00,100\n"
    "1,1,500,ATL,2001-02-03T09:05,120\n"
    "2,20,1200,DFW,2000-02-29T09:59,\n"
    "3,7,800,ATL,2001-07-08T13:00,90\n"
    "4,2,450,ORD,1999-12-31T18:30,200\n"
    "5,5,2100,DFW,2001-03-04T22:06,150\n";

sample_options options_of(std::string const& file, std::string const& formula, strings const& more = {}) {
    strings arguments{"sample", "--data", file, "--model", "robust", "--formula", formula};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return read<sample_options>(arguments);
}

std::string refusal(std::string const& formula, strings const& more = {}) {
    temporary_directory const directory;
    auto const file = directory.write("flights.csv", flights).string();
    captured const output(stdout), errors(stderr);
    return complaint<error>([&] { read_input(options_of(file, formula, more)); });
}

}  // namespace

TEST_CASE("a formula reads the columns that it needs, and makes rows of them when they are read") {
    temporary_directory const directory;
    captured const errors(stderr);
    auto const options = options_of(directory.write("flights.csv", flights).string(),
                                    "log(delay) ~ scale(distance) + origin + hour(time) + offset(distance / 100)");
    CHECK(options.has_intercept());
    auto const input = read_input(options);
    CHECK(input.columns == strings{"(intercept)", "scale(distance)", "origin[T.DFW]", "origin[T.ORD]", "hour(time)"});
    CHECK(input.target == "log(delay)");
    CHECK(input.rows.rows() == 6);
    CHECK(input.cases.offset == "offset(distance / 100)");
    block_buffer buffer;
    auto const block = input.rows.block(0, buffer);
    CHECK(block.rows.common.row(0)[3] == 1);
    CHECK(block.rows.common.row(5)[4] == 22);
    CHECK(block.target[0] == portable::log(3.0));
    CHECK(block.target[2] == 3);  // the offset, after trials
}

TEST_CASE("rows with missing cells are dropped where a column is used, and equal rows are merged") {
    temporary_directory const directory;
    auto const file = directory.write("flights.csv", flights).string();
    captured const output(stdout), errors(stderr);
    CHECK(read_input(options_of(file, "delay ~ seats", {"--missing", "drop"})).rows.rows() == 5);
    CHECK(read_input(options_of(file, "delay ~ distance", {"--missing", "drop"})).rows.rows() == 6);
    auto const doubled = directory.write("doubled.csv", "y,x\n1,2\n1,2\n3,4\n").string();
    CHECK(read_input(options_of(doubled, "y ~ bs(x, df=3)", {"--merge"})).rows.rows() == 2);
    CHECK(read_input(options_of(doubled, "y ~ 1")).rows.rows() == 3);
    CHECK(output.text().find("Dropped 1 of 6 rows") != std::string::npos);
}

TEST_CASE("numbers in four bytes are what knots are learned from: none lies beyond them") {
    temporary_directory const directory;
    captured const errors(stderr);
    auto const file = directory.write("x.csv", "y,x\n1,0.1\n2,0.2\n3,0.3\n4,0.7\n").string();
    auto const input = read_input(options_of(file, "y ~ bs(x, df=3)", {"--float32"}));
    block_buffer buffer;
    auto const block = input.rows.block(0, buffer);
    for (std::size_t j = 0; j < 4; ++j) CHECK(std::isfinite(block.rows.common.row(3)[j]));
    CHECK(refusal("delay ~ year(time)", {"--float32"}) == "--float32: four bytes hold no time such as \"time\"; leave it out");
}

TEST_CASE("the formula decides on the intercept, and options that say the same are refused") {
    CHECK_FALSE(options_of("x.csv", "y ~ 0 + x").has_intercept());
    auto const said = [](strings const& more) { return complaint<invalid_argument>([&] { options_of("x.csv", "y ~ x", more); }); };
    CHECK(said({"--target", "y"}) == "--target: the formula says this, by what stands before ~; leave one of them out");
    CHECK(said({"--features", "x"}).starts_with("--features: the formula says this"));
    CHECK(said({"--one-hot", "x"}).starts_with("--one-hot: the formula says this"));
    CHECK(said({"--no-intercept"}).starts_with("--no-intercept: the formula says this"));
    CHECK(said({"--offset", "x"}).starts_with("--offset: the formula says this"));
    CHECK(said({"--exposure", "x"}).starts_with("--exposure: the formula says this"));
}

TEST_CASE("what cannot be sampled is refused before data are read") {
    auto const said = [](std::string const& formula, strings const& more = {}) {
        return complaint<invalid_argument>([&] { options_of("none.csv", formula, more); });
    };
    CHECK(said("y ~ x + (1 | g)", {"--model", "softmax"}) ==
          "y ~ x + (1 | g)\n           ^ --model softmax has no groups; leave this one out");
    CHECK(said("~ x") == "~ x\n^ there is no target before ~");
    CHECK(said("y ~ x + offset(z)", {"--model", "softmax"}).ends_with("--model softmax has no offsets; leave this one out"));
    CHECK(said("y ~ 0 + x", {"--model", "ordinal"}).starts_with("--formula: an ordinal model has cutpoints"));
    CHECK(said("y ~ x", {"--data", "x{rank}.csv"})
              .starts_with("--formula: levels and knots would be learned from one file of several"));
}

TEST_CASE("files that a formula cannot read, and cells, are refused in one line") {
    CHECK(refusal("delay ~ distnce").ends_with("there is no column \"distnce\"; did you mean \"distance\"?"));
    CHECK(refusal("delay ~ log(distance - 500)").ends_with("row 1: there is no logarithm of -200"));
    CHECK(refusal("delay ~ seats").starts_with("flights.csv:4: column \"seats\" is empty"));
    CHECK(refusal("delay ~ year(origin)").starts_with("flights.csv:2: column \"origin\" is not a time (\"ORD\")"));
    CHECK(refusal("delay + seats ~ distance").ends_with("the target is made of one column"));
    CHECK(refusal("log(delay) ~ distance", {"--model", "softmax"}).ends_with("a target of classes is a column as it is"));
    temporary_directory const directory;
    auto const sparse = directory.write("x.libsvm", "").string();
    CHECK(
        complaint<invalid_argument>([&] { read_input(options_of(sparse, "y ~ x")); }).ends_with("x.libsvm is none; leave it out"));
}

TEST_CASE("a store for a formula has its columns, and what is named besides; its rows are those of the table") {
    temporary_directory const directory;
    captured const errors(stderr);
    std::string const formula = "log(delay) ~ scale(distance) + hour(time) + offset(distance / 100) + (1 | origin)";
    auto const file = directory.write("flights.csv", flights).string(), store = (directory / "flights.firefly").string();
    sample_options how;
    how.data = file;
    how.formula = formula;
    how.features = {"distance", "delay"};
    how.model = model_kind::robust;
    CHECK(complaint<data_error>([&] { make_store({file}, store, columns_for_store(how)); }) ==
          "flights.csv: column \"delay\" is the target and a feature; choose one of both");
    how.features = {""};
    auto const columns = columns_for_store(how);
    CHECK(columns.features == strings{"(intercept)", "distance", "time", "origin", ""});
    CHECK(columns.groups == strings{"origin"});
    CHECK(columns.times == strings{"time"});
    make_store({file}, store, columns, {.formula = formula});

    auto const table = read_input(options_of(file, formula));
    auto const options = read<sample_options>({"sample", "--data", store, "--model", "robust"});
    CHECK(options.formula == formula);
    auto const stored = read_input(options);
    CHECK(stored.columns == table.columns);
    CHECK(stored.target == "log(delay)");
    CHECK(stored.made->groups()[0].levels == strings{"ATL", "DFW", "ORD"});
    block_buffer one, other;
    auto const expected = table.rows.block(0, one), found = stored.rows.block(0, other);
    CHECK(found.rows.common.columns == expected.rows.common.columns);  // levels are codes: none of them is a column
    CHECK(std::ranges::equal(found.target, expected.target));
    std::vector<double> memory, expected_memory;
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(std::ranges::equal(found.rows.dense_row(i, memory), expected.rows.dense_row(i, expected_memory)));
    packed_rows wanted(stored.rows.layout());
    std::vector<row_index> const indices{5, 2};
    stored.rows.request(indices, wanted);
    stored.rows.collect(wanted);
    CHECK(wanted.target[0] == portable::log(5.0));
    CHECK(wanted.row(1)[4] == 1);  // DFW

    CHECK(complaint<invalid_argument>([&] {
              read<sample_options>({"sample", "--data", store, "--features", "distance"});
          }).starts_with("--features: the formula says this"));
    CHECK(complaint<invalid_argument>([&] {
              read_input(options_of(store, "delay ~ seats"));
          }).find("there is no column \"seats\"") != std::string::npos);
    CHECK(complaint<invalid_argument>([&] {
              read_input(options_of(store, "distance ~ origin"));
          }).ends_with("the target of this store is \"delay\""));
    CHECK(read_input(options_of(store, "delay ~ 1")).rows.columns() == 1);
    CHECK(complaint<invalid_argument>([&] {
              read_input(options_of(store, "log(delay) ~ 1"));
          }).ends_with("a target that is computed needs a column here; add one"));
}

TEST_CASE("formulas call the columns of an array x1, x2, …, and a target in a file of its own as that") {
    temporary_directory const directory;
    captured const errors(stderr);
    auto const array = (directory / "x.npy").string(), target = (directory / "y.npy").string();
    npy_writer writer(array, 2);
    writer.append(std::vector<double>{1, 10, 2, 20, 3, 30});
    writer.finish();
    npy_writer targets(target, 1);
    targets.append(std::vector<double>{5, 6, 8});
    targets.finish();
    auto const input = read_input(options_of(array, "y ~ x2 + (1 | x1)", {"--target", target}));
    CHECK(input.columns == strings{"(intercept)", "x2"});
    CHECK(input.made->groups()[0].levels == strings{"1", "2", "3"});
    block_buffer buffer;
    auto const block = input.rows.block(0, buffer);
    CHECK(block.rows.common.row(2)[1] == 30);
    CHECK(block.target[2] == 8);
    CHECK(read_input(options_of(array, "x1 ~ x2")).target == "x1");
    CHECK(complaint<invalid_argument>([&] {
              read_input(options_of(array, "x1 ~ x2", {"--target", target}));
          }).ends_with("write y before ~"));
    CHECK(complaint<invalid_argument>([&] {
              options_of(array, "y ~ x1", {"--target", "1"});
          }).starts_with("--target: the formula says this"));
    CHECK(column_in_file("x12", data_format::npy) == "12");
    CHECK(column_in_file("x12", data_format::csv) == "x12");
    CHECK(column_in_file("x", data_format::npy) == "x");
    CHECK(column_in_file("x1a", data_format::npy) == "x1a");
}
