#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

import firefly;
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

TEST_CASE("counts and sums that no chain can have are not read") {
    auto const is_read = [](chain_result const& result) {
        firefly::byte_writer out;
        out.put(result);
        try {
            chain_result read;
            firefly::byte_reader(out.bytes()).get(read);
            return true;
        } catch (firefly::data_error const&) { return false; }
    };
    CHECK(is_read({}));
    CHECK(is_read({.warm_up_kept = 3, .kept = 4, .warm_up_iterations = 3, .iterations = 9, .bright = 2.5}));
    CHECK_FALSE(is_read({.kept = 5, .iterations = 4}));
    CHECK_FALSE(is_read({.warm_up_kept = 5, .warm_up_iterations = 4}));
    CHECK_FALSE(is_read({.iterations = std::numeric_limits<std::uint64_t>::max()}));
    CHECK_FALSE(is_read({.queries = -1}));
    CHECK_FALSE(is_read({.seconds = std::numeric_limits<double>::quiet_NaN()}));
    CHECK_FALSE(is_read({.acceptance = std::numeric_limits<double>::infinity()}));
}
