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

/// The first line of what is said.
std::string end_in_words(sample_options const& options, run_end end) {
    captured const output(stdout);
    auto const outcome = ended(end);
    print_end({options, outcome.chains, outcome.end, false, {.r_hat = 1, .effective = 1000}});
    auto const text = output.text();
    return text.substr(0, text.find("Draws: "));
}

}  // namespace

TEST_CASE("why a run ended is said, before its last words") {
    sample_options options;
    options.output = "draws.nc";
    CHECK(end_in_words(options, run_end::signalled) == "\nStopped by a signal after 790 to 812 draws per chain.\n");
    CHECK(end_in_words(options, run_end::out_of_time) == "\nStopped by --max-time after 790 to 812 draws per chain.\n");
    CHECK(end_in_words(options, run_end::target_reached) == "\nStopped by --target-ess after 790 to 812 draws per chain.\n");
    CHECK(end_in_words(options, run_end::all_drawn) == "\n");
    options.run.target_ess = 400;
    CHECK(end_in_words(options, run_end::all_drawn) ==
          "\nWarning: --target-ess 400 was not reached in 790 to 812 draws per chain; ask for more --draws.\n");
}

TEST_CASE("a failure says what was saved") {
    sample_options options;
    options.run.chains = 2;
    run_logs logs(2, 1);
    auto outcome = ended(run_end::failed);
    outcome.failure = std::make_exception_ptr(std::runtime_error("disk full"));
    auto const refusal = [&] { return complaint<run_failure>([&] { throw_failure(options, outcome, logs, false, true); }); };
    CHECK(refusal() == "disk full; nothing was saved, for want of --output");
    options.checkpoint = "run.checkpoint";
    CHECK(refusal() ==
          "disk full; 790 to 812 draws per chain are in the log beside run.checkpoint; to go on: firefly resume run.checkpoint");
    outcome.chains = {{}, {}};
    options.checkpoint = "";
    CHECK_THROWS_AS(throw_failure(options, outcome, logs, false, true), std::runtime_error);
}
