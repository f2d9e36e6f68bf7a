/// White box: where a posterior has its peak, and which values make a grid about it.
module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.core;

using namespace firefly;

TEST_CASE("of a Gaussian the peak and its width are found, wherever they are") {
    for (double const at : {0.3, 1.77, 4.2})
        for (double const spread : {0.003, 0.05, 0.6}) {
            CAPTURE(at);
            CAPTURE(spread);
            std::size_t asked = 0;
            auto const found = find_peak(
                [&](double x) {
                    ++asked;
                    return 7 - (x - at) * (x - at) / (2 * spread * spread);
                },
                0, 5);
            CHECK(found.at == doctest::Approx(at).epsilon(1e-6));
            CHECK(found.spread == doctest::Approx(spread).epsilon(1e-6));
            CHECK(asked < 45);
        }
}

TEST_CASE("a peak at an end of the range is that end, as wide as the density takes to fall by √e") {
    for (double const sign : {-1.0, 1.0}) {
        auto const found = find_peak([&](double x) { return sign * 3 * x; }, -1, 2);
        CHECK(found.at == (sign > 0 ? 2 : -1));
        CHECK(found.spread == doctest::Approx(1.0 / 6));
    }
    // And flat: nothing falls.
    CHECK(find_peak([](double) { return 1.0; }, 0, 6).spread == 1.5);
}

TEST_CASE("where the density is nowhere positive there is no peak; where it is so in some places it is found beside them") {
    CHECK_THROWS_AS(find_peak([](double) { return -infinity; }, 0, 1), numerical_error);
    auto const found = find_peak([](double x) { return x < 2 ? -infinity : -8 * (x - 3) * (x - 3); }, 0, 5);
    CHECK(found.at == doctest::Approx(3));
    CHECK(found.spread == doctest::Approx(0.25));
}

TEST_CASE("values are as far apart as the posterior is wide, from one end to the other, with weights of the trapezoidal rule") {
    auto const log_prior = [](double v) { return -0.1 * v; };
    auto const grid = spread_values({std::log(4.0), 0.1}, 1, 50, log_prior);
    CHECK(grid.values[grid.likeliest] == doctest::Approx(4));
    CHECK(grid.reach == 2);
    CHECK(grid.values.front() >= 1);
    CHECK(grid.values.front() < 1.11);
    CHECK(grid.values.back() <= 50);
    CHECK(grid.values.back() > 45);
    for (std::size_t j = 0; j < grid.values.size(); ++j) {
        if (j > 0) CHECK(grid.values[j] / grid.values[j - 1] == doctest::Approx(std::exp(0.1)));
        bool const is_end = j == 0 || j + 1 == grid.values.size();
        double const expected = log_prior(grid.values[j]) + std::log(grid.values[j]) - (is_end ? std::log(2.0) : 0);
        CHECK(grid.log_priors[j] == doctest::Approx(expected));
    }
    // A wide posterior has values nearer than that, and moves go further.
    auto const wide = spread_values({std::log(4.0), 1}, 1, 50, log_prior);
    CHECK(wide.values[1] / wide.values[0] == doctest::Approx(std::exp(0.25)));
    CHECK(wide.reach == 8);
    // The end of the range is a value where it is the likeliest.
    CHECK(spread_values({std::log(50.0), 0.2}, 1, 50, log_prior).values.back() == 50);
    CHECK(spread_values({std::log(4.0), 1e-5}, 1, 50, log_prior).values.size() == 2001);
}
