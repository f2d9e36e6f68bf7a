/// White box, for `make_proposals`.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

module firefly.planning;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.models;
import firefly.samplers;
import firefly.teams;
import firefly.testing;
import firefly.updaters;

using namespace firefly;
using namespace firefly::testing;

namespace {

auto logistic_model(row_index rows, std::size_t columns, std::uint64_t seed) {
    return posterior(logistic{}, gaussian_prior(1),
                     dense_rows(synthetic_logistic({.rows = rows, .columns = columns, .seed = seed})));
}

/// Three classes at random: they depend on nothing.
auto softmax_model_of_noise(row_index rows, std::size_t columns, std::uint64_t seed) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = seed});
    random_source random({.seed = seed});
    for (double& target : data.target) target = static_cast<double>(random.pick(3));
    return posterior(softmax(3), gaussian_prior(1), dense_rows(std::move(data)));
}

/// Every gap at points in the region, in the ring that is 1.4 times as wide, and beyond, against what the table says it can be.
template <Model M, CurvedBound B>
void check_ranges(M const& model, joint<M, B> const& target, anchor const& at, double radius, std::uint64_t seed) {
    for (std::size_t region = 0; region < 3; ++region) {
        looseness_table const table = *survey(target.model(), target.bound(), at.precision)[region];
        REQUIRE(table.range.size() == model.rows().rows());
        for (std::uint32_t i = 0; i < 40; ++i) {
            vector d = laplace_draw(at, {.seed = seed, .chain = i}) - at.theta;
            double const norm = std::sqrt(at.precision.squared_norm(as_view(d)));
            if (region == 0 && norm > radius) d *= 0.99 * radius / norm;
            if (region > 0) d *= (region == 1 ? 1.39 : 3) * radius / norm;
            vector const theta = at.theta + d;
            firefly_density<M, B> density(target, as_view(theta));
            REQUIRE(density.current().region == region);
            std::vector<row_index> everyone(model.rows().rows());
            for (row_index n = 0; n < everyone.size(); ++n) everyone[n] = n;
            density.request(everyone);
            density.collect();
            double const square = at.precision.squared_norm(as_view(d));
            for (std::size_t n = 0; n < everyone.size(); ++n) {
                double const gap = std::log1p(std::exp(density.candidate_log_factors()[n]));
                CHECK(gap <= table.range[n] * square * (1 + 1e-8) + 1e-15);
            }
        }
    }
}

}  // namespace

TEST_CASE("no gap exceeds its range times the squared distance, in any region, logistic and softmax") {
    auto const two = logistic_model(80, 3, 751);
    anchor const at = find_map(two);
    check_ranges(two, joint(two, jaakkola_jordan::anchored(two, at.theta, ellipsoid(at.precision, {2, 2.8}))), at, 2, 752);
    auto const three = softmax_model_of_noise(80, 2, 753);
    anchor const there = find_map(three);
    check_ranges(three, joint(three, jebara_choromanska::anchored(three, there.theta, ellipsoid(there.precision, {1, 1.4}))), there,
                 1, 754);
}

TEST_CASE("looseness adds up to the forecast: the sum over data is half the trace of A over H, less D") {
    auto const model = logistic_model(300, 4, 755);
    anchor const at = find_map(model);
    joint const target(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 5)));
    auto const tables = survey(target.model(), target.bound(), at.precision);
    for (std::size_t region = 0; region < 2; ++region) {
        double sum = 0;
        for (double const l : tables[region]->looseness) sum += l;
        // Looseness and reach have four bytes.
        CHECK(sum == doctest::Approx(predict_cost(target, at, region).bright).epsilon(1e-6));
    }
}

TEST_CASE("proposals are in proportion to looseness, at most one half, and never too rare") {
    auto const clock = make_proposals({.part = {0, 4, 4}, .looseness = {0, 0.01f, 0.1f, 5}, .range = {}}, 2);
    auto const q = [&](std::size_t n) { return clock.probability(n, 1); };
    CHECK(q(1) == doctest::Approx(0.02));
    CHECK(q(2) == doctest::Approx(0.2));
    CHECK(q(3) == doctest::Approx(0.5));
    CHECK(q(0) == doctest::Approx(2 * 1e-3 * 5.11 / 4));
}

TEST_CASE("a datum that is dark is asked with the probability of its region, and never less often outside than inside" *
          doctest::test_suite("statistics")) {
    // Four data that light up whenever they are asked; 40,000 updates in each region, seeds 756 and 757.
    std::vector<lazy<looseness_table>> tables;
    tables.emplace_back(looseness_table{.part = {0, 4, 4}, .looseness = {0.01f, 0.1f, 0.05f, 0.2f}, .range = {}});
    tables.emplace_back(looseness_table{.part = {0, 4, 4}, .looseness = {0.1f, 0.02f, 0.05f, 5}, .range = {}});
    clocked_update const updater = make_clocked_update(tables, 2);
    std::vector<std::vector<double>> const expected{{0.02, 0.2, 0.1, 0.4}, {0.2, 0.2, 0.1, 0.5}};
    for (std::size_t region = 0; region < 2; ++region)
        judge([&](trial& run) {
            std::vector<double> asked(4);
            double const times = static_cast<double>(run.times(40'000));
            random_source random({.seed = run.seed(756 + region)});
            for (double i = 0; i < times; ++i) {
                fixed_factors target(std::vector<double>(4, 50.0), {}, region);
                auto state = updater.start();
                update(updater, state, target, random);
                for (std::size_t n = 0; n < 4; ++n) asked[n] += target.z().is_bright(n);
            }
            for (std::size_t n = 0; n < 4; ++n) run.equal(share(asked[n], times, expected[region][n]), expected[region][n]);
        });
}
