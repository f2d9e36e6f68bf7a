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

TEST_CASE("a run stops where every parameter has the effective draws that were asked for") {
    processes const alone;
    run_logs logs(2, 2);
    auto make = counting_chains();
    // The count itself has a trend: only the second parameter is wanted.
    make.to_data_scale = data_scale(column_scale(to_vector(std::vector{0.0, 0.0}), to_vector(std::vector{1e300, 1.0})));
    auto const outcome = run_chains(make, {.chains = 2, .warm_up = 0, .draws = 100'000, .target_ess = 3}, logs, alone);
    CHECK(outcome.end == run_end::target_reached);
    CHECK(outcome.chains[0].iterations % 100 == 0);
    CHECK(outcome.chains[0].iterations < 100'000);
}

TEST_CASE("a run goes on from its snapshots to the same draws") {
    processes const alone;
    run_logs whole(2, 2);
    run_chains(counting_chains(), {.chains = 2, .warm_up = 5, .draws = 50}, whole, alone);

    run_logs logs(2, 2);
    std::vector<chain_snapshot> saved;
    run_watch const watch{.save = [&](std::span<chain_snapshot const> chains) { saved.assign(chains.begin(), chains.end()); }};
    run_chains(counting_chains(), {.chains = 2, .warm_up = 5, .draws = 20}, logs, alone, watch);
    REQUIRE(saved.size() == 2);
    CHECK(saved[0].result.iterations == 20);
    auto const outcome = run_chains(counting_chains(), {.chains = 2, .warm_up = 5, .draws = 50}, logs, alone, {}, saved);
    CHECK(outcome.chains[0].iterations == 50);
    for (std::size_t i = 0; i < 2; ++i) CHECK(kept_by(logs, i) == kept_by(whole, i));
}

TEST_CASE("a request to stop ends a run, and what was drawn is kept") {
    processes const alone;
    run_logs logs(1, 2);
    auto const outcome =
        run_chains(counting_chains(counting_chain::never, 500), {.chains = 1, .warm_up = 0, .draws = 1'000'000'000}, logs, alone);
    stop_requested = false;
    CHECK(outcome.end == run_end::signalled);
    CHECK(outcome.chains[0].iterations == 501);
}
