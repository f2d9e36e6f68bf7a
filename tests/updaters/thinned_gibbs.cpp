#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
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
    std::size_t rows = 40;
    logistic_posterior model = synthetic_posterior(rows, 3, 741);
    anchor at = find_map(model);
    joint<logistic_posterior, jaakkola_jordan> target{model,
                                                      jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2.5))};
    thinned_gibbs updater =
        make_thinned_gibbs(survey(target.model(), target.bound(), at.precision), as_view(at.theta), at.precision);
};

/// A point this many standard deviations from the maximum: the region ends at 2.5.
vector at_distance(thinning const& t, double distance) {
    vector const step = laplace_draw(t.at, {.seed = 742}) - t.at.theta;
    return t.at.theta + distance / std::sqrt(t.at.precision.squared_norm(as_view(step))) * step;
}

using some_density = firefly_density<logistic_posterior, jaakkola_jordan>;

/// All data become candidates.
void ask_everyone(some_density& density) {
    std::vector<row_index> everyone(density.brightness().size());
    for (row_index n = 0; n < everyone.size(); ++n) everyone[n] = n;
    density.request(everyone);
    density.collect();
}

/// Redraws z at a point again and again, and compares how many of each of 40 groups are bright with Σ 1 − e^{−gap}: 20,000 updates.
void check_shares(thinning const& t, thinned_gibbs const& updater, vector const& theta, std::size_t region) {
    constexpr std::size_t groups = 40;
    some_density density(t.target, as_view(theta));
    CHECK(density.current().region == region);
    ask_everyone(density);
    std::vector<double> expected(groups), variance(groups);
    for (row_index n = 0; n < t.rows; ++n) {
        double const probability = sigmoid(density.candidate_log_factors()[n]);
        expected[n % groups] += probability;
        variance[n % groups] += probability * (1 - probability);
    }
    judge([&](trial& run) {
        std::vector<double> bright(groups);
        double const times = static_cast<double>(run.times(20'000));
        auto chain = density;
        auto state = updater.start();
        for (std::uint64_t i = 0; i < run.times(20'000); ++i) {
            random_source random({.seed = run.seed(743), .iteration = i});
            std::size_t const before = chain.brightness().count();
            z_stats const stats = updater.decide(chain, state, random);
            CHECK(chain.brightness().count() == before + stats.brightened - stats.darkened);
            bright_set const& z = chain.brightness();
            for (std::size_t k = 0; k < z.count(); ++k) bright[z.ith_bright(k) % groups] += 1;
        }
        for (std::size_t g = 0; g < groups; ++g)
            if (expected[g] * times > 20) run.equal({bright[g] / times, std::sqrt(variance[g] / times), 1e9}, expected[g]);
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
    // 40 rows, 3 columns, radius 2.5; far away most data are bright
    thinning const t;
    for (double const size : {1.5, 2.4, 2.6, 4.0, 15.0}) check_shares(t, t.updater, at_distance(t, size), size > 2.5);
}

TEST_CASE("thinning does so among thousands of data, too" * doctest::test_suite("statistics")) {
    thinning const t{.rows = 5000};
    for (double const size : {2.4, 2.6, 5.0, 20.0}) check_shares(t, t.updater, at_distance(t, size), size > 2.5);
}

TEST_CASE("thinning with ranges far too wide strikes each datum many times and lights it as often as it should" *
          doctest::test_suite("statistics")) {
    thinning const t;
    auto const tables = with_ranges_times(10, survey(t.target.model(), t.target.bound(), t.at.precision));
    check_shares(t, make_thinned_gibbs(tables, as_view(t.at.theta), t.at.precision), at_distance(t, 2), 0);
}

TEST_CASE("thinning forgets z: two updates in a row are independent" * doctest::test_suite("statistics")) {
    thinning const t;
    vector const theta = laplace_draw(t.at, {.seed = 744});
    judge([&](trial& run) {
        some_density density(t.target, as_view(theta));
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
    some_density density(t.target, as_view(t.at.theta));
    auto state = t.updater.start();
    random_source random({.seed = 746});
    t.updater.decide(density, state, random);
    CHECK(density.brightness().count() == 0);
    CHECK(density.queries() == 0);
}

TEST_CASE("thinning says so when its tables are not those of the bound, which datum's gap is too large, and what to do") {
    thinning const t;
    auto const tables = with_ranges_times(0.2f, survey(t.target.model(), t.target.bound(), t.at.precision));
    auto const wrong = make_thinned_gibbs(tables, as_view(t.at.theta), t.at.precision);
    some_density density(t.target, as_view(laplace_draw(t.at, {.seed = 747})));
    auto state = wrong.start();
    auto const update_often = [&] {
        for (std::uint64_t i = 0; i < 200; ++i) {
            random_source random({.seed = 748, .iteration = i});
            wrong.decide(density, state, random);
        }
    };
    CHECK_THROWS_WITH_AS(update_often(), doctest::Contains(" was foreseen; make the clocks from the bound that the chain uses"),
                         numerical_error);
    CHECK_THROWS_WITH_AS(update_often(), doctest::Contains("thinned_gibbs: datum "), numerical_error);
}

TEST_CASE("thinning bears tables in which gaps are no larger than they are, and none in which they are smaller") {
    thinning const t;
    vector const theta = at_distance(t, 2), step = theta - t.at.theta;
    some_density density(t.target, as_view(theta));
    ask_everyone(density);
    auto const update_often = [&](double share) {
        std::vector<double> lengths(t.rows);
        for (row_index n = 0; n < t.rows; ++n)
            lengths[n] =
                share * std::log1p(std::exp(density.candidate_log_factors()[n])) / t.at.precision.squared_norm(as_view(step));
        thinned_gibbs const updater({.clocks = {poisson_clock(lengths)}, .centre = t.at.theta, .precision = t.at.precision});
        auto chain = density;
        auto state = updater.start();
        for (std::uint64_t i = 0; i < 200; ++i) {
            random_source random({.seed = 749, .iteration = i});
            updater.decide(chain, state, random);
        }
    };
    update_often(1);
    CHECK_THROWS_AS(update_often(0.99), numerical_error);
}

TEST_CASE("thinning refuses clocks that do not fit, and none at all") {
    thinning const t;
    CHECK_THROWS_WITH_AS(thinned_gibbs({.clocks = {}, .centre = t.at.theta, .precision = t.at.precision}),
                         "thinned_gibbs: there is no clock; give one for each region of the bound", invalid_argument);
    poisson_clock const two(std::vector{0.1, 0.2}), three(std::vector{0.1, 0.2, 0.3});
    CHECK_THROWS_WITH_AS(thinned_gibbs({.clocks = {two, three}, .centre = t.at.theta, .precision = t.at.precision}),
                         "thinned_gibbs: a clock of 3 data beside one of 2; give one length per datum", invalid_argument);
}

TEST_CASE("where more points would have to be thrown than anybody waits for, thinning says how many") {
    thinning const t;
    vector far = t.at.theta;
    far(0) += 1e9 / std::sqrt(t.at.precision.squared_norm(as_view(vector_of({1, 0, 0}))));
    some_density density(t.target, as_view(far));
    poisson_clock const of_ten(std::vector<double>(t.rows, 10.0 / static_cast<double>(t.rows)));
    thinned_gibbs const updater({.clocks = {of_ten, of_ten}, .centre = t.at.theta, .precision = t.at.precision});
    auto state = updater.start();
    random_source random({.seed = 744});
    CHECK_THROWS_WITH_AS(updater.decide(density, state, random),
                         "thinned_gibbs: theta is so far from the anchor that 1e+19 points would have to be drawn; start nearer to "
                         "the maximum of the posterior",
                         numerical_error);
}
