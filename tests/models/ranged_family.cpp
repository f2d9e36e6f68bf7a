#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Poisson's likelihood, of which only derivatives and ranges are given.
struct ranged_poisson : ranged_family<ranged_poisson> {
    void check(double) const {}
    double log_likelihood_of(double target, double eta) const { return target * eta - std::exp(eta); }
    double derivative_of(double target, double eta) const { return target - std::exp(eta); }
    double curvature_of(double, double eta) const { return std::exp(eta); }
    interval curvature_range(double, double low, double high) const { return {std::exp(low), std::exp(high)}; }
};
static_assert(SecantLikelihood<ranged_poisson>);

/// −½ω(t − η)²: w is ω everywhere, and there is a bound everywhere.
struct ranged_square : ranged_family<ranged_square> {
    static constexpr bool has_bound_everywhere = true;
    void check(double) const {}
    double log_likelihood_of(double target, double eta) const { return -(target - eta) * (target - eta); }
    double derivative_of(double target, double eta) const { return 2 * (target - eta); }
    double curvature_of(double, double) const { return 2; }
    interval curvature_range(double, double, double) const { return 2; }
};
static_assert(SecantLikelihood<ranged_square>);

}  // namespace

TEST_CASE("ψ and its slope by quadrature are those in closed form, to twelve digits") {
    check_falls("poisson", [](auto const&) { return ranged_poisson{}; }, 1e-12);
    check_definitions(ranged_poisson{}, {0, 1, 12});
}

TEST_CASE("secants from ranges are at least the sharpest, close to them, and below the largest curvature") {
    random_source random({.seed = 5, .use = purpose::data});
    for (int i = 0; i < 500; ++i) {
        double const eta = 8 * random.uniform() - 4, low = -std::pow(10, 4 * random.uniform() - 4),
                     high = std::pow(10, 4 * random.uniform() - 4);
        auto const sharp = poisson{}.secants_within(1, eta, low, high), ranged = ranged_poisson{}.secants_within(1, eta, low, high);
        double const w = std::exp(eta);
        CAPTURE(eta);
        CAPTURE(low);
        CAPTURE(high);
        CHECK(ranged.most >= sharp.most * (1 - 1e-14));
        CHECK(ranged.least <= sharp.least * (1 + 1e-14));
        CHECK(ranged.most - w < 1.01 * (sharp.most - w) + 1e-11 * w * std::exp(high));
        CHECK(w - ranged.least < 1.01 * (w - sharp.least) + 1e-11 * w);
        for (double const delta : steps_between(low, high))
            CHECK(ranged.most * delta * delta / 2 >= ranged_poisson{}.fall_below_tangent(1, eta, delta));
    }
    CHECK(ranged_poisson{}.secants_within(1, 0, -1, infinity).most == infinity);
}

TEST_CASE("a constant curvature is its own secant") {
    for (double const reach : {1e-5, 1.0, 30.0, infinity}) {
        auto const [most, least] = ranged_square{}.secants_within(3, 1, -reach, reach);
        CHECK(most == doctest::Approx(2).epsilon(1e-11));
        CHECK(least == doctest::Approx(2).epsilon(1e-11));
        // What rounding does to ψ is covered on both sides.
        for (int i = 1; i <= 200; ++i) {
            double const delta = std::min(reach, 10.0) * i / 200, fall = ranged_square{}.fall_below_tangent(3, 1, delta);
            CHECK(most * delta * delta / 2 >= fall);
            CHECK(least * delta * delta / 2 <= fall);
        }
    }
    CHECK_FALSE(ranged_poisson::has_bound_everywhere);
}
