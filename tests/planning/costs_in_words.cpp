/// White box of planning:costs: what a plan says of a sampler that it leaves out.
module;
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

module firefly.planning;

import firefly.core;

using namespace firefly;

TEST_CASE("a pilot that cannot judge independence Metropolis says how many points it visited, and how heavy the tail is") {
    CHECK(heavy_tail_in_words({.tail = infinity, .points = 3}) ==
          "Independence Metropolis on all data is left out: its pilot visited 3 points, too few to judge it.");
    std::string const heavy = heavy_tail_in_words({.tail = 0.83, .points = 400});
    CHECK(heavy.find("It visited 400 points") != std::string::npos);
    CHECK(heavy.find("(Pareto k of its weights: 0.83; at most ") != std::string::npos);
}
