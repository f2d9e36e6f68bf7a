/// White box: a unit of the module, since only the search itself is exported.
module;
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

module firefly.program.setup;

import firefly;
import firefly.program.input;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("of every five rows one is held out, by the seed") {
    auto const [kept, held_out] = split(23, 7);
    REQUIRE(held_out.size() == 5);
    REQUIRE(kept.size() == 18);
    for (std::size_t i = 0; i < held_out.size(); ++i) CHECK(held_out[i] / 5 == i);
    std::vector<row_index> all(kept);
    all.insert(all.end(), held_out.begin(), held_out.end());
    std::ranges::sort(all);
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == i);
    CHECK(split(23, 7).held_out == held_out);
    CHECK(split(1000, 7).held_out != split(1000, 8).held_out);
}

TEST_CASE("the narrowest scale is chosen of those whose scores are as good") {
    CHECK(best_of({{0.1, -2.0}, {1, -1.0}, {10, -1.5}}, 100) == 1);
    // A tenth for all held-out rows together: 0.001 a row of a hundred.
    CHECK(best_of({{0.1, -1.0009}, {1, -1.0}, {10, -1.0}}, 100) == 0.1);
    CHECK(best_of({{0.1, -1.0011}, {1, -1.0}, {10, -1.0}}, 100) == 1);
    CHECK(best_of({{0.1, std::nullopt}, {1, -3.0}}, 100) == 1);
    CHECK(complaint<numerical_error>([] { best_of({{0.1, std::nullopt}}, 100); }) ==
          "--prior-scale auto: the posterior has no maximum with any scale; give a number");
}

TEST_CASE("few rows cannot be held out") {
    CHECK(complaint<invalid_argument>([] { check_enough(9); }) ==
          "--prior-scale auto: 9 rows are too few to hold some out; give a number");
    check_enough(10);
}

TEST_CASE("the search gives every scale a score, and what it chooses is the best of them") {
    any_rows const rows(dense_rows(synthetic_logistic({.rows = 2000, .columns = 4, .seed = 3})));
    auto const found = search_prior_scale(logistic{}, rows, 1, [](double scale) { return gaussian_prior(scale); });
    REQUIRE(found.scores.size() == scales_to_try.size());
    CHECK(found.held_out == 400);
    CHECK(found.passes > 0);
    for (auto const& [scale, score] : found.scores) {
        CAPTURE(scale);
        REQUIRE(score);
        CHECK(*score < 0);
    }
    CHECK(found.best == best_of(found.scores, found.held_out));
    CHECK(found.best > 0.01);  // as good as no coefficients at all
}

TEST_CASE("a move to another prior is that of Newton's step") {
    any_rows const rows(dense_rows(synthetic_logistic({.rows = 500, .columns = 2, .seed = 3})));
    gaussian_prior const narrow(1), wide(1.2);
    anchor const at = find_map(posterior(logistic{}, narrow, rows)), there = find_map(posterior(logistic{}, wide, rows));
    auto const move = move_to_prior(at, narrow.gaussian_part(as_view(at.theta)), wide.gaussian_part(as_view(at.theta)));
    CHECK(move.squared_length < 1);
    for (std::size_t i = 0; i < 2; ++i) CHECK(at.theta(i) + move.step(i) == doctest::Approx(there.theta(i)).epsilon(1e-3));
}
