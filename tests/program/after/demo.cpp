#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "support/captured.hpp"

import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.after;

using namespace firefly::program;

TEST_CASE("the demonstration says what it samples and why, and stops where it is asked to") {
    processes const alone;
    captured const output(stdout);
    stop_requested = true;
    demo(alone);
    stop_requested = false;
    auto const text = output.text();
    CHECK(text.starts_with("Logistic regression on 200000 rows and 11 columns made from seed 1, prior N(0, 1).\n\n"));
    CHECK(text.find("Bound: Jaakkola-Jordan, ") != std::string::npos);
    CHECK(text.find("All this took ") != std::string::npos);
    CHECK(text.find("Firefly Monte Carlo: ") == std::string::npos);
}
