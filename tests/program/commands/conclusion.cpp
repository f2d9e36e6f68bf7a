/// White box: a unit of the module, since only `sample` and `resume` conclude.
module;
#include <doctest/doctest.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

module firefly.program.commands;

import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

namespace {

run_outcome ended(run_end end) {
    return {.chains = {{.kept = 790}, {.kept = 812}}, .ends = {}, .end = end, .failure = {}};
}

std::string end_in_words(sample_options const& options, run_outcome const& outcome, bool can_go_on) {
    captured const output(stdout);
    print_end(options, outcome, can_go_on);
    return output.text();
}

}  // namespace

TEST_CASE("draws are counted, as a range where chains differ") {
    CHECK(draws_in_words({{.kept = 812}, {.kept = 812}}) == "812 draws");
    CHECK(draws_in_words({{.kept = 812}, {.kept = 790}}) == "790 to 812 draws");
}

TEST_CASE("why a run ended is said, and how to go on") {
    sample_options options;
    options.output = "draws.nc";
    CHECK(end_in_words(options, ended(run_end::signalled), true) ==
          "\nStopped by a signal after 790 to 812 draws a chain. To go on: firefly resume draws.nc.checkpoint\n");
    CHECK(end_in_words(options, ended(run_end::out_of_time), false) == "\nStopped by --max-time after 790 to 812 draws a chain.\n");
    CHECK(end_in_words(options, ended(run_end::target_reached), false) ==
          "\nStopped by --target-ess after 790 to 812 draws a chain.\n");
    CHECK(end_in_words(options, ended(run_end::all_drawn), false) == "");
    options.run.target_ess = 400;
    CHECK(end_in_words(options, ended(run_end::all_drawn), false) ==
          "\nWarning: --target-ess 400 was not reached in 790 to 812 draws a chain; ask for more --draws.\n");
}

TEST_CASE("a failure says what was saved") {
    sample_options options;
    options.run.chains = 2;
    run_logs logs(2, 1);
    auto outcome = ended(run_end::failed);
    outcome.failure = std::make_exception_ptr(std::runtime_error("disk full"));
    auto const files = open_output(options, {}, logs);
    auto const refusal = [&] {
        return complaint<run_failure>([&] { throw_failure(options, outcome, logs, *files, false, true); });
    };
    CHECK(refusal() == "disk full; nothing was saved, for want of --output");
    options.checkpoint = "run.checkpoint";
    CHECK(refusal() ==
          "disk full; 790 to 812 draws a chain are in the log beside run.checkpoint; to go on: firefly resume run.checkpoint");
    outcome.chains = {{}, {}};
    options.checkpoint = "";
    CHECK_THROWS_AS(throw_failure(options, outcome, logs, *files, false, true), std::runtime_error);
}
