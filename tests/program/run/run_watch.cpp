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

TEST_CASE("whoever does not look, save or tell anything need not say so") {
    run_watch const nobody;
    CHECK_NOTHROW(nobody.look({}));
    CHECK(!nobody.save);
    CHECK(nobody.end(3).empty());
}

TEST_CASE("a watch that fails stops the run as a chain that fails does, and what was drawn is kept") {
    processes const alone;
    run_logs logs(2, 2);
    run_watch const watch{.look = [](std::span<chain_status const>) { throw run_failure("the terminal is gone"); }};
    auto const outcome = run_chains(counting_chains(), {.chains = 2, .warm_up = 0, .draws = 1'000'000'000}, logs, alone, watch);
    CHECK(outcome.end == run_end::failed);
    REQUIRE(outcome.failure);
    CHECK(complaint<firefly::error>([&] { std::rethrow_exception(outcome.failure); }) == "the terminal is gone");
    CHECK(logs.read(0).size() == outcome.chains[0].kept);
    CHECK(outcome.chains[0].kept > 0);
}
