#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/made_draws.hpp"

import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

namespace {

std::vector<double> normals(std::size_t count, double centre, double scale) {
    made_normals normal(1);
    std::vector<double> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(centre + scale * normal());
    return result;
}

}  // namespace

TEST_CASE("the density of normal draws is normal, and its area is one") {
    double const centre = 3, scale = 0.1;
    auto const curve = density_curve(normals(20'000, centre, scale));
    REQUIRE(curve.size() == 120);
    double area = 0;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        CHECK(curve[i].first > curve[i - 1].first);
        area += (curve[i].first - curve[i - 1].first) * (curve[i].second + curve[i - 1].second) / 2;
    }
    CHECK(area == doctest::Approx(1).epsilon(0.01));
    for (auto const& [x, density] : curve) {
        double const z = (x - centre) / scale;
        CHECK(density * scale == doctest::Approx(std::exp(-z * z / 2) / 2.5066).epsilon(0.03).scale(0.4));
    }
}

TEST_CASE("an extreme draw does not make all else narrow") {
    auto draws = normals(5000, 0, 1);
    draws[7] = 1e6;
    auto const curve = density_curve(draws);
    REQUIRE(!curve.empty());
    CHECK(curve.back().first < 10);
}

TEST_CASE("draws without a density have no curve") {
    CHECK(density_curve(std::vector<double>(50, 2.5)).empty());
    CHECK(density_curve(normals(9, 0, 1)).empty());
    auto draws = normals(50, 0, 1);
    for (double const bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e200}) {
        draws[3] = bad;
        CHECK(density_curve(draws).empty());
    }
}
