#include <doctest/doctest.h>

#include <cstdio>
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
