/// Counts over different times, as many equal rows in one: an offset and a weight for each row.
///
/// Claims of drivers: a row says how many claims there were in some years. The mean is years · e^{x·θ}, so that log years is an offset. Rows that are
/// equal are given once, with how often they come as the weight.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <utility>
#include <vector>

import firefly;

namespace views = ranges::views;

namespace {

struct policy {
    double is_young, years, claims;
    auto operator<=>(policy const&) const = default;
};

/// Young drivers have 0.3 claims per year, others 0.1.
std::vector<policy> policies(std::size_t count) {
    firefly::random_source random({.seed = 21, .use = firefly::purpose::data});
    std::vector<policy> result;
    for (std::size_t i = 0; i < count; ++i) {
        policy p{random.uniform() < 0.2 ? 1.0 : 0.0, static_cast<double>(1 + random.pick(5)), 0};
        double const mean = p.years * (p.is_young > 0 ? 0.3 : 0.1);
        for (double time = random.exponential(); time < mean; time += random.exponential()) ++p.claims;
        result.push_back(p);
    }
    return result;
}

}  // namespace

TEST_CASE("claims per year are found from counts over different times, with equal rows in one") {
    std::map<policy, double> counted;
    for (policy const& p : policies(20'000)) ++counted[p];

    firefly::matrix features = firefly::zeros(counted.size(), 2);
    firefly::vector claims = firefly::zeros(counted.size()), log_years = claims, often = claims;
    std::size_t row = 0;
    for (auto const& [p, count] : counted) {
        features(row, 0) = 1;
        features(row, 1) = p.is_young;
        claims(row) = p.claims;
        log_years(row) = std::log(p.years);
        often(row++) = count;
    }
    auto const rows = firefly::rows_with_cases(features, claims, {.offset = log_years, .weight = often});
    firefly::posterior const model(firefly::adjusted(firefly::poisson{}), firefly::gaussian_prior(2), rows);

    double others = 0, young = 0;
    constexpr int draws = 2000;
    auto const stream = firefly::firefly_chain(model, {.seed = 1});
    for (auto const& draw : stream | views::drop_while(&firefly::draw::warm_up) | views::take(draws)) {
        others += std::exp(draw.theta(0)) / draws;
        young += std::exp(draw.theta(0) + draw.theta(1)) / draws;
    }
    // Standard deviations of the posterior: about 0.0015 and 0.005.
    CHECK(std::abs(others - 0.1) < 0.006);
    CHECK(std::abs(young - 0.3) < 0.02);
}
