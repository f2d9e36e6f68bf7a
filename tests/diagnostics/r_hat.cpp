/// Against other programs: posterior_reference.cpp.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.diagnostics;

using namespace firefly;

namespace {

std::vector<std::vector<double>> normal_chains(std::uint64_t seed) {
    std::vector<std::vector<double>> chains(4, std::vector<double>(1000));
    for (std::uint32_t c = 0; c < 4; ++c) random_source({.seed = seed, .chain = c}).normals(chains[c]);
    return chains;
}

}  // namespace

TEST_CASE("R-hat of whole chains is the formula of the textbook") {
    // Two chains of two: means 1 and 4, variances 2 and 8; B/W = 2·4.5/5
    std::vector<std::vector<double>> const chains{{0, 2}, {2, 6}};
    CHECK(r_hat_basic(chains, splitting::none) == doctest::Approx(std::sqrt((9.0 / 5 + 1) / 2)).epsilon(1e-14));
}

TEST_CASE("R-hat is near one for chains that agree, and sees another place, another scale and a trend") {
    auto const agreeing = normal_chains(382);
    CHECK(r_hat(agreeing) == doctest::Approx(1).epsilon(0.01));
    auto shifted = agreeing;
    for (double& x : shifted[2]) x += 1;
    CHECK(r_hat(shifted) > 1.05);
    auto wider = agreeing;
    for (double& x : wider[1]) x *= 4;
    CHECK(r_hat(wider) > 1.05);
    CHECK(r_hat_basic(wider) < 1.01);  // which compares means alone
    auto drifting = agreeing;
    for (auto& chain : drifting)
        for (std::size_t i = 0; i < chain.size(); ++i) chain[i] += 0.003 * static_cast<double>(i);
    CHECK(r_hat(drifting) > 1.05);
    CHECK(r_hat_basic(drifting, splitting::none) < 1.01);  // all drift alike
}

TEST_CASE("R-hat sees chains in different places by their ranks, behind tails that blind the formula of the textbook") {
    auto chains = normal_chains(383);
    for (double& x : chains[2]) x += 1;
    double const before = r_hat(chains);
    for (auto& chain : chains)
        for (double& x : chain) x = std::exp(10 * x);  // which changes no rank
    CHECK(r_hat(chains) == doctest::Approx(before).epsilon(1e-12));
    CHECK(before > 1.05);
    CHECK(r_hat_basic(chains) < 1.01);
}

TEST_CASE("chains that stand still have no R-hat, or an infinite one where they stand apart") {
    std::vector<std::vector<double>> const still(2, std::vector<double>(10, 3.0));
    CHECK(std::isnan(r_hat(still)));
    CHECK(std::isnan(r_hat_basic(still)));
    std::vector<std::vector<double>> apart = still;
    for (double& x : apart[1]) x = 4;
    CHECK(r_hat_basic(apart) == infinity);
    auto broken = normal_chains(384);
    broken[0][7] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(r_hat(broken)));
}
