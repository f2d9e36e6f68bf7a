#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;

using namespace firefly;
using namespace firefly::program;

namespace {

/// A chain that counts: its n-th draw is a function of n and of its number alone.
stream<draw> counted(std::shared_ptr<std::uint64_t> position, std::uint32_t number, std::uint64_t warm_up, std::uint64_t fails_at) {
    for (;;) {
        if (*position == fails_at) throw std::runtime_error("the chain broke");
        draw current;
        double const x = static_cast<double>(*position);
        current.theta = to_vector(std::vector{x, std::sin(7 * x * x + number)});
        current.z.bright = 2;
        current.theta_queries = 3;
        current.acceptance = 0.5;
        current.warm_up = *position < warm_up;
        ++*position;
        co_yield current;
    }
}

running_chain start_at(std::uint64_t start, std::uint32_t number, std::uint64_t warm_up, std::uint64_t fails_at) {
    auto const position = std::make_shared<std::uint64_t>(start);
    return {counted(position, number, warm_up, fails_at),
            [=] { return std::to_string(*position) + " " + std::to_string(number) + " " + std::to_string(warm_up); }};
}

chain_factory counting_chains(std::uint64_t fails_at = ~std::uint64_t{0}) {
    return {[=](chain_options o) { return start_at(0, o.chain, o.warm_up, o.chain == 1 ? fails_at : ~std::uint64_t{0}); },
            [](std::string_view saved) {
                std::uint64_t numbers[3] = {};
                std::size_t at = 0;
                for (char const c : saved)
                    if (c == ' ')
                        ++at;
                    else
                        numbers[at] = 10 * numbers[at] + static_cast<std::uint64_t>(c - '0');
                return start_at(numbers[0], static_cast<std::uint32_t>(numbers[1]), numbers[2], ~std::uint64_t{0});
            }};
}

std::vector<double> kept_by(run_logs& logs, std::size_t chain) {
    std::vector<double> kept;
    auto const reader = logs.read(chain);
    for (std::size_t i = 0; i < reader.size(); ++i) kept.push_back(reader.at(i).theta(0));
    return kept;
}

}  // namespace

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

TEST_CASE("one draw of several is kept, and those of warm-up where they are asked for") {
    processes const alone;
    run_logs logs(1, 2);
    auto const outcome =
        run_chains(counting_chains(), {.chains = 1, .warm_up = 7, .draws = 10, .thin = 3, .save_warm_up = true}, logs, alone);
    CHECK(kept_by(logs, 0) == std::vector<double>{0, 3, 6, 7, 10, 13, 16});
    CHECK(outcome.chains[0].warm_up_kept == 3);
    CHECK(outcome.chains[0].kept == 4);
}

TEST_CASE("draws are kept on the scale of the data") {
    processes const alone;
    run_logs logs(1, 2);
    auto make = counting_chains();
    make.to_data_scale = data_scale(to_vector(std::vector{0.0, 0.0}), to_vector(std::vector{2.0, 1.0}));
    run_chains(make, {.chains = 1, .warm_up = 0, .draws = 3}, logs, alone);
    CHECK(kept_by(logs, 0) == std::vector<double>{0, 0.5, 1});
}

TEST_CASE("a run stops where every parameter has the effective draws that were asked for") {
    processes const alone;
    run_logs logs(2, 2);
    auto make = counting_chains();
    // The count itself has a trend: only the second parameter is wanted.
    make.to_data_scale = data_scale(to_vector(std::vector{0.0, 0.0}), to_vector(std::vector{1e300, 1.0}));
    auto const outcome = run_chains(make, {.chains = 2, .warm_up = 0, .draws = 100'000, .target_ess = 3}, logs, alone);
    CHECK(outcome.end == run_end::target_reached);
    CHECK(outcome.chains[0].iterations % 100 == 0);
    CHECK(outcome.chains[0].iterations < 100'000);
}

TEST_CASE("a run out of time keeps what was drawn, and its chains have about one length") {
    processes const alone;
    run_logs logs(2, 2);
    auto const outcome = run_chains(
        counting_chains(), {.chains = 2, .warm_up = 0, .draws = 1'000'000'000, .threads = 2, .max_seconds = 0.2}, logs, alone);
    CHECK(outcome.end == run_end::out_of_time);
    CHECK(outcome.chains[0].iterations == outcome.chains[1].iterations);
    CHECK(outcome.chains[0].kept == logs.read(0).size());
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

TEST_CASE("whoever looks on sees statuses, every kept draw, and what is said of each chain at the end") {
    processes const alone;
    run_logs logs(2, 2);
    std::size_t looks = 0;
    std::vector<std::size_t> appended(2);
    run_watch watch{.look =
                        [&](std::span<chain_status const> chains) {
                            ++looks;
                            REQUIRE(chains.size() == 2);
                        },
                    .end = [](std::size_t chain) { return fact_list{{"chain", std::to_string(chain)}}; }};
    for (std::size_t i = 0; i < 2; ++i) watch.append.push_back([&appended, i](draw const&) { ++appended[i]; });
    auto const outcome = run_chains(counting_chains(), {.chains = 2, .warm_up = 4, .draws = 25}, logs, alone, watch);
    CHECK(looks > 0);
    CHECK(appended == std::vector<std::size_t>{25, 25});
    REQUIRE(outcome.ends.size() == 2);
    CHECK(outcome.ends[1] == fact_list{{"chain", "1"}});
}

TEST_CASE("a request to stop ends a run, and what was drawn is kept") {
    processes const alone;
    run_logs logs(1, 2);
    run_watch watch;
    watch.append.push_back([](draw const& current) {
        if (current.theta(0) == 500) stop_requested = true;
    });
    auto const outcome = run_chains(counting_chains(), {.chains = 1, .warm_up = 0, .draws = 1'000'000'000}, logs, alone, watch);
    stop_requested = false;
    CHECK(outcome.end == run_end::signalled);
    CHECK(outcome.chains[0].iterations == 501);
}
