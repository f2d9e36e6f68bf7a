/// The move between values of a parameter: its transition matrix leaves p(j, θ, z) as it is, without Monte Carlo error.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/grid_problem.hpp"

import firefly.external;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// θ = θ*_j + L_j⁻ᵀw.
template <class Bound>
vector placed(grid_problem<Bound> const& p, std::size_t j, vector w) {
    p.shapes[j].solve_upper(as_out(w));
    return w + *p.each[j].anchor;
}

/// States (j, w, z): the move keeps w, so that a few of them make a space of finitely many states. max |πP − π|, and how many states can be.
template <class Bound>
double invariance_of_move(grid_problem<Bound> const& p, vector const& targets, std::vector<vector> const& whites,
                          std::size_t reach) {
    std::size_t const values = p.size(), patterns = std::size_t{1} << p.rows(), states = values * whites.size() * patterns;
    auto const number = [&](std::size_t j, std::size_t w, std::size_t z) { return (j * whites.size() + w) * patterns + z; };
    auto const bright = [&](std::size_t z) {
        std::vector<bool> result(p.rows());
        for (std::size_t n = 0; n < p.rows(); ++n) result[n] = (z >> n & 1) != 0;
        return result;
    };
    auto const grid = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, reach);
    std::vector<double> probabilities(states);
    matrix transition = zeros(states, states);
    std::size_t possible = 0;
    for (std::size_t j = 0; j < values; ++j)
        for (std::size_t w = 0; w < whites.size(); ++w)
            for (std::size_t z = 0; z < patterns; ++z) {
                vector const theta = placed(p, j, whites[w]);
                std::size_t const from = number(j, w, z);
                // dθ = |L_j|⁻¹ dw.
                double const log_probability =
                    p.log_joint(j, as_view(theta), bright(z), targets) - p.shapes[j].log_determinant() / 2;
                if (log_probability == -infinity) continue;
                probabilities[from] = std::exp(log_probability);
                auto const density = p.density(j, targets, as_view(theta), bright(z));
                ++possible;
                scripted_random random(p.rows());
                for (bool more = true; more; more = random.next()) {
                    grid_place place(grid, j, density);
                    place.move(random);
                    std::size_t const to = place.number();
                    vector_view const there = as_view(place.density().current().theta);
                    CHECK(squared_distance(there, as_view(placed(p, to, whites[w]))) < 1e-24);
                    for (std::size_t n = 0; n < p.rows(); ++n) CHECK(place.density().brightness().is_bright(n) == bright(z)[n]);
                    transition(from, number(to, w, z)) += random.probability();
                }
            }
    CHECK(possible > states / 3);
    return invariance_error(probabilities, transition);
}

std::vector<vector> const near_and_far{vector_of({0.7, -0.4}), vector_of({-1.6, 1.1}), vector_of({2.5, 3})};

}  // namespace

TEST_CASE("the move leaves the joint of degrees of freedom, θ and z invariant, by enumeration") {
    vector const targets = vector_of({0.3, 2.5, -0.6});
    for (std::size_t const reach : {1u, 2u, 5u}) {
        CAPTURE(reach);
        CHECK(invariance_of_move(robust_grid(), targets, near_and_far, reach) < 1e-13);
        CHECK(invariance_of_move(robust_grid(1.5), targets, near_and_far, reach) < 1e-13);
    }
}

TEST_CASE(
    "so it does with the size of a negative binomial, whose constants are no part of its likelihood, and the shape of a gamma distribution") {
    for (double const radius : {0.0, 1.5}) {
        CAPTURE(radius);
        CHECK(invariance_of_move(count_grid(radius), vector_of({0, 3, 1}), near_and_far, 2) < 1e-13);
    }
    CHECK(invariance_of_move(gamma_grid(1.5), vector_of({0.4, 2.2, 1.1}), near_and_far, 2) < 1e-13);
}

TEST_CASE("a log density of a place is that of j, θ and z, whatever j is") {
    auto const p = count_grid(1.5);
    vector const targets = vector_of({0, 3, 1}), theta = vector_of({0.9, -0.2});
    std::vector<bool> const bright{true, false, true};
    auto const grid = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, 2);
    grid_place const first(grid, 0, p.density(0, targets, as_view(theta), bright));
    for (std::size_t j = 1; j < p.size(); ++j) {
        grid_place const place(grid, j, p.density(j, targets, as_view(theta), bright));
        CHECK(place.value() == p.values[j]);
        double const expected = p.log_joint(j, as_view(theta), bright, targets) - p.log_joint(0, as_view(theta), bright, targets);
        CHECK(place.log_density() - first.log_density() == doctest::Approx(expected).epsilon(1e-12));
    }
}

TEST_CASE("a move that is refused leaves the density where it was, to the last bit") {
    auto const p = robust_grid();
    vector const targets = vector_of({0.3, 2.5, -0.6}), theta = vector_of({0.9, -0.2});
    auto const grid = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, 2);
    grid_place place(grid, 1, p.density(1, targets, as_view(theta), {true, true, false}));
    auto const before = place.density().save();
    scripted_random random(p.rows());
    std::size_t refused = 0;
    for (bool more = true; more; more = random.next()) {
        grid_place trial(grid, 1, p.density(1, targets, as_view(theta), {true, true, false}));
        trial.move(random);
        if (trial.number() != 1 || random.probability() == 0) continue;
        CHECK(trial.density().save() == before);
        ++refused;
    }
    CHECK(refused >= 2);
}

TEST_CASE("a place is none where the grid has no such value") {
    auto const p = robust_grid();
    vector const targets = vector_of({0.3, 2.5, -0.6});
    auto const grid = p.grid(targets, random_walk({.step = 1}), full_gibbs{}, 2);
    auto const density = p.density(0, targets, as_view(vector_of({0, 0.5})), {false, false, false});
    CHECK_THROWS_WITH_AS(grid_place(grid, 4, density), "model_grid: there is no value 4, as the grid has 4", invalid_argument);
}
