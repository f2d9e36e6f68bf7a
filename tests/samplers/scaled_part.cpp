/// Densities with learned scales: their values by definition. `scale_enumeration.cpp` has them on lattices.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/two_scales.hpp"

import firefly.external;
import firefly.samplers;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE(
    "a density with learned scales is p(θ, log s) times bounds and bright factors, where it stands and wherever it is evaluated") {
    for (bool const has_region : {false, true}) {
        auto const d = two_scaled_data(has_region);
        firefly_density density(d.target(two_targets), as_view(vector_of({0.3, 0.6})));
        std::vector<double> const start{std::log(0.6), std::log(1.3)};
        CHECK(std::vector<double>(density.log_scales().begin(), density.log_scales().end()) == start);
        std::vector<double> const there{-0.7, 0.9};
        std::vector<bool> const dark{false, false}, lit{false, true};
        double const constant = density.current().log_density - log_joint(d, as_view(density.current().theta), start, dark);
        std::vector<row_index> const second{1};
        density.request(second);
        density.collect();
        density.brighten(0);
        for (std::size_t g = 0; g < 2; ++g) density.set_scale(g, there[g]);
        CHECK(density.current().log_density - constant ==
              doctest::Approx(log_joint(d, as_view(density.current().theta), there, lit)).epsilon(1e-11));
        for (vector const& theta : {vector_of({0.1, -0.2}), vector_of({1.4, -1.8})}) {
            double const expected = log_joint(d, as_view(theta), there, lit) + constant;
            CHECK(density.evaluate(as_view(theta)) == doctest::Approx(expected).epsilon(1e-11));
            density.open_plane(as_view(theta), as_view(vector_of({1, 0})), as_view(vector_of({0, 1})));
            CHECK(density.on_plane(0, 0) == doctest::Approx(expected).epsilon(1e-11));
        }
        // stretched: β/s stays
        vector const theta = density.current().theta;
        vector stretched = theta;
        stretched(1) *= std::exp(-0.4 - 0.9);
        CHECK(density.evaluate_stretched(1, -0.4) ==
              doctest::Approx(log_joint(d, as_view(stretched), {-0.7, -0.4}, lit) + constant).epsilon(1e-11));
        CHECK(density.log_scales()[1] == 0.9);
        density.commit();
        CHECK(density.log_scales()[1] == -0.4);
        CHECK(density.current().theta(1) == doctest::Approx(stretched(1)).epsilon(1e-14));
    }
}

TEST_CASE("so it is on all data, one point at a time and many") {
    auto const d = two_scaled_data(false);
    regular_density density(d.model(two_targets), as_view(vector_of({0.3, 0.6})));
    for (std::size_t g = 0; g < 2; ++g) density.set_scale(g, g == 0 ? -0.7 : 0.9);
    auto const expected = [&](vector const& theta, std::vector<double> const& scales) {
        double sum = log_prior(as_view(theta), scales);
        for (std::size_t n = 0; n < 2; ++n) sum += d.log_likelihood(n, two_targets(n), as_view(theta));
        return sum;
    };
    double const constant = density.current().log_density - expected(density.current().theta, {-0.7, 0.9});
    vector const theta = vector_of({1.4, -1.8});
    CHECK(density.evaluate(as_view(theta)) - constant == doctest::Approx(expected(theta, {-0.7, 0.9})).epsilon(1e-12));
    std::vector<double> many(1);
    density.evaluate_many({theta.data(), 1, 2}, many);
    CHECK(many[0] - constant == doctest::Approx(expected(theta, {-0.7, 0.9})).epsilon(1e-12));
    vector const stretched = vector_of({0.3 * std::exp(0.2 + 0.7), 0.6});
    CHECK(density.evaluate_stretched(0, 0.2) - constant == doctest::Approx(expected(stretched, {0.2, 0.9})).epsilon(1e-12));
    density.commit();
    CHECK(density.log_scales()[0] == 0.2);
}

TEST_CASE("both densities have the gradient of their values, and scales that move change it") {
    auto const d = two_scaled_data(true);
    auto const check = [](auto density) {
        vector const theta = vector_of({0.5, -0.9});
        std::vector<double> gradient(2), here(2);
        for (double const x : {0.0, -0.8}) {
            density.set_scale(1, x);
            double const value = density.evaluate(as_view(theta), gradient);
            density.commit();
            CHECK(density.current().log_density == value);
            density.set_scale(0, x + 0.3);
            density.gradient(here);
            for (std::size_t i = 0; i < 2; ++i) {
                vector up = theta, down = theta;
                up(i) += 1e-5;
                down(i) -= 1e-5;
                double const slope = (density.evaluate(as_view(up)) - density.evaluate(as_view(down))) / 2e-5;
                CHECK(here[i] == doctest::Approx(slope).epsilon(1e-6));
            }
            CHECK(here[1] == doctest::Approx(gradient[1]).epsilon(1e-12));
            CHECK(here[0] != doctest::Approx(gradient[0]).epsilon(1e-3));
        }
    };
    check(firefly_density(d.target(two_targets), as_view(vector_of({0.3, 0.6}))));
    check(regular_density(d.model(two_targets), as_view(vector_of({0.3, 0.6}))));
}

