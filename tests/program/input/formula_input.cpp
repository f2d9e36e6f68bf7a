#include <doctest/doctest.h>

#include <cmath>
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
    CHECK(block.target[0] == std::log(3.0));
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
    auto const array = directory.write("x.npy", "").string();
    CHECK(complaint<invalid_argument>([&] { read_input(options_of(array, "y ~ x")); }).ends_with("x.npy is none; leave it out"));
}
