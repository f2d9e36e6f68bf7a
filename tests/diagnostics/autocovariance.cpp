#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

import firefly.core;
import firefly.diagnostics;

namespace {

/// By definition, O(n²).
std::vector<double> direct(std::vector<double> const& x) {
    auto const n = static_cast<double>(x.size());
    double mean = 0;
    for (double const value : x) mean += value / n;
    std::vector<double> result(x.size());
    for (std::size_t t = 0; t < x.size(); ++t)
        for (std::size_t i = 0; i + t < x.size(); ++i) result[t] += (x[i] - mean) * (x[i + t] - mean) / n;
    return result;
}

}  // namespace

TEST_CASE("autocovariance by Fourier transform equals the sum that defines it, for lengths around powers of two") {
    for (std::size_t const n : {2, 3, 4, 5, 7, 8, 9, 100, 127, 128, 129, 1000}) {
        CAPTURE(n);
        std::vector<double> x(n);
        firefly::random_source(firefly::random_key{.seed = n}).normals(x);
        auto const fast = firefly::autocovariance(x), slow = direct(x);
        REQUIRE(fast.size() == n);
        double error = 0;
        for (std::size_t t = 0; t < n; ++t) error = std::max(error, std::abs(fast[t] - slow[t]));
        CHECK(error < 1e-14 * slow[0]);
    }
}

TEST_CASE("a chain that stands still has no autocovariance") {
    for (double const gamma : firefly::autocovariance(std::vector<double>(10, 0.1))) CHECK(gamma == 0);
}

TEST_CASE("autocovariance of one draw is zero and of none is nothing") {
    CHECK(firefly::autocovariance(std::vector{3.0}) == std::vector{0.0});
    CHECK(firefly::autocovariance({}).empty());
}
