/// Rows with their predictors, seen through `firefly predict`.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdio>
#include <string>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a row is predicted the same in a block of many and alone") {
    temporary_directory const directory;
    auto draws = made_draws(2, 1000);
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    predict_options options{.draws = {(directory / "draws_1.csv").string(), (directory / "draws_2.csv").string()}};
    options.output = (directory / "predictions.csv").string();
    std::string rows = "age,income\n";
    for (std::size_t i = 0; i < 1500; ++i) rows += std::to_string(i % 7) + "," + std::to_string(i % 11) + "\n";  // 524 at once
    options.data = directory.write("many.csv", rows).string();
    predict_rows(options);
    auto const many = read_bytes(options.output);
    options.data =
        directory.write("one.csv", "age,income\n" + std::to_string(1499 % 7) + "," + std::to_string(1499 % 11) + "\n").string();
    predict_rows(options);
    auto const one = read_bytes(options.output);
    CHECK(many.substr(many.rfind('\n', many.size() - 2)) == one.substr(one.rfind('\n', one.size() - 2)));
}
