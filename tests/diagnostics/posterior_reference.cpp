// Effective sample sizes, R-hat, Monte Carlo errors, quantiles and moments against R's package posterior 1.4.0, which made the numbers:
// reference/make_reference.R.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference.hpp"

import firefly.core;
import firefly.diagnostics;

using firefly::scalar_draws;
using firefly::splitting;

namespace {

using diagnostic = std::function<double(scalar_draws const&)>;

std::map<std::string, diagnostic> diagnostics() {
    std::map<std::string, diagnostic> result{
        {"mean", [](auto const& x) { return firefly::summarise("", x).mean; }},
        {"sd", [](auto const& x) { return firefly::summarise("", x).sd; }},
        {"rhat", firefly::r_hat},
        {"rhat_basic", [](auto const& x) { return firefly::r_hat_basic(x); }},
        {"rhat_basic_whole", [](auto const& x) { return firefly::r_hat_basic(x, splitting::none); }},
        {"ess_basic", [](auto const& x) { return firefly::ess_basic(x); }},
        {"ess_basic_whole", [](auto const& x) { return firefly::ess_basic(x, splitting::none); }},
        {"ess_bulk", firefly::ess_bulk},
        {"ess_tail", firefly::ess_tail},
        {"ess_mean", firefly::ess_mean},
        {"ess_sd", firefly::ess_sd},
        {"mcse_mean", firefly::mcse_mean},
        {"mcse_sd", firefly::mcse_sd},
    };
    for (std::string const p : {"0", "0.05", "0.25", "0.5", "0.95", "1"}) {
        double const probability = std::stod(p);
        result["quantile_" + p] = [=](auto const& x) { return firefly::quantile(x, probability); };
        result["ess_quantile_" + p] = [=](auto const& x) { return firefly::ess_quantile(x, probability); };
        result["mcse_quantile_" + p] = [=](auto const& x) { return firefly::mcse_quantile(x, probability); };
    }
    return result;
}

std::map<std::string, std::vector<std::vector<double>>> cases() {
    std::map<std::string, std::vector<std::vector<double>>> result;
    for (auto const& line : reference::lines("draws.csv")) {
        auto& chain = result[line.at(0)].emplace_back();
        for (std::size_t i = 1; i < line.size(); ++i) chain.push_back(reference::number(line[i]));
    }
    return result;
}

}  // namespace

TEST_CASE("every diagnostic agrees with posterior to ten digits, for every shape of chains") {
    auto const functions = diagnostics();
    auto const draws = cases();
    auto const expectations = reference::lines("diagnostics.csv");
    CHECK(expectations.size() == draws.size() * functions.size());  // nothing is left out
    for (auto const& line : expectations) {
        double const value = functions.at(line.at(1))(draws.at(line.at(0))), expected = reference::number(line.at(2));
        CAPTURE(line[0]);
        CAPTURE(line[1]);
        CAPTURE(value);
        CAPTURE(expected);
        CHECK(reference::agree(value, expected, 1e-10));
    }
}

TEST_CASE("chains of two or three draws have no effective sample size and no R-hat") {
    for (auto const& chains : {std::vector<std::vector<double>>{{1, 2}, {3, 1}}, {{1, 2, 4}, {3, 1, 5}}}) {
        CHECK(std::isnan(firefly::ess_bulk(chains)));
        CHECK(std::isnan(firefly::ess_tail(chains)));
        CHECK(std::isnan(firefly::r_hat(chains)));
        CHECK(std::isnan(firefly::mcse_mean(chains)));
        CHECK(std::isnan(firefly::mcse_quantile(chains, 0.5)));
    }
}

TEST_CASE("draws whose variance overflows have a bulk and a tail, but no mean to speak of") {
    std::vector<double> draws(100);
    firefly::random_source(firefly::random_key{.seed = 3}).normals(draws);
    double const bulk = firefly::ess_bulk(draws), tail = firefly::ess_tail(draws);
    for (double& x : draws) x *= 1e200;
    CHECK(firefly::ess_bulk(draws) == bulk);
    CHECK(firefly::ess_tail(draws) == tail);
    CHECK(std::isnan(firefly::ess_mean(draws)));
    CHECK(std::isnan(firefly::mcse_mean(draws)));
}

TEST_CASE("the effective sample size of an autoregression is the textbook's S (1 - r) / (1 + r)") {
    // seed 11, 4 chains of 50,000, r = 0.8. Over seeds 1 to 40 the ratio to the textbook's has mean 1.001 and standard deviation 0.019.
    std::vector<std::vector<double>> chains(4, std::vector<double>(50'000));
    for (std::uint32_t c = 0; c < 4; ++c) {
        auto& chain = chains[c];
        firefly::random_source(firefly::random_key{.seed = 11, .chain = c}).normals(chain);
        for (std::size_t i = 1; i < chain.size(); ++i) chain[i] = 0.8 * chain[i - 1] + 0.6 * chain[i];
    }
    CHECK(reference::agree(firefly::ess_mean(chains), 200'000 * 0.2 / 1.8, 4 * 0.019));
}

TEST_CASE("diagnostics of quantiles say which probability cannot be used") {
    std::vector<double> const draws{1, 2, 3};
    for (auto const f : {firefly::quantile, firefly::ess_quantile, firefly::mcse_quantile})
        CHECK_THROWS_WITH_AS(f(draws, 1.5), "quantile: probability must be in [0, 1], got 1.5", firefly::invalid_argument);
}
