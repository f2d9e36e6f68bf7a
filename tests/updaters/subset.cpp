/// What the explicit updates share. White box: `subset_builder` is theirs alone.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include <doctest/doctest.h>

module firefly.updaters;

import firefly.core;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a subset is what was inserted, each datum once, nearly in order") {
    // 300 of 1000 data, seed 27; then all of ten, the last ones first, which share the cells at the end
    random_source random({.seed = 27});
    std::vector<row_index> cells{5, 5, 5};  // what an iteration before has left
    std::set<row_index> expected;
    subset_builder some(cells, 300, 1000);
    for (int i = 0; i < 300; ++i) {
        row_index const n = random.pick(1000);
        CHECK(some.insert(n) == expected.insert(n).second);
    }
    some.finish();
    CHECK(cells.size() == expected.size());
    CHECK(std::set<row_index>(cells.begin(), cells.end()) == expected);
    for (std::size_t i = 0; i < cells.size(); ++i) {  // cells are in proportion to the index, but for the length of a search
        double const share = static_cast<double>(i) / static_cast<double>(cells.size());
        CHECK(static_cast<double>(cells[i]) / 1000 == doctest::Approx(share).epsilon(0.15).scale(1));
    }

    subset_builder all(cells, 10, 10);
    for (row_index n = 10; n-- > 0;) CHECK(all.insert(n));
    for (row_index n = 0; n < 10; ++n) CHECK(!all.insert(n));
    all.finish();
    std::ranges::sort(cells);
    CHECK(cells == std::vector<row_index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("a fraction of the data is a whole number of them, rounded up, and at least one") {
    auto const members = [](double alpha, row_index data) {
        bright_set const z(data);
        random_source random({.seed = 25});
        std::vector<row_index> wanted;
        explicit_distinct const updater({.alpha = alpha});
        auto state = updater.start();
        updater.propose(z, state, random, wanted);
        return wanted.size();
    };
    CHECK(members(0.25, 10) == 3);
    CHECK(members(0.07, 100) == 7);  // in double a little more than 7
    CHECK(members(1e-12, 100) == 1);
    CHECK(members(1, 12'345) == 12'345);
}

TEST_CASE("the picks are forgotten after the update: the state between iterations is the first one") {
    fixed_factors target(std::vector<double>(50, 0.0), {3, 4, 5});
    random_source random({.seed = 26});
    explicit_update const updater({.alpha = 0.5});
    auto state = updater.start();
    for (int i = 0; i < 10; ++i) {
        update(updater, state, target, random);
        CHECK(state == updater.start());
    }
}

TEST_CASE("the explicit updates say what is wrong with an alpha that is not a share of the data") {
    CHECK_THROWS_WITH_AS(explicit_update({.alpha = 0}),
                         "explicit_update: alpha must lie in (0, 1], got 0; it is the fraction of the data picked in an iteration, "
                         "0.1 for example",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(explicit_distinct({.alpha = 1.5}),
                         "explicit_distinct: alpha must lie in (0, 1], got 1.5; it is the fraction of the data picked in an "
                         "iteration, 0.1 for example",
                         invalid_argument);
    CHECK_THROWS_AS(explicit_update({.alpha = -0.1}), invalid_argument);
    CHECK_THROWS_AS(explicit_distinct({.alpha = std::nan("")}), invalid_argument);
    CHECK_NOTHROW(explicit_update({.alpha = 1}));
}
