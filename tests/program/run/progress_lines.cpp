/// White box: a unit of the module, since lines are what `progress` is made of and nobody else's.
module;
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

module firefly.program.run;

import firefly;
import firefly.program.input;

using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

run_settings const settings{.chains = 2, .warm_up = 100, .draws = 900};
constexpr progress_room log_room{.lines = 8, .width = 200, .bar = false};
std::vector<chain_status> const half_way{{.position = 500, .bright = 0.14, .queries = 0.72, .acceptance = 0.98},
                                         {.position = 50, .bright = 1234, .queries = 2.5e6, .acceptance = 1}};

}  // namespace

TEST_CASE("a line tells a chain's share, time left, speed and work") {
    CHECK(progress_lines({settings, {0, 0}}, half_way, 10, log_room) ==
          strings{"chain 1   50 %  10 s left  50 draws/s  bright 0.14  queries 0.72  accepted 0.98",
                  "chain 2 warm-up    5 %  4 min left  5 draws/s  bright 1.23k  queries 2.5M  accepted 1.00"});
}

TEST_CASE("a run that goes on is measured from where it went on") {
    auto const lines = progress_lines({settings, {400, 50}}, half_way, 10, log_room);
    CHECK(lines[0].find("50 s left  10 draws/s") != std::string::npos);
    CHECK(lines[1].find("?") != std::string::npos);  // it has not moved
}

TEST_CASE("a limit of time or a target of effective draws shortens what is left") {
    auto limited = settings;
    limited.max_seconds = 13;
    CHECK(progress_lines({limited, {0, 0}}, half_way, 10, log_room)[1].find("3 s left") != std::string::npos);
    limited.target_ess = 400;
    CHECK(progress_lines({limited, {0, 0}}, half_way, 10, log_room)[1].find("at most 3 s left") != std::string::npos);
}

TEST_CASE("a chain that has all its draws is done") {
    std::vector<chain_status> const done{{.position = 1000}};
    CHECK(progress_lines({settings, {0}}, done, 10, log_room)[0].starts_with("chain 1  100 %  done"));
}

TEST_CASE("long times are told in minutes and hours") {
    std::vector<chain_status> const slow{{.position = 10}};
    CHECK(progress_lines({settings, {0}}, slow, 2, log_room)[0].find("198 s left") == std::string::npos);
    CHECK(progress_lines({settings, {0}}, slow, 2, log_room)[0].find("4 min left") != std::string::npos);
    CHECK(progress_lines({settings, {0}}, slow, 100, log_room)[0].find("2 h 45 min left") != std::string::npos);
}

TEST_CASE("more chains than lines share one, with the slowest") {
    auto const lines = progress_lines({settings, {0, 0}}, half_way, 10, {.lines = 1, .width = 200, .bar = false});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("2 chains, slowest 5 %   27 %  27 s left  55 draws/s  bright 617"));
}

TEST_CASE("fields that do not fit are left out, and a bar shows the share") {
    auto const lines = progress_lines({settings, {0, 0}}, half_way, 10, {.lines = 8, .width = 40, .bar = true});
    CHECK(lines[0] == "chain 1  [######------]  50 %  10 s left");
    for (auto const& line : lines) CHECK(line.size() <= 40);
    CHECK(progress_lines({settings, {0, 0}}, half_way, 10, {.lines = 8, .width = 5, .bar = true})[0] == "chain");
}
