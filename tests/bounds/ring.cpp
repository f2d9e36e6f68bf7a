/// White box: which rings a bound has is its own affair.
module;
#include <vector>

#include <doctest/doctest.h>

module firefly.bounds;

import firefly.core;

using namespace firefly;

TEST_CASE("beyond the radii that were asked for there is everything, or rings half as wide again without end") {
    auto const stretches = [](std::vector<ring> const& rings) {
        std::vector<double> list;
        for (ring const& r : rings) list.push_back(r.stretch);
        return list;
    };
    std::vector<double> const one{4}, three{4, 5, 6};
    CHECK(stretches(one_ring()) == std::vector{infinity});
    CHECK(stretches(rings_of(one, true)) == std::vector{1.0, infinity});
    CHECK(stretches(rings_of(three, true)) == std::vector{1.0, 1.25, 1.5, infinity});
    auto const endless = stretches(rings_of(one, false)), wider = stretches(rings_of(three, false));
    REQUIRE(endless.size() == 41);
    REQUIRE(wider.size() == 43);
    CHECK(std::vector(endless.begin(), endless.begin() + 3) == std::vector{1.0, 1.5, 2.25});
    CHECK(std::vector(wider.begin(), wider.begin() + 5) == std::vector{1.0, 1.25, 1.5, 2.25, 3.375});
    CHECK(endless.back() == infinity);
    CHECK(wider.back() == infinity);
}

TEST_CASE("a predictor moves in a ring as much further as the ring is wider, and one that does not move moves nowhere") {
    CHECK(ring{2.25}.reach(3) == 6.75);
    CHECK(ring::inner().reach(3) == 3);
    CHECK(ring::everywhere().reach(3) == infinity);
    CHECK(ring::everywhere().reach(0) == 0);
    CHECK(ring::inner().is_inner());
    CHECK(!ring::inner().is_everywhere());
    CHECK(ring::everywhere().is_everywhere());
    CHECK(!ring{1.5}.is_inner());
    CHECK(!ring{1.5}.is_everywhere());
}
