/// The functions of src/numeric/lanes.hpp against the C library in long double. Compiled for the plainest processor here; the library's own tests
/// run whichever copy this machine picks.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "../src/numeric/lanes.hpp"

import firefly.numeric;

using namespace firefly;

namespace {

/// (1 + e)(1 − e) − 1, which is −e² where the product is not rounded before the sum, and zero where it is.
FIREFLY_VECTORISED void beyond_one(double e, double* out) {
    store((1.0 + lanes::every(e)) * (1.0 - lanes::every(e)) - 1.0, out);
}

/// The largest error of f on a grid from `low` to `high`, relative to g.
template <class F, class G>
long double worst(double low, double high, F const& f, G const& g) {
    long double result = 0;
    constexpr int steps = 8000;
    for (int i = 0; i < steps; i += 8) {
        std::array<double, lane_count> x;
        for (int j = 0; j < 8; ++j) x[j] = low + (high - low) * (i + j) / (steps - 1);
        std::array<double, lane_count> y;
        store(f(load(x.data())), y.data());
        for (int j = 0; j < 8; ++j) {
            long double const exact = g(static_cast<long double>(x[j]));
            result = std::max(result, std::abs(y[j] - exact) / std::max(std::abs(exact), 1e-300L));
        }
    }
    return result;
}

}  // namespace

TEST_CASE("exponentials and logarithms of lanes are good to two units in the last place") {
    auto const exp_lanes = [](lanes x) { return exp_of(x); };
    auto const exp_exact = [](long double x) { return std::exp(x); };
    CHECK(worst(-1, 1, exp_lanes, exp_exact) < 4e-16);
    CHECK(worst(-700, 700, exp_lanes, exp_exact) < 4e-16);
    auto const log_lanes = [](lanes x) { return log_of(x); };
    auto const log_exact = [](long double x) { return std::log(x); };
    CHECK(worst(1e-3, 0.9, log_lanes, log_exact) < 4e-16);
    CHECK(worst(1.1, 1e6, log_lanes, log_exact) < 4e-16);
    CHECK(worst(1e-300, 1e-290, log_lanes, log_exact) < 4e-16);
    auto const log1p_lanes = [](lanes x) { return log1p_of(x); };
    auto const log1p_exact = [](long double x) { return std::log1p(x); };
    CHECK(worst(-0.9, 3, log1p_lanes, log1p_exact) < 6e-16);
    CHECK(worst(-1e-9, 1e-9, log1p_lanes, log1p_exact) < 6e-16);
}

TEST_CASE("products are rounded with what they are added to where this processor rounds as others, and nowhere else") {
    std::array<double, lane_count> out;
    beyond_one(0x1p-30, out.data());
    CHECK(out[3] == (rounds_as_others() ? -0x1p-60 : 0));
}

TEST_CASE("an exponential of lanes is zero far down and does not overflow far up") {
    CHECK(exp_of(lanes::every(-800)).v[0] == 0);
    CHECK(std::isfinite(exp_of(lanes::every(800)).v[7]));
}

TEST_CASE("the exponential less its tangent, over the square, does not cancel") {
    // Where long double would cancel itself, its series.
    auto const exact = [](long double x) {
        if (std::abs(x) > 0.1L) return (std::expm1(x) - x) / x / x;
        long double sum = 0;
        for (int k = 20; k >= 2; --k) sum = sum * x + 1 / std::tgamma(static_cast<long double>(k) + 1);
        return sum;
    };
    CHECK(worst(-2, 2, [](lanes x) { return expm1_minus_over_square(x); }, exact) < 1e-15);
    CHECK(worst(-30, 30, [](lanes x) { return far_expm1_minus_over_square(x); }, exact) < 2e-15);
}

TEST_CASE("sine and cosine of turns are those of the angle") {
    for (double const x : {0.0, 0.1, 0.125, 0.2, 0.25, 0.3, 0.375, 0.5, 0.6, 0.7, 0.75, 0.875, 0.99, 1.0}) {
        CAPTURE(x);
        auto const [sine, cosine] = sincos_of_turns(lanes::every(x));
        long double const angle = 2 * std::numbers::pi_v<long double> * x;
        CHECK(std::abs(sine.v[3] - std::sin(angle)) < 4e-16L);
        CHECK(std::abs(cosine.v[3] - std::cos(angle)) < 4e-16L);
    }
}

TEST_CASE("a few numbers are loaded and stored without touching the rest") {
    std::vector<double> const from{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    for (std::size_t count = 0; count <= lane_count; ++count) {
        CAPTURE(count);
        lanes const some = load(from.data(), count, -1), tail = last(from.data() + 10, count);
        std::vector<double> to(9, 0.5);
        store(some, to.data(), count);
        for (std::size_t i = 0; i < lane_count; ++i) {
            CHECK(some.v[i] == (i < count ? from[i] : -1));
            CHECK(tail.v[i] == (i >= lane_count - count ? from[i + 2] : 0));
            CHECK(to[i] == (i < count ? from[i] : 0.5));
        }
        CHECK(to[8] == 0.5);
    }
}
