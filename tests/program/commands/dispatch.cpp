#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "support/captured.hpp"

import firefly.program.commands;

using firefly::program::run_program;

namespace {

struct ending {
    int code;
    std::string errors;
};

ending run(std::vector<std::string> const& arguments) {
    captured const errors(stderr), output(stdout);
    int const code = run_program(arguments);
    return {code, errors.text()};
}

}  // namespace

TEST_CASE("bad usage and bad input end with 2 and one line") {
    auto const usage = run({"sample", "--data", "wells.csv", "--prior-scale", "wide"});
    CHECK(usage.code == 2);
    CHECK(usage.errors == "firefly: --prior-scale: must be auto or a positive number, got wide\n");
    auto const input = run({"summary", "/nowhere/draws.csv"});
    CHECK(input.code == 2);
    CHECK(input.errors.starts_with("firefly: /nowhere/draws.csv: "));
    CHECK(run({"resume", "/nowhere/run.checkpoint"}).code == 2);
}

TEST_CASE("help and version end with 0") {
    CHECK(run({"--help"}).code == 0);
    CHECK(run({"--version"}).errors == "");
}
