#include <doctest/doctest.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

namespace {

draw_summary const two{
    .lines = {{.name = "a", .mean = 1, .sd = 1, .mcse_mean = 0.1, .ess_bulk = 100, .ess_tail = 90, .r_hat = 1},
              {.name = "two\nlines", .mean = 2, .sd = 1, .mcse_mean = 0.1, .ess_bulk = 50, .ess_tail = 90, .r_hat = 1}},
    .parameters = 2};

}  // namespace

TEST_CASE("a table has effective draws per second where the time is known") {
    auto const table = tables_with_speed(two, {1.5, 0.5}, 10);
    CHECK(table.find("ess_bulk/s") != std::string::npos);
    CHECK(table.find("  50\n") != std::string::npos);
    CHECK(table.find("  25\n") != std::string::npos);
    auto without = two.lines;
    without[1].name = "two\\x0alines";
    CHECK(tables_with_speed(two, {}, 10) == format_table(without));
}

TEST_CASE("a table has no more lines than are asked for") {
    auto const table = tables_with_speed(two, {}, 1);
    CHECK(table.find("two") == std::string::npos);
    CHECK(table.ends_with("\n… and 1 more parameters.\n"));
}

TEST_CASE("the summary of files is printed and written") {
    temporary_directory const directory;
    write_stan_csv(directory / "draws.csv", made_draws(2, 50));
    captured const output(stdout);
    summarise_files({.files = {(directory / "draws_1.csv").string(), (directory / "draws_2.csv").string()},
                     .csv = (directory / "table.csv").string()});
    CHECK(output.text().find("2 chains of 50 draws") != std::string::npos);
    CHECK(output.text().find("income") != std::string::npos);
    auto const written = read_bytes(directory / "table.csv");
    CHECK(written.starts_with("name,mean,sd,mcse_mean,q5,median,q95,ess_bulk,ess_tail,r_hat"));
    CHECK(written.find("\nage,") != std::string::npos);
}

TEST_CASE("contrasts of a softmax follow its weights, with statistics of their own") {
    auto const draws = made_classes();
    auto const found = summarise_with_contrasts(draws);
    CHECK(found.parameters == 6);
    REQUIRE(found.of_contrasts().size() == 4);
    REQUIRE(found.contrasts);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(found.of_contrasts()[i] == summarise(found.contrasts->name(i), found.contrasts->draws(i)));
    CHECK(found.of_contrasts()[3].name == "virginica vs setosa:petal");
    auto const text = tables_with_speed(found, {}, 3);
    auto const contrasts = text.find("\nContrasts: weights less those of \"setosa\". They are what the data say;");
    REQUIRE(contrasts != std::string::npos);
    CHECK(text.find("… and 3 more parameters.\n") < contrasts);
    CHECK(text.find("versicolor vs setosa:petal") > contrasts);
    CHECK(text.ends_with("… and 1 more contrasts.\n"));
}

TEST_CASE("a summary of files has contrasts against the class that is asked for, on the screen and as CSV") {
    temporary_directory const directory;
    write_stan_csv(directory / "draws.csv", made_classes(2, 50));
    summary_options options{.files = {(directory / "draws_1.csv").string(), (directory / "draws_2.csv").string()},
                            .csv = (directory / "table.csv").string(),
                            .reference = "virginica"};
    {
        captured const output(stdout);
        summarise_files(options);
        CHECK(output.text().find("setosa vs virginica:petal") != std::string::npos);
    }
    CHECK(read_bytes(directory / "table.csv").find("\nversicolor vs virginica:(intercept),") != std::string::npos);
    options.reference = "rose";
    options.csv = (directory / "none.csv").string();
    CHECK(complaint<invalid_argument>([&] { summarise_files(options); }) ==
          "--reference \"rose\": no such class; the classes are \"setosa\", \"versicolor\", \"virginica\"");
    CHECK_FALSE(std::filesystem::exists(directory / "none.csv"));
}

TEST_CASE("a summary of weights whose classes have no names says that there are no contrasts") {
    temporary_directory const directory;
    auto draws = made_classes(1, 50);
    draws.parameters[0].dimensions = {"W_dim_0", "W_dim_1"};
    write_stan_csv(directory / "draws.csv", draws);
    captured const output(stdout);
    summarise_files({.files = {(directory / "draws.csv").string()}});
    CHECK(output.text().ends_with("No contrasts: the files do not say what their classes are called.\n"));
}
