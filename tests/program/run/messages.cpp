#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

import firefly;
import firefly.program.run;

using namespace firefly::program;

TEST_CASE("an instruction arrives as it was sent") {
    instruction const sent{.what = instruction::kind::halt, .target = 12'345, .seconds = 1.5, .heeds_signals = true};
    auto const got = read_instruction(to_bytes(sent));
    CHECK(got.what == instruction::kind::halt);
    CHECK(got.target == 12'345);
    CHECK(got.seconds == 1.5);
    CHECK(got.heeds_signals);
}

TEST_CASE("a report arrives as it was sent, with every chain in it") {
    follower_report sent{.what = follower_report::kind::finished, .chains = {}, .failure = "disk full", .is_signalled = true};
    for (std::size_t i = 0; i < 3; ++i) {
        double const x = static_cast<double>(i);
        sent.chains.push_back(
            {.chain = 2 * i + 1,
             .status = {.position = 7 + i, .bright = x, .queries = 2 * x, .acceptance = 0.5},
             .result = {.warm_up_kept = i, .kept = 4, .warm_up_iterations = i, .iterations = 9, .bright = 0.25, .seconds = 3.5},
             .state = std::string("a\0b", 3),
             .end = {{"brightest", "5:0.5"}, {"outside_region", "0"}}});
    }
    auto const got = read_report(to_bytes(sent));
    CHECK(got.what == follower_report::kind::finished);
    CHECK(got.failure == "disk full");
    CHECK(got.is_signalled);
    REQUIRE(got.chains.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(got.chains[i].chain == 2 * i + 1);
        CHECK(got.chains[i].status.position == 7 + i);
        CHECK(got.chains[i].status.acceptance == 0.5);
        CHECK(got.chains[i].result.warm_up_kept == i);
        CHECK(got.chains[i].result.bright == 0.25);
        CHECK(got.chains[i].result.seconds == 3.5);
        CHECK(got.chains[i].state == std::string("a\0b", 3));
        CHECK(got.chains[i].end == sent.chains[i].end);
    }
}

TEST_CASE("a message that was cut short is refused") {
    std::string const told = to_bytes(instruction{}), report = to_bytes(follower_report{});
    CHECK_THROWS_AS(read_instruction(told.substr(0, told.size() - 1)), firefly::data_error);
    CHECK_THROWS_AS(read_report(report.substr(0, report.size() - 1)), firefly::data_error);
}
