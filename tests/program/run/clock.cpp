/// Times that a run is given, seen through `run_chains`.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

#include "counting_chains.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a run out of time keeps what was drawn, and its chains have about one length") {
    processes const alone;
    run_logs logs(2, 2);
    auto const outcome = run_chains(
        counting_chains(), {.chains = 2, .warm_up = 0, .draws = 1'000'000'000, .threads = 2, .max_seconds = 0.2}, logs, alone);
    CHECK(outcome.end == run_end::out_of_time);
    CHECK(outcome.chains[0].iterations == outcome.chains[1].iterations);
    CHECK(outcome.chains[0].kept == logs.read(0).size());
}

TEST_CASE("a limit of time that no clock can hold is none") {
    processes const alone;
    for (double const limit : {infinity, 1e300, 1e10}) {
        CAPTURE(limit);
        run_logs logs(1, 2);
        auto const outcome =
            run_chains(counting_chains(), {.chains = 1, .warm_up = 0, .draws = 20, .max_seconds = limit}, logs, alone);
        CHECK(outcome.end == run_end::all_drawn);
        CHECK(outcome.chains[0].iterations == 20);
    }
}
