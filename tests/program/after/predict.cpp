#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("probabilities of new rows are means over the draws, and the target is scored") {
    temporary_directory const directory;
    // One draw, all zeros but the slope of age: the probability is 1/(1 + e^(−age)).
    auto draws = made_draws(1, 1);
    draws.parameters[0].chains = {{0, 1, 0}};
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    predict_options options{.draws = {(directory / "draws.csv").string()}};
    options.data = directory.write("new.csv", "income,age,vote\n3,0,yes\n5,1,no\n").string();
    options.output = (directory / "predictions.csv").string();
    captured const output(stdout);
    predict_rows(options);
    CHECK(read_bytes(options.output).starts_with("probability of yes,lower,upper\n0.5,0.5,0.5\n0.731058578630004"));
    CHECK(output.text().find("Log score: -1.0032") != std::string::npos);
}

TEST_CASE("columns are kept before the predictions, and rows with missing cells are left out and counted") {
    temporary_directory const directory;
    auto draws = made_draws(1, 1);
    draws.parameters[0].chains = {{0, 1, 0}};
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    predict_options options{.draws = {(directory / "draws.csv").string()}};
    options.data = directory.write("new.csv", "id,income,age\n\"a, b\",3,0\nc,,1\n,5,0\n").string();
    options.output = (directory / "predictions.csv").string();
    options.keep = {"id"};
    CHECK(complaint<data_error>([&] { predict_rows(options); }) ==
          "new.csv:3: column \"income\" is empty; fill the cell, remove the row, or drop all such rows");
    CHECK_FALSE(std::filesystem::exists(options.output));
    CHECK_FALSE(std::filesystem::exists(options.output + ".partial"));
    options.missing = missing_cells::drop;
    captured const errors(stderr);
    predict_rows(options);
    CHECK(read_bytes(options.output) == "id,probability of yes,lower,upper\n\"a, b\",0.5,0.5,0.5\n,0.5,0.5,0.5\n");
    CHECK(errors.text() == "Left out 1 of 3 rows: a cell is missing.\n");
}

TEST_CASE("a store whose column is one of categories is no column of numbers") {
    temporary_directory const directory;
    auto draws = made_draws(1, 1);
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    make_store({directory.write("new.csv", "age,income,vote\n1,2,yes\n2,3,no\n")}, directory / "new.firefly",
               {.target = "vote", .one_hot = {"age"}});
    predict_options options{.draws = {(directory / "draws.csv").string()}, .data = (directory / "new.firefly").string()};
    options.output = (directory / "predictions.csv").string();
    CHECK(complaint<data_error>([&] { predict_rows(options); }) ==
          "new.firefly: column \"age\" holds categories where the fit has numbers; give data of the same kind");
}
