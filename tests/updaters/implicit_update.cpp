#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.testing;
import firefly;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("each dark datum is named with probability q, independently, and a bright one never, on every branch") {
    bright_set z(5);
    z.brighten(3);
    z.brighten(0);
    for (double const q : {0.01, 0.3, 0.5}) {
        std::map<std::vector<row_index>, double> named;
        scripted_random random(z.size());
        do {
            std::vector<row_index> wanted;
            implicit_update({.q = q}).propose(z, {}, random, wanted);
            named[wanted] += random.probability();
        } while (random.next());
        CHECK(named.size() == 8);  // the subsets of {1, 2, 4}
        for (auto const& [subset, probability] : named) {
            double const k = static_cast<double>(subset.size());
            CHECK(probability == doctest::Approx(std::pow(q, k) * std::pow(1 - q, 3 - k)).epsilon(1e-12));
            CHECK(std::ranges::none_of(subset, [&](row_index n) { return z.is_bright(n); }));
        }
    }
}

TEST_CASE("the data named are dark, in order, and as many as q says" * doctest::test_suite("statistics")) {
    // 1000 data, every tenth bright, q = 0.02
    bright_set z(1000);
    for (row_index n = 0; n < 1000; n += 10) z.brighten(n);
    judge([&](trial& run) {
        double const q = 0.02, proposals = static_cast<double>(run.times(20'000)), dark = 900;
        std::vector<double> hits(1000);
        double total = 0;
        random_source random({.seed = run.seed(22)});
        for (double i = 0; i < proposals; ++i) {
            std::vector<row_index> wanted;
            implicit_update({.q = q}).propose(z, {}, random, wanted);
            REQUIRE(std::ranges::is_sorted(wanted, std::ranges::less_equal{}));  // strictly: none twice
            for (row_index const n : wanted) hits[n] += 1;
            total += static_cast<double>(wanted.size());
        }
        run.equal(share(total, proposals * dark, q), q, "all");
        double statistic = 0;  // Pearson's, of the dark data, each with its own variance
        for (row_index n = 0; n < 1000; ++n) {
            if (z.is_bright(n))
                CHECK(hits[n] == 0);
            else
                statistic += std::pow(hits[n] - proposals * q, 2) / (proposals * q * (1 - q));
        }
        run.add(chi_squared_p(statistic, dark), "each");
    });
}

TEST_CASE("the implicit update says what is wrong with a q that is not above 0 and at most one half") {
    CHECK_THROWS_WITH_AS(implicit_update({.q = 0}),
                         "implicit_update: q must lie in (0, 0.5], got 0; the expected bright fraction is a good choice",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(implicit_update({.q = 0.6}),
                         "implicit_update: q must lie in (0, 0.5], got 0.6; the expected bright fraction is a good choice",
                         invalid_argument);
    CHECK_THROWS_AS(implicit_update({.q = std::nan("")}), invalid_argument);
    CHECK_NOTHROW(implicit_update({.q = 0.5}));
}
