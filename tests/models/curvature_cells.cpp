#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

/// Rule C for a family whose ψ is known, w being largest and least at the ends of a cell, or at the peak.
template <class Family>
secant_range by_cells(Family const& family, double target, double eta, double low, double high, double peak) {
    auto const w = [&](double delta) { return family.curvature_of(target, eta + delta); };
    return secants_by_cells(
        low, high,
        [&](double a, double b) {
            double const top = std::clamp(peak - eta, a, b);
            return interval(std::min(w(a), w(b)), std::max({w(a), w(b), w(top)}));
        },
        [&](double delta) { return family.fall_below_tangent(target, eta, delta); },
        [&](double delta) { return family.slope_below_tangent(target, eta, delta); });
}

/// Without bounds: a polynomial w of either sign, in closed form.
struct cubic {
    double c0, c1, c2;
    double w(double x) const { return c0 + (c1 + c2 * x) * x; }
    double fall(double x) const { return x * x * (c0 / 2 + (c1 / 6 + c2 * x / 12) * x); }
    double slope(double x) const { return x * (c0 + (c1 / 2 + c2 * x / 3) * x); }
    interval range(double a, double b) const {
        double const turn = c2 == 0 ? a : std::clamp(-c1 / c2 / 2, a, b);
        return {std::min({w(a), w(b), w(turn)}), std::max({w(a), w(b), w(turn)})};
    }
};

}  // namespace

TEST_CASE("cells give at least the sharpest secant, little more, and no more than the largest w") {
    random_source random({.seed = 3, .use = purpose::data});
    auto const even = [&](double low, double high) { return low + (high - low) * random.uniform(); };
    double worst = 0, worst_near = 0;
    for (int i = 0; i < 3000; ++i) {
        double const reach = std::pow(10, even(-4, 1)), eta = even(-8, 8), trials = 3;
        CAPTURE(reach);
        CAPTURE(eta);
        // The softplus family has one peak, at 0 for this size.
        negative_binomial const family({.size = 1});
        auto const sharpest = family.secants_within(trials, eta, -reach, reach),
                   cells = by_cells(family, trials, eta, -reach, reach, 0);
        double const here = family.curvature_of(trials, eta), nearest = std::max(std::abs(eta) - reach, 0.0);
        CHECK(cells.most >= sharpest.most * (1 - 1e-14));
        CHECK(cells.least <= sharpest.least * (1 + 1e-14));
        CHECK(cells.most <= family.curvature_of(trials, nearest) * (1 + 1e-11));
        CHECK(cells.least >= family.curvature_of(trials, std::abs(eta) + reach) * (1 - 1e-9));
        double const excess = (cells.most - here) / (sharpest.most - here);
        if (std::abs(eta) > 0.5) {  // near the peak the sharpest exceeds w by next to nothing
            worst = std::max(worst, excess);
            if (reach < 0.5) worst_near = std::max(worst_near, excess);
        }
    }
    CHECK(worst < 1.08);
    CHECK(worst_near < 1.006);
}

TEST_CASE("no secant exceeds the bound of the cells or lies below it, not by one rounding error, whatever the sign of w") {
    random_source random({.seed = 4, .use = purpose::data});
    auto const even = [&](double low, double high) { return low + (high - low) * random.uniform(); };
    for (int i = 0; i < 1000; ++i) {
        cubic const f{even(-1, 1), even(-3, 3), i % 3 == 0 ? 0 : even(-3, 3)};
        double const low = -std::pow(10, even(-6, 1)), high = random.chance(0.1) ? 0 : std::pow(10, even(-6, 1));
        auto const [most, least] = secants_by_cells(
            low, high, [&](double a, double b) { return f.range(a, b); }, [&](double x) { return f.fall(x); },
            [&](double x) { return f.slope(x); });
        double largest = f.c0, smallest = f.c0, size = std::max(f.range(low, high).size(), 1e-3);
        for (int k = 1; k <= 300; ++k)
            for (double const end : {low, high}) {
                double const x = end * k / 300;
                if (x == 0) continue;
                largest = std::max(largest, 2 * f.fall(x) / x / x);
                smallest = std::min(smallest, 2 * f.fall(x) / x / x);
            }
        CAPTURE(f.c0);
        CAPTURE(f.c1);
        CAPTURE(f.c2);
        CAPTURE(low);
        CAPTURE(high);
        CHECK(most >= largest);
        CHECK(least <= smallest);
        // And they are as sharp from below as from above.
        CHECK(most - largest < 0.02 * (f.range(low, high).high - f.range(low, high).low) + 1e-11 * size);
        CHECK(smallest - least < 0.02 * (f.range(low, high).high - f.range(low, high).low) + 1e-11 * size);
    }
}

TEST_CASE("where w has no bound the secant has none, and an infinite side has those of w") {
    auto const secants = [](double low, double high, interval near, interval far) {
        return secants_by_cells(
            low, high, [&](double a, double b) { return std::max(-a, b) > 1 ? far : near; }, [](double x) { return x * x / 2; },
            [](double x) { return x; });
    };
    CHECK(secants(-2, 2, 1, {0, infinity}).most == infinity);
    CHECK(secants(-2, 2, 1, {-infinity, 1}).least == -infinity);
    CHECK(secants(-2, 2, 1, {-infinity, 1}).most == infinity);  // nor does it tell how large ψ is, and what it lost to rounding
    CHECK(secants(-1, 1, {0.5, 2}, {0, infinity}).most < 3);
    auto const far = secants(-1, infinity, 1, {0.25, 4});
    CHECK(far.most == doctest::Approx(4));
    CHECK(far.least == doctest::Approx(0.25));
    CHECK(secants(-infinity, 1, 1, {0.25, 4}).most == doctest::Approx(4));
    // Nowhere to go, or no further than next to nothing: w itself.
    CHECK(secants(0, 0, {2, 3}, 9).most == doctest::Approx(3));
    CHECK(secants(0, 0, {2, 3}, 9).least == doctest::Approx(2));
    CHECK(secants(-1e-200, 1e-170, {2, 3}, 9).most == doctest::Approx(3));
}
