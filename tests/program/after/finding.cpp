#include <doctest/doctest.h>

#include <vector>

#include "diagnosis.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a finding is a warning unless it is said to be a note, and always says what to do") {
    CHECK(finding{}.how == finding::severity::warning);
    auto draws = made_draws(1, 60);  // one chain, and too short
    auto const found = find_problems(draws, summarise_with_contrasts(draws));
    REQUIRE(found.size() >= 2);
    for (auto const& each : found) {
        CHECK(each.what.ends_with("."));
        CHECK(each.remedy.ends_with("."));
    }
    CHECK(found.front().how == finding::severity::warning);
    CHECK(found.back().how == finding::severity::note);
}