TEST_CASE("the scales of a horseshoe move by one number where θ is stretched, to a point of the density that it says") {
    auto const d = two_scaled_data(true, true);
    std::vector<double> const start{std::log(0.9), std::log(0.6), std::log(1.3)}, there{-0.7, 0.9, 0.2};
    firefly_density density(d.target(two_targets), as_view(vector_of({0.3, 0.6})));
    std::vector<bool> const dark{false, false};
    double const constant = density.current().log_density - log_joint(d, as_view(density.current().theta), start, dark);
    for (std::size_t g = 0; g < 3; ++g) density.set_scale(g, there[g]);
    CHECK(density.current().log_density - constant ==
          doctest::Approx(log_joint(d, as_view(density.current().theta), there, dark)).epsilon(1e-11));
    CHECK(density.scale_size(0) == 2);
    vector const stretched = std::exp(0.5 + 0.7) * density.current().theta;
    CHECK(density.evaluate_stretched(0, 0.5) - constant ==
          doctest::Approx(log_joint(d, as_view(stretched), {0.5, 2.1, 1.4}, dark)).epsilon(1e-11));
    CHECK(std::vector<double>(density.log_scales().begin(), density.log_scales().end()) == there);
    density.commit();
    CHECK(density.log_scales()[0] == 0.5);
    CHECK(density.log_scales()[1] == doctest::Approx(2.1).epsilon(1e-14));
    CHECK(density.log_scales()[2] == doctest::Approx(1.4).epsilon(1e-14));
}

TEST_CASE("a density with learned scales is saved with them and goes on from them") {
    auto const d = two_scaled_data(true);
    firefly_density density(d.target(two_targets), as_view(vector_of({0.3, 0.6})));
    density.set_scale(1, -2);
    auto const saved = density.save();
    CHECK(saved.log_scales == std::vector<double>{std::log(0.6), -2});
    auto const again = density.restored(saved);
    CHECK(again.save() == saved);
    auto lost = saved;
    lost.log_scales.clear();
    CHECK_THROWS_AS(density.restored(lost), invalid_argument);
    regular_density all(d.model(two_targets), as_view(vector_of({0.3, 0.6})));
    all.set_scale(0, 0.1);
    CHECK(all.restored(all.save()).save() == all.save());
    CHECK_THROWS_AS(all.restored(lost), invalid_argument);
}

TEST_CASE("a prior that could learn scales and learns none makes the chain of a plain prior, draw by draw, and saves no scales") {
    dense_rows const rows(matrix_of({{1, 0.4}, {1, -1.3}, {0.5, 2}, {-1, 1}, {1, 0.1}}), vector_of({0, 1, 1, 0, 1}));
    vector const anchor_point = vector_of({0.2, -0.4});
    auto const run = [&](auto const& own) {
        posterior const model(logistic{}, own, rows);
        ellipsoid const region(cholesky(matrix_of({{1, 0}, {0, 1.2}})), 1.5);
        firefly_density density(joint(model, jaakkola_jordan::anchored(model, anchor_point, region)), as_view(anchor_point));
        bright_gibbs const kernel({.centre = anchor_point, .shape = {}, .elliptical_every = 5});
        chain sampler(std::move(density), kernel, implicit_update({.q = 0.3}), {.seed = 12, .warm_up = 0});
        std::vector<draw> draws;
        for (int i = 0; i < 300; ++i) {
            sampler.advance();
            draws.push_back(sampler.current());
        }
        CHECK(sampler.state().density.log_scales.empty());
        return draws;
    };
    auto const found = run(composed_prior({prior_term::normal(2, 1.3)})), expected = run(gaussian_prior(1.3));
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].theta == expected[i].theta);
        CHECK(found[i].z == expected[i].z);
        CHECK(found[i].queries() == expected[i].queries());
        CHECK(found[i].scales.size() == 0);
        CHECK(found[i].log_density == doctest::Approx(expected[i].log_density).epsilon(1e-13));
    }
}
