/// How samplers are compared, from inside: users see the choice only.
module;
#include <string>

#include <doctest/doctest.h>

module firefly.planning;

import firefly.core;
import :costs;

using namespace firefly;

TEST_CASE("an iteration costs more with every query, every bright datum and every parameter") {
    pilot_report seen;
    seen.bright = 3;
    seen.queries = 10;
    double const usual = firefly_work(seen, 20, 1);
    CHECK(firefly_work(seen, 21, 1) > usual);
    CHECK(firefly_work(seen, 20, 2) == usual);  // two classes have one predictor that matters
    CHECK(firefly_work(seen, 20, 3) > usual);
    seen.queries = 11;
    CHECK(firefly_work(seen, 20, 1) > usual);
    seen.queries = 10;
    seen.bright = 4;
    CHECK(firefly_work(seen, 20, 1) > usual);
}

TEST_CASE("what regular MCMC costs is proportional to the passes and to the rows, but for a call") {
    double const call = regular_work(0, 1000, 10, 1);
    CHECK(regular_work(4, 1000, 10, 1) - call == doctest::Approx(4 * (regular_work(1, 1000, 10, 1) - call)));
    CHECK(regular_work(1, 5000, 10, 1) - call == doctest::Approx(5 * (regular_work(1, 1000, 10, 1) - call)));
    CHECK(regular_work(1, 1000, 10, 3) > regular_work(1, 1000, 10, 1));
}

TEST_CASE("the cheapest sampler is taken; of equals bright Gibbs, then independence Metropolis") {
    CHECK(cheapest({.firefly = 1, .independence = 2, .elliptical = 3, .one_pass = 1}) == kernel_kind::bright_gibbs);
    CHECK(cheapest({.firefly = 3, .independence = 2, .elliptical = 4, .one_pass = 1}) == kernel_kind::independence);
    CHECK(cheapest({.firefly = 3, .independence = 4, .elliptical = 2, .one_pass = 1}) == kernel_kind::elliptical_slice);
    CHECK(cheapest({.firefly = 2, .independence = 2, .elliptical = 2, .one_pass = 1}) == kernel_kind::bright_gibbs);
    CHECK(cheapest({.firefly = 3, .independence = 2, .elliptical = 2, .one_pass = 1}) == kernel_kind::independence);
}

TEST_CASE("the choice is explained in passes over the data, and a pilot in what it counted") {
    sampler_costs const costs{.firefly = 30, .independence = 20, .elliptical = 80, .one_pass = 10};
    CHECK(costs_in_words(kernel_kind::independence, costs) ==
          "Sampler: independence Metropolis on all data. Passes over the data that an effective draw costs: bright Gibbs 3, "
          "independence Metropolis 2, elliptical slices 8.");
    pilot_report seen;
    seen.bright = 0.177;
    seen.queries = 0.468;
    seen.effective = 0.73;
    CHECK(pilot_in_words(seen, false) == "Pilot: 0.177 bright data, 0.468 queries and 0.73 effective draws per iteration.");
    CHECK(
        pilot_in_words(seen, true) ==
        "Anchor moved to a pilot's mean. Pilot from there: 0.177 bright data, 0.468 queries and 0.73 effective draws per iteration.");
}
