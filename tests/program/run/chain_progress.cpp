#include <doctest/doctest.h>

#include <vector>

import firefly.program.run;

using namespace firefly::program;

TEST_CASE("a chain stands where its iterations are, and has the records that it kept") {
    chain_result const result{.warm_up_kept = 2, .kept = 5, .warm_up_iterations = 10, .iterations = 25};
    CHECK(result.records() == 7);
    CHECK(result.position() == 35);
}

TEST_CASE("means are over the iterations of all chains") {
    std::vector<chain_result> const chains{{.iterations = 10, .bright = 20, .queries = 5},
                                           {.iterations = 30, .bright = 20, .queries = 15}};
    CHECK(per_iteration(chains, &chain_result::bright) == 1);
    CHECK(per_iteration(chains, &chain_result::queries) == 0.5);
}
