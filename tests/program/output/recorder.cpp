#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "support/some_run.hpp"

import firefly.program.output;
import firefly.program.setup;

using namespace firefly;
using namespace firefly::program;

namespace {

using chains = std::vector<std::vector<double>>;

}  // namespace

TEST_CASE("what a run drew is read from its logs, with all statistics, warm-up and times") {
    auto logs = logs_of_run({3, 3});
    auto const draws =
        recorded(description_of_run(), results_of_run(2), logs, {{{"outside_region", "0"}}, {{"outside_region", "0.5"}}});
    CHECK(draws.chains() == 2);
    CHECK(draws.length() == 3);
    CHECK(draws.warm_up_length() == 2);
    REQUIRE(draws.parameters.size() == 1);
    CHECK(draws.parameters[0].name == "W");
    CHECK(draws.parameters[0].element_name(1) == "a:x");
    CHECK(draws.parameters[0].element(1) == chains{{2.25, 3.25, 4.25}, {102.25, 103.25, 104.25}});
    CHECK(draws.statistics.size() == statistic_count);
    CHECK(draws.statistic("n_flips__")->chains == chains{{1, 1, 1}, {2, 2, 2}});
    CHECK(draws.statistic("lp__")->warm_up == chains{{0, -1}, {-100, -101}});
    CHECK(draws.warm_up_seconds == std::vector{0.5, 1.5});
    CHECK(draws.sampling_seconds == std::vector{2.25, 3.25});
    CHECK(find_fact(draws.facts, "model") == "softmax");
    CHECK(find_fact(draws.facts, "outside_region") == "0 | 0.5");
    CHECK(draws.cut.empty());
}

TEST_CASE("chains without a draw are left out, and others cut to the shortest") {
    auto logs = logs_of_run({4, 0, 2});
    auto const draws = recorded(description_of_run(), results_of_run(3), logs, {{}, {}, {}});
    CHECK(draws.chains() == 2);
    CHECK(draws.length() == 2);
    CHECK(draws.sampling_seconds == std::vector{2.25, 4.25});
    CHECK(draws.cut == "The chains have 4, 2 draws: each is cut to the first 2.");
    auto empty = logs_of_run({0, 0});
    CHECK(recorded(description_of_run(), results_of_run(2), empty, {{}, {}}).chains() == 0);
}

TEST_CASE("what only the end of a chain knows is said where somebody watched") {
    CHECK(end_facts({}, 0, 4).empty());
    auto const watch = std::make_shared<bright_watch>(2, 1);
    bright_set bright(10);
    bright.brighten(3);
    watch->of(1).see(bright, true);
    CHECK(end_facts(watch, 1, 2) == fact_list{{"outside_region", "1"}, {"brightest", "4:1"}});
    CHECK(end_facts(watch, 1, 2001).empty());  // too many chains for an attribute
}
