#include <doctest/doctest.h>

#include <cstddef>
#include <cstdio>
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

std::vector<summary> const lines{
    {.name = "a", .mean = 1, .sd = 1, .mcse_mean = 0.1, .ess_bulk = 100, .ess_tail = 90, .r_hat = 1},
    {.name = "two\nlines", .mean = 2, .sd = 1, .mcse_mean = 0.1, .ess_bulk = 50, .ess_tail = 90, .r_hat = 1}};

}  // namespace

TEST_CASE("a table has effective draws per second where the time is known") {
    auto const table = table_with_speed(lines, {1.5, 0.5}, 10);
    CHECK(table.find("ess_bulk/s") != std::string::npos);
    CHECK(table.find("  50\n") != std::string::npos);
    CHECK(table.find("  25\n") != std::string::npos);
    CHECK(table_with_speed(lines, {}, 10) == format_table(std::vector{lines[0], [] {
                                                                          summary line = lines[1];
                                                                          line.name = "two\\x0alines";
                                                                          return line;
                                                                      }()}));
}

TEST_CASE("a table has no more lines than are asked for") {
    CHECK(table_with_speed(lines, {}, 1).find("two") == std::string::npos);
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
