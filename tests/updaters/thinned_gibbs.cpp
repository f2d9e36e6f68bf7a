#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.updaters;

using namespace firefly;
using namespace firefly::testing;

namespace {

struct thinning {
    logistic_posterior model = synthetic_posterior(40, 3, 741);
    anchor at = find_map(model);
    joint<logistic_posterior, jaakkola_jordan> target{model,
                                                      jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2.5))};
    thinned_gibbs updater =
        make_thinned_gibbs(survey(target.model(), target.bound(), at.precision), as_view(at.theta), at.precision);
};

/// Redraws z of 40 data at a point again and again, and compares how often each is bright with 1 − e^{−gap}: 20,000 updates.
void check_shares(thinning const& t, thinned_gibbs const& updater, vector const& theta) {
    firefly_density<logistic_posterior, jaakkola_jordan> density(t.target, as_view(theta));
    CAPTURE(density.current().region);
    std::vector<row_index> everyone(40);
    for (row_index n = 0; n < 40; ++n) everyone[n] = n;
    density.request(everyone);
    density.collect();
    std::vector<double> probability;
    for (double const log_factor : density.candidate_log_factors()) probability.push_back(sigmoid(log_factor));
    judge([&](trial& run) {
        std::vector<double> bright(40);
        double const times = static_cast<double>(run.times(20'000));
        auto chain = density;
        auto state = updater.start();
        for (std::uint64_t i = 0; i < run.times(20'000); ++i) {
            random_source random({.seed = run.seed(743), .iteration = i});
            std::size_t const before = chain.brightness().count();
            z_stats const stats = updater.decide(chain, state, random);
            CHECK(chain.brightness().count() == before + stats.brightened - stats.darkened);
            for (row_index n = 0; n < 40; ++n) bright[n] += chain.brightness().is_bright(n);
        }
        for (std::size_t n = 0; n < 40; ++n)
            if (probability[n] * times > 20) run.equal(share(bright[n], times, probability[n]), probability[n]);
    });
}

std::vector<lazy<looseness_table>> with_ranges_times(float factor, std::vector<lazy<looseness_table>> const& tables) {
    std::vector<lazy<looseness_table>> result;
    for (auto const& table : tables) {
        looseness_table other = *table;
        for (float& range : other.range) range *= factor;
        result.emplace_back(other);
    }
    return result;
}

}  // namespace

TEST_CASE("thinning lights each datum with its own probability, inside and outside of the region, whatever was bright before" *
          doctest::test_suite("statistics")) {
    // 40 rows, 3 columns, radius 2.5
    thinning const t;
    for (double const size : {1.5, 4.0})
        check_shares(t, t.updater, t.at.theta + size / std::sqrt(3.0) * (laplace_draw(t.at, {.seed = 742}) - t.at.theta));
}

TEST_CASE("thinning with ranges far too wide strikes each datum many times and lights it as often as it should" *
          doctest::test_suite("statistics")) {
    thinning const t;
    auto const tables = with_ranges_times(10, survey(t.target.model(), t.target.bound(), t.at.precision));
    check_shares(t, make_thinned_gibbs(tables, as_view(t.at.theta), t.at.precision), laplace_draw(t.at, {.seed = 746}));
}

TEST_CASE("thinning forgets z: two updates in a row are independent" * doctest::test_suite("statistics")) {
    thinning const t;
    vector const theta = laplace_draw(t.at, {.seed = 744});
    judge([&](trial& run) {
        firefly_density<logistic_posterior, jaakkola_jordan> density(t.target, as_view(theta));
        auto state = t.updater.start();
        std::vector<double> counts;
        for (std::uint64_t i = 0; i < run.times(20'000); ++i) {
            random_source random({.seed = run.seed(745), .iteration = i});
            t.updater.decide(density, state, random);
            counts.push_back(static_cast<double>(density.brightness().count()));
        }
        double mean = 0;
        for (double const c : counts) mean += c / static_cast<double>(counts.size());
        std::vector<double> products;
        for (std::size_t i = 0; i + 1 < counts.size(); i += 2) products.push_back((counts[i] - mean) * (counts[i + 1] - mean));
        run.equal(independent_mean(products), 0);
    });
}

TEST_CASE("thinning at the anchor itself darkens everything: no gap, no point") {
    thinning const t;
    firefly_density<logistic_posterior, jaakkola_jordan> density(t.target, as_view(t.at.theta));
    auto state = t.updater.start();
    random_source random({.seed = 746});
    t.updater.decide(density, state, random);
    CHECK(density.brightness().count() == 0);
    CHECK(density.queries() == 0);
}

TEST_CASE("thinning says so when its tables are not those of the bound") {
    thinning const t;
    auto const tables = with_ranges_times(0.2f, survey(t.target.model(), t.target.bound(), t.at.precision));
    auto const wrong = make_thinned_gibbs(tables, as_view(t.at.theta), t.at.precision);
    firefly_density<logistic_posterior, jaakkola_jordan> density(t.target, as_view(laplace_draw(t.at, {.seed = 747})));
    auto state = wrong.start();
    bool thrown = false;
    for (std::uint64_t i = 0; i < 200 && !thrown; ++i) {
        random_source random({.seed = 748, .iteration = i});
        try {
            wrong.decide(density, state, random);
        } catch (numerical_error const&) { thrown = true; }
    }
    CHECK(thrown);
}
