#include <doctest/doctest.h>

#include <cstdio>
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
