#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/grid_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a set is made when it is first asked for, and once") {
    auto const p = robust_grid();
    vector const targets = vector_of({0.3, 2.5, -0.6});
    auto const all = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, 2);
    auto const calls = std::make_shared<std::vector<std::size_t>>();
    auto const counted = [all, calls](std::size_t j) {
        calls->push_back(j);
        return all[j];
    };
    std::remove_cvref_t<decltype(all)> const grid(p.values, p.log_priors, counted, 3), same = grid;
    CHECK(calls->empty());
    CHECK(!grid.is_made(2));
    CHECK(grid[2].anchor == *p.each[2].anchor);
    CHECK(&grid[2] == &same[2]);
    CHECK(*calls == std::vector<std::size_t>{2});
    CHECK(same.is_made(2));
    CHECK(grid.size() == 4);
    CHECK(grid.reach() == 3);
    CHECK(grid.value(3) == 9);
    CHECK(grid.log_prior(1) == p.log_priors[1]);
}

TEST_CASE("a grid of values that are none is refused") {
    using grid = model_grid<archetype::density, int, int>;
    double const nan = std::numeric_limits<double>::quiet_NaN();
    std::function<grid::set_type(std::size_t)> const make;
    CHECK_THROWS_WITH_AS(grid({}, {}, make), "model_grid: there are no values; give one at least", invalid_argument);
    CHECK_THROWS_WITH_AS(grid({1, 1}, {0, 0}, make), "model_grid: values must be finite numbers in increasing order",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(grid({1, nan}, {0, 0}, make), "model_grid: values must be finite numbers in increasing order",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(grid({1, 2}, {0}, make), "model_grid: there are 2 values but 1 priors", invalid_argument);
    CHECK_THROWS_WITH_AS(grid({1, 2}, {0, -infinity}, make),
                         "model_grid: the logarithm of each value's prior must be a finite number", invalid_argument);
    CHECK_THROWS_WITH_AS(grid({1, 2}, {0, 0}, make, 0), "model_grid: reach must be at least 1, got 0", invalid_argument);
}

TEST_CASE("the state of a chain on another grid is refused") {
    auto const p = robust_grid();
    vector const targets = vector_of({0.3, 2.5, -0.6}), theta = vector_of({0.9, -0.2});
    auto const grid = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, 2);
    grid_chain chain(grid, 1, p.density(1, targets, as_view(theta), {false, false, false}), {});
    auto state = chain.state();
    CHECK(state.number == 1);
    state.number = 4;
    CHECK_THROWS_AS(chain.restore(state), invalid_argument);
    CHECK(chain.state().number == 1);
}
