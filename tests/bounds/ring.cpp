#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

import firefly.core;
import firefly.bounds;

using namespace firefly;

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
