#include <doctest/doctest.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.output;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a report of files is written beside them, and never over them") {
    temporary_directory const directory;
    write_stan_csv(directory / "draws.csv", made_draws(1, 50));
    captured const output(stdout);
    auto const draws = (directory / "draws.csv").string();
    report_files({.files = {draws}, .output = (directory / "page.html").string()});
    CHECK(read_bytes(directory / "page.html").starts_with("<!doctype html>"));
    CHECK(complaint<invalid_argument>([&] { report_files({.files = {draws}, .output = draws}); }) ==
          "draws.csv: is read and written; give the result another name");
}
