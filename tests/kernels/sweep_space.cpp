/// White box: what a sweep of bright Gibbs works with, by its definition. The sweep itself: bright_gibbs.cpp.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

module firefly.kernels;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import firefly.bounds;
import firefly.samplers;

using namespace firefly;

namespace {

/// All data are bright.
auto density_of(std::vector<double> const& rows, std::size_t columns) {
    std::size_t const size = rows.size() / columns;
    matrix features = zeros(size, columns);
    std::ranges::copy(rows, features.begin());
    vector targets = zeros(size);
    targets(0) = 1;
    posterior const model(logistic{}, gaussian_prior(1.2), dense_rows(features, targets));
    vector anchor = zeros(columns), theta = zeros(columns);
    for (std::size_t i = 0; i < columns; ++i) {
        anchor(i) = 0.2 - 0.3 * static_cast<double>(i % 2);
        theta(i) = 0.9 - 0.4 * static_cast<double>(i);
    }
    firefly_density density(joint(model, jaakkola_jordan::anchored(model, anchor)), as_view(theta));
    std::vector<row_index> all(size);
    for (std::size_t n = 0; n < size; ++n) all[n] = n;
    density.request(all);
    density.collect();
    for (std::size_t i = 0; i < size; ++i) density.brighten(i);
    return density;
}

}  // namespace

TEST_CASE("a sweep has the inverse of the predictors' products, and what it pulls them with") {
    auto target = density_of({1, 0.5, -0.3, 1, -1.2, 0.8}, 3);
    bright_frame const& frame = target.frame();
    sweep_space const space(target, frame, 2);
    REQUIRE(space.is_regular);
    CHECK(space.data() == 2);
    auto const product = [&](std::size_t i, std::size_t j) { return dot({frame.rows[i], 3}, {frame.rows[j], 3}); };
    std::vector<double> miss(2);
    for (std::size_t i = 0; i < 2; ++i) miss[i] = frame.u[i] - dot({frame.rows[i], 3}, as_view(target.inner().shift));
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j)
            CHECK(space.q(i, 0) * product(0, j) + space.q(i, 1) * product(1, j) ==
                  doctest::Approx(i == j ? 1 : 0).epsilon(1e-10).scale(1));
        CHECK(space.pull[i] == doctest::Approx(space.q(i, 0) * miss[0] + space.q(i, 1) * miss[1]).epsilon(1e-10));
        CHECK(space.bend[i] == std::min(frame.bend[i], 0.95 / product(i, i)));
        CHECK(space.variance[i] == doctest::Approx(1 / (space.q(i, i) - space.bend[i])).epsilon(1e-10));
        CHECK(space.deviation[i] == doctest::Approx(std::sqrt(space.variance[i])).epsilon(1e-12));
    }
}

TEST_CASE(
    "there is no sweep of predictors that depend on each other, or are as many as parameters; of the independent ones there is") {
    auto equal = density_of({1, 0.5, -0.3, 1, 0.5, -0.3, 1, -1.2, 0.8}, 3);
    bright_frame const& frame = equal.frame();
    CHECK(!sweep_space(equal, frame, 3).is_regular);
    CHECK(!sweep_space(equal, frame, 2).is_regular);
    equal.separate(1e-5);
    sweep_space const space(equal, frame, 2);
    REQUIRE(space.is_regular);
    CHECK(space.u.size() == 3);
    CHECK(space.swept().size() == 2);
    CHECK(space.swept()[1] == equal.frame().u[2]);  // in a new frame the order is that of the indices
    auto full = density_of({1, 0.5, 1, -1.2}, 2);
    CHECK(!sweep_space(full, full.frame(), 2).is_regular);
    CHECK(sweep_space(full, full.frame(), 1).is_regular);
}
