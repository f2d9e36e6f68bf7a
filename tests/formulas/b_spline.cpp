#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

namespace {

std::vector<double> at(b_spline const& spline, double x) {
    std::vector<double> result(spline.columns());
    spline.encode(x, result.data());
    return result;
}

std::vector<double> const column{0, 1, 2, 3, 4, 5, 6, 7, 8};

}  // namespace

TEST_CASE("all B-splines of a number add up to one, and none is below zero") {
    for (std::size_t const degree : {0, 1, 2, 3, 5}) {
        b_spline spline{.degree = degree, .first_column = true, .settings = {.degrees_of_freedom = degree + 4}};
        REQUIRE(spline.learn(column) == "");
        CHECK(spline.columns() == degree + 4);
        for (double x = 0; x <= 8; x += 0.125) {
            double sum = 0;
            for (double const value : at(spline, x)) {
                CHECK(value >= 0);
                sum += value;
            }
            CHECK(sum == doctest::Approx(1).epsilon(1e-14));
        }
    }
}

TEST_CASE("splines of degree one are hats at the knots") {
    b_spline spline{.degree = 1, .settings = {.knots = {2, 6}}};
    REQUIRE(spline.learn(column) == "");
    CHECK(at(spline, 2) == std::vector<double>{1, 0, 0});
    CHECK(at(spline, 3) == std::vector<double>{0.75, 0.25, 0});
    CHECK(at(spline, 8) == std::vector<double>{0, 0, 1});
}

TEST_CASE("beyond the bounds a spline refuses, clips, goes on, or is zero, as it is told") {
    b_spline spline{.settings = {.degrees_of_freedom = 5}};
    REQUIRE(spline.learn(column) == "");
    CHECK(std::isnan(at(spline, 8.5)[0]));
    spline.settings.beyond = beyond_bounds::clip;
    CHECK(at(spline, 80) == at(spline, 8));
    spline.settings.beyond = beyond_bounds::zero;
    CHECK(at(spline, -1) == std::vector<double>(5, 0.0));
    spline.settings.beyond = beyond_bounds::extend;
    double const step = 1e-3;  // a cubic goes on: its fourth differences vanish across the bound
    auto const value = [&](int k) { return at(spline, 8 + step * k)[4]; };
    CHECK(std::abs(value(-2) - 4 * value(-1) + 6 * value(0) - 4 * value(1) + value(2)) < 1e-13);
}

TEST_CASE("a spline that cannot be is refused") {
    auto const said = [](b_spline spline, std::vector<double> numbers) { return spline.learn(numbers); };
    CHECK(said({.settings = {.degrees_of_freedom = 2}}, column) == "df is 2 and must be 3 or more for this degree");
    CHECK(said({.settings = {.degrees_of_freedom = 4}}, {1, 1, 1}) == "the lower bound, 1, is not below the upper one, 1");
    CHECK(said({.settings = {.degrees_of_freedom = 4, .knots = {1}}}, column) == "df and knots are given; give one of them");
    CHECK(said({.settings = {.knots = {3, 1}}}, column) == "knots must ascend");
    CHECK(said({.settings = {.knots = {9}}}, column) == "a knot lies outside the bounds");
    CHECK(said({.degree = 0}, column) == "there is no column left; give df or knots");
}

TEST_CASE("what a spline learned is its knots") {
    b_spline spline{.settings = {.degrees_of_freedom = 6}}, other = spline;
    REQUIRE(spline.learn(column) == "");
    REQUIRE(other.restore(spline.numbers()));
    CHECK(at(other, 3.3) == at(spline, 3.3));
    CHECK_FALSE(other.restore(std::vector<double>{1, 2}));
}
