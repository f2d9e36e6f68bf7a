/// Chains on the threads of one process, seen through `run_chains`.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

#include "counting_chains.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("all chains get all their draws, on fewer threads than there are chains") {
    processes const alone;
    run_logs logs(5, 2);
    auto const outcome = run_chains(counting_chains(), {.chains = 5, .warm_up = 10, .draws = 30, .threads = 2}, logs, alone);
    CHECK(outcome.end == run_end::all_drawn);
    CHECK_FALSE(outcome.failure);
    REQUIRE(outcome.chains.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(outcome.chains[i].iterations == 30);
        CHECK(outcome.chains[i].warm_up_iterations == 10);
        CHECK(outcome.chains[i].kept == 30);
        CHECK(outcome.chains[i].bright == 60);
        CHECK(outcome.chains[i].queries == 90);
        CHECK(outcome.chains[i].acceptance == 15);
        auto const kept = kept_by(logs, i);
        REQUIRE(kept.size() == 30);
        CHECK(kept.front() == 10);
        CHECK(kept.back() == 39);
    }
}

TEST_CASE("a chain that breaks stops the others, and the run says why") {
    processes const alone;
    run_logs logs(2, 2);
    auto const outcome =
        run_chains(counting_chains(50), {.chains = 2, .warm_up = 0, .draws = 1'000'000'000, .threads = 2}, logs, alone);
    CHECK(outcome.end == run_end::failed);
    REQUIRE(outcome.failure);
    CHECK(complaint<std::runtime_error>([&] { std::rethrow_exception(outcome.failure); }) == "the chain broke");
    CHECK(outcome.chains[1].iterations == 50);
    CHECK(logs.read(1).size() == 50);
}

TEST_CASE("a run whose disk is full has as many draws in its logs as it says, once there is room") {
    processes const alone;
    run_logs logs(2, 2);
    run_outcome outcome;
    {
        file_size_limit const full(300'000);
        outcome = run_chains(counting_chains(), {.chains = 2, .warm_up = 10, .draws = 1'000'000'000, .threads = 2}, logs, alone);
    }
    CHECK(outcome.end == run_end::failed);
    CHECK_THROWS_AS(std::rethrow_exception(outcome.failure), output_error);
    for (std::size_t i = 0; i < 2; ++i) {
        auto const kept = kept_by(logs, i);
        CHECK(kept.size() == outcome.chains[i].kept);
        for (std::size_t k = 0; k < kept.size(); ++k) CHECK(kept[k] == static_cast<double>(10 + k));
    }
}

TEST_CASE("whoever looks on sees statuses, and what is said of each chain at the end") {
    processes const alone;
    run_logs logs(2, 2);
    std::size_t looks = 0;
    run_watch const watch{.look =
                              [&](std::span<chain_status const> chains) {
                                  ++looks;
                                  REQUIRE(chains.size() == 2);
                              },
                          .end = [](std::size_t chain) { return fact_list{{"chain", std::to_string(chain)}}; }};
    auto const outcome = run_chains(counting_chains(), {.chains = 2, .warm_up = 4, .draws = 25}, logs, alone, watch);
    CHECK(looks > 0);
    REQUIRE(outcome.ends.size() == 2);
    CHECK(outcome.ends[1] == fact_list{{"chain", "1"}});
}
