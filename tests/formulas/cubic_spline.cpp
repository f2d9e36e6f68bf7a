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

std::vector<double> at(cubic_spline const& spline, double x) {
    std::vector<double> result(spline.columns());
    spline.encode(x, result.data());
    return result;
}

std::vector<double> const column{0, 1, 2, 4, 8, 8, 8, 16};

}  // namespace

TEST_CASE("at a knot of a natural cubic spline its own column is one and the others are zero") {
    cubic_spline spline{.settings = {.knots = {1, 4, 9}, .beyond = beyond_bounds::extend}};
    REQUIRE(spline.learn(column) == "");
    CHECK(spline.knots == std::vector<double>{0, 1, 4, 9, 16});
    for (std::size_t k = 0; k < 5; ++k)
        for (std::size_t j = 0; j < 5; ++j) CHECK(at(spline, spline.knots[k])[j] == doctest::Approx(j == k).epsilon(1e-14));
}

TEST_CASE("natural cubic splines make every straight line, and beyond the knots nothing else") {
    cubic_spline spline{.settings = {.degrees_of_freedom = 4, .beyond = beyond_bounds::extend}};
    REQUIRE(spline.learn(column) == "");
    for (double const x : {-5.0, 0.0, 0.3, 3.9, 15.0, 40.0}) {
        double line = 0, sum = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            line += at(spline, x)[k] * (2 + 3 * spline.knots[k]);
            sum += at(spline, x)[k];
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-13));
        CHECK(line == doctest::Approx(2 + 3 * x).epsilon(1e-13));
    }
    for (std::size_t k = 0; k < 4; ++k)
        CHECK(at(spline, 20)[k] - 2 * at(spline, 21)[k] + at(spline, 22)[k] == doctest::Approx(0).epsilon(1e-12));
}

TEST_CASE("columns of a centred spline have mean zero") {
    cubic_spline spline{.centred = true, .settings = {.degrees_of_freedom = 3, .beyond = beyond_bounds::extend}};
    REQUIRE(spline.learn(column) == "");
    REQUIRE(spline.columns() == 3);
    std::vector<double> sum(3);
    for (double const x : column)
        for (std::size_t k = 0; k < 3; ++k) sum[k] += at(spline, x)[k];
    for (double const value : sum) CHECK(std::abs(value) < 1e-13);
    cubic_spline other{.centred = true, .settings = spline.settings};
    REQUIRE(other.restore(spline.numbers()));
    CHECK(at(other, 5.5) == at(spline, 5.5));
}

TEST_CASE("a natural spline that cannot be is refused") {
    auto const said = [](spline_settings settings) { return cubic_spline{.settings = std::move(settings)}.learn(column); };
    CHECK(said({.degrees_of_freedom = 1}) == "df is 1 and must be 2 or more");
    CHECK(said({}) == "give df or knots");
    CHECK(said({.knots = {20}}) == "knots must ascend within the bounds");
    CHECK(cubic_spline{.settings = {.degrees_of_freedom = 5}}.learn(std::vector<double>{1, 1}).starts_with("the lower bound"));
}
