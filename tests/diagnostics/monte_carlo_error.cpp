/// Against other programs: posterior_reference.cpp.
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.diagnostics;

using namespace firefly;

namespace {

std::vector<double> normals(std::size_t count, std::uint64_t seed) {
    std::vector<double> draws(count);
    random_source({.seed = seed}).normals(draws);
    return draws;
}

}  // namespace

TEST_CASE("the error of the mean is the standard deviation over the root of the effective sample size") {
    auto const draws = normals(400, 385);
    double sum = 0, squares = 0;
    for (double const x : draws) sum += x;
    for (double const x : draws) squares += (x - sum / 400) * (x - sum / 400);
    CHECK(mcse_mean(draws) == doctest::Approx(std::sqrt(squares / 399 / ess_mean(draws))).epsilon(1e-13));
}

TEST_CASE("errors follow the unit of the draws and not their place") {
    auto const draws = normals(400, 386);
    auto moved = draws;
    for (double& x : moved) x = 100 + 8 * x;
    CHECK(mcse_mean(moved) == doctest::Approx(8 * mcse_mean(draws)).epsilon(1e-10));
    CHECK(mcse_sd(moved) == doctest::Approx(8 * mcse_sd(draws)).epsilon(1e-10));
    CHECK(mcse_quantile(moved, 0.5) == doctest::Approx(8 * mcse_quantile(draws, 0.5)).epsilon(1e-10));
}

TEST_CASE("errors of 40,000 independent normals are those that the textbook has for large samples") {
    // 1/√n, 1/√(2n), and √(p(1 − p)/n)/φ(Φ⁻¹(p)); seed 387. What is off is the estimate of the effective sample size.
    auto const draws = normals(40'000, 387);
    CHECK(mcse_mean(draws) == doctest::Approx(1 / 200.0).epsilon(0.1));
    CHECK(mcse_sd(draws) == doctest::Approx(1 / std::sqrt(80'000.0)).epsilon(0.1));
    CHECK(mcse_quantile(draws, 0.5) == doctest::Approx(std::sqrt(3.14159265358979 / 2) / 200).epsilon(0.2));
}

TEST_CASE("draws that are all the same have no error to speak of") {
    std::vector<double> const still(20, 1.5);
    CHECK(std::isnan(mcse_mean(still)));
    CHECK(std::isnan(mcse_sd(still)));
    CHECK(std::isnan(mcse_quantile(still, 0.5)));
}
