#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace fs = std::filesystem;
using firefly::read_stan_csv;
using firefly::stored_draws;

namespace {

std::string fact(stored_draws const& draws, std::string const& key) {
    return firefly::find_fact(draws.facts, key).value_or("none");
}

/// As CmdStan 2.34 writes it, shortened.
std::string cmdstan_file(std::string const& first = "1.5") {
    return "# model = eight_schools_model\n# method = sample (Default)\n#     num_samples = 2 (Default)\n#     num_warmup = 1\n"
           "#     save_warmup = 1\n#     thin = 1 (Default)\n# id = 1\n# random\n#   seed = 42\n"
           "lp__,energy__,mu,theta.1.1,theta.2.1,theta.1.2,theta.2.2\n"
           "0,0,99,99,99,99,99\n# Adaptation terminated\n# Step size = 0.5\n"
           "-8.5,nan," +
           first +
           ",1,2,3,4\n-7.5,-inf,2.5,5,6,7,8\n# \n#  Elapsed Time: 0.25 seconds (Warm-up)\n#                0.5 seconds (Sampling)\n"
           "#                0.75 seconds (Total)\n# \n";
}

stored_draws read(std::vector<fs::path> const& paths) {
    return read_stan_csv(paths);
}

}  // namespace

TEST_CASE("a file of CmdStan is read with its warm-up apart, arrays in their own order") {
    temporary_directory const directory;
    auto const draws = read({directory.write("a.csv", cmdstan_file()), directory.write("b.csv", cmdstan_file("3.5"))});
    CHECK(draws.chains() == 2);
    CHECK(draws.length() == 2);
    CHECK(draws.warm_up_length() == 1);
    CHECK(draws.parameters[0].warm_up == std::vector<std::vector<double>>{{99}, {99}});
    CHECK(draws.statistics[0].warm_up == std::vector<std::vector<double>>{{0}, {0}});
    REQUIRE(draws.parameters.size() == 2);
    CHECK(draws.parameters[0].name == "mu");
    CHECK(draws.parameters[0].element(0) == std::vector<std::vector<double>>{{1.5, 2.5}, {3.5, 2.5}});
    CHECK(draws.parameters[1].name == "theta");
    CHECK(draws.parameters[1].size() == 4);
    // Column-major in the file, row-major here.
    CHECK(draws.parameters[1].chains[0] == std::vector<double>{1, 3, 2, 4, 5, 7, 6, 8});
    CHECK(draws.parameters[1].element_name(1) == "theta[1,2]");
    REQUIRE(draws.statistic("energy__") != nullptr);
    CHECK(std::isnan(draws.statistic("energy__")->chains[0][0]));
    CHECK(draws.statistic("energy__")->chains[0][1] == -firefly::infinity);
    CHECK(draws.statistic("none__") == nullptr);
    CHECK(draws.sampling_seconds == std::vector{0.5, 0.5});
    CHECK(draws.warm_up_seconds == std::vector{0.25, 0.25});
    CHECK(fact(draws, "seed") == "42");
    CHECK(firefly::find_number(draws.facts, "num_warmup").value_or(-1) == 1);
}

TEST_CASE("draws that are written and read again are the same to the last bit, and so are facts and names") {
    temporary_directory const directory;
    stored_draws draws;
    draws.parameters.push_back(
        {.name = "W",
         .dimensions = {"class", "feature"},
         .labels = {{"a", "b, \"c\""}, {"(intercept)", "two\nlines", "back\\slash = x"}},
         .chains = {{0.1, 1.0 / 3, -1e-300, 4, 5, 6, 7, 8, 9, 1e300, 11, 12}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
         .warm_up = {{-1, -2, -3, -4, -5, -6}, {-7, -8, -9, -10, -11, -12}}});
    draws.statistics.push_back({.name = "n_flips__", .chains = {{3, 4}, {5, 6}}, .warm_up = {{1}, {2}}});
    draws.statistics.push_back({.name = "lp__", .chains = {{-1.5, -2.5}, {-3, -4}}, .warm_up = {{-9}, {-8}}});
    draws.warm_up_seconds = {0.5, 1};
    draws.sampling_seconds = {2, 3};
    draws.facts = {{"model", "softmax"}, {"label_1", " blank \\ and\nbreak"}, {"thin", "3"}};
    auto const path = directory / "draws.csv";
    write_stan_csv(path, draws);
    auto const again = read(firefly::chain_paths(path, 2));
    REQUIRE(again.parameters.size() == 1);
    CHECK(again.parameters[0].chains == draws.parameters[0].chains);
    CHECK(again.parameters[0].warm_up == draws.parameters[0].warm_up);
    CHECK(again.parameters[0].labels == draws.parameters[0].labels);
    CHECK(again.parameters[0].dimensions == draws.parameters[0].dimensions);
    CHECK(again.parameters[0].element_name(1) == "a:two\nlines");
    CHECK(again.statistics[0].name == "lp__");  // first, as readers expect
    CHECK(again.statistics[0].chains == draws.statistics[1].chains);
    CHECK(again.statistics[0].warm_up == draws.statistics[1].warm_up);
    CHECK(again.statistics[1].name == "n_flips__");
    CHECK(again.statistics[1].chains == draws.statistics[0].chains);
    CHECK(again.statistics[1].warm_up == draws.statistics[0].warm_up);
    CHECK(again.warm_up_seconds == draws.warm_up_seconds);
    CHECK(again.sampling_seconds == draws.sampling_seconds);
    CHECK(fact(again, "label_1") == "blank \\ and\nbreak");  // blanks at the ends are not kept
    CHECK(fact(again, "thin") == "3");
}

TEST_CASE("chains of different lengths are cut to the shortest, and it is said") {
    temporary_directory const directory;
    auto const draws = read({directory.write("a.csv", "lp__,x\n1,2\n3,4\n5,6\n"), directory.write("b.csv", "lp__,x\n1,2\n3,4\n")});
    CHECK(draws.length() == 2);
    CHECK(draws.statistics[0].chains[0] == std::vector<double>{1, 3});
    CHECK(draws.cut == "The chains have 3, 2 draws: each is cut to the first 2.");
}

TEST_CASE("files that are not chains of one run are refused") {
    temporary_directory const directory;
    auto const a = directory.write("a.csv", "lp__,x\n1,2\n"), b = directory.write("b.csv", "lp__,y\n1,2\n");
    CHECK(complaint<firefly::data_error>([&] { read({a, b}); }).starts_with("b.csv: its columns are not those of "));
    auto const c = directory.write("c.csv", "lp__\n1\n"), d = directory.write("d.csv", "lp__\n1\n");
    CHECK(complaint<firefly::data_error>([&] { read({c, d}); }) ==
          "c.csv: there is no column of a parameter; give draws in Stan CSV");
}
