/// White box: a unit of the module, since rows go to netCDF in `loo` and `predict` alone.
module;
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include "support/temporary_directory.hpp"

module firefly.program.after;

import firefly;
import firefly.netcdf;
import firefly.program.input;
import :predicted_rows;
import :row_file;

using namespace firefly;
using namespace firefly::program;

namespace {

/// Two draws of a weighted logistic regression.
stored_draws weighted_draws() {
    stored_draws draws;
    draws.parameters.push_back({.name = "beta",
                                .dimensions = {"feature"},
                                .labels = {{"(intercept)", "age", "income"}},
                                .chains = {{0, 1, 0, 0.5, 1, 0}}});
    draws.facts = {{"model", "logistic"}, {"target", "vote"}, {"label_1", "no"}, {"label_2", "yes"}, {"weights", "times"}};
    return draws;
}

}  // namespace

TEST_CASE("targets are numbers, counts or classes") {
    using enum row_variable::contents;
    CHECK(contents_of(model_kind::logistic) == classes);
    CHECK(contents_of(model_kind::softmax) == classes);
    CHECK(contents_of(model_kind::poisson) == counts);
    CHECK(contents_of(model_kind::binomial) == counts);
    CHECK(contents_of(model_kind::robust) == numbers);
    CHECK(contents_of(model_kind::gamma) == numbers);
}

TEST_CASE("what the disk cannot hold is refused in one line") {
    row_variable const of_rows{.group = "log_likelihood", .name = "y", .rows = 1'000'000'000};
    auto const words = complaint<invalid_argument>([&] { check_space_for_rows("rows.nc", of_rows, 4000, "--log-likelihood"); });
    CHECK(words.starts_with("--log-likelihood: 1000000000 rows in 4000 draws take about 29.11 TiB, and the disk of rows.nc has "));
    CHECK(words.ends_with(" left; use fewer draws (--thin), or another disk"));
    check_space_for_rows("rows.nc", {.rows = 10}, 10, "--netcdf");
}

TEST_CASE("rows are counted, without those of weight 0") {
    temporary_directory const directory;
    auto const draws = weighted_draws();
    predict_options options{.draws = {"draws.csv"}};
    options.data = directory.write("rows.csv", "age,income,vote,times\n0,0,yes,2\n1,0,no,0\n-1,1,no,1\n").string();
    CHECK(count_rows(load_model(draws, options), options, "--netcdf") == 3);
    options.weighted = true;
    CHECK(count_rows(load_model(draws, options), options, "--netcdf") == 2);
    options.data = "/dev/null";
    CHECK(complaint<invalid_argument>([&] { count_rows(load_model(draws, options), options, "--netcdf"); }) ==
          "--netcdf: rows are counted first, and /dev/null can be read only once; give a file");
}
