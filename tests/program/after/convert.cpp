#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.output;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

namespace {

std::string refusal_of(convert_options const& options) {
    return complaint<error>([&] { convert(options); });
}

}  // namespace

TEST_CASE("draws go from Stan CSV to netCDF and back, to the last bit") {
    temporary_directory const directory;
    auto const draws = made_draws(2, 20);
    write_stan_csv(directory / "draws.csv", draws);
    auto const name = [&](char const* file) { return (directory / file).string(); };
    captured const output(stdout);
    convert({.files = {name("draws_1.csv"), name("draws_2.csv"), name("draws.nc")}});
    convert({.files = {name("draws.nc"), name("again.csv")}});
    CHECK(read_draws({name("again_1.csv"), name("again_2.csv")}).parameters[0].chains == draws.parameters[0].chains);
}

TEST_CASE("formats that do not go together are refused with those that do") {
    temporary_directory const directory;
    auto const csv = directory.write("table.csv", "x\n1\n").string();
    CHECK(refusal_of({.files = {csv}}) == "convert: give a file to read and a file to write");
    CHECK(refusal_of({.files = {csv, (directory / "out.txt").string()}})
              .starts_with("convert .csv to .txt: use .csv to .nc or .nc to .csv for draws"));
    CHECK(refusal_of({.files = {csv, csv, (directory / "out.npy").string()}}) == "convert: 2 tables for one result; give one");
    convert_options store{.files = {csv, (directory / "out.firefly").string()}, .columns = {"x"}};
    CHECK(refusal_of(store) == "--columns: a store has a target and features; use --target and --features");
    convert_options table{.files = {csv, (directory / "out.npy").string()}};
    table.input.arguments = {"--target=x"};
    CHECK(refusal_of(table) == "--target=x: is for a store; leave it out, or end the output's name in .firefly");
}

TEST_CASE("tables of numbers go from CSV to NPY and back, without rows that are dropped") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    convert_options options{.files = {directory.write("table.csv", "a,b\n1,2.5\n3,\n5,6\n").string(), name("table.npy")}};
    CHECK(refusal_of(options) == "table.csv:3: column \"b\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK_FALSE(std::filesystem::exists(directory / "table.npy.partial"));
    options.input.missing = missing_cells::drop;
    captured const output(stdout);
    convert(options);
    convert({.files = {name("table.npy"), name("back.csv")}});
    CHECK(read_bytes(directory / "back.csv") == "x1,x2\n1,2.5\n5,6\n");
    CHECK(output.text().find("Dropped 1 of 3 rows") != std::string::npos);
}

TEST_CASE("how a table is read is not said of draws") {
    temporary_directory const directory;
    convert_options options{.files = {(directory / "draws.nc").string(), (directory / "draws.csv").string()}};
    options.input.missing = missing_cells::drop;
    CHECK(refusal_of(options) == "--format, --encoding and --missing: say how a table is read; leave them out for draws");
}
