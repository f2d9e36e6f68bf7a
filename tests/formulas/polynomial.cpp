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

std::vector<double> at(polynomial const& how, double x) {
    std::vector<double> result(how.columns());
    how.encode(x, result.data());
    return result;
}

}  // namespace

TEST_CASE("polynomials are orthonormal on their column, and orthogonal to the intercept") {
    std::vector<double> const column{1, 2, 4, 8, 9, 9, 13, 20};
    polynomial how{.degree = 4};
    REQUIRE(how.learn(column));
    for (std::size_t a = 0; a < 4; ++a) {
        double mean = 0;
        for (double const x : column) mean += at(how, x)[a];
        CHECK(std::abs(mean) < 1e-13);
        for (std::size_t b = 0; b < 4; ++b) {
            double product = 0;
            for (double const x : column) product += at(how, x)[a] * at(how, x)[b];
            CHECK(std::abs(product - (a == b)) < 1e-12);
        }
    }
    polynomial other{.degree = 4};
    REQUIRE(other.restore(how.numbers()));
    CHECK(at(other, 7) == at(how, 7));
    CHECK_FALSE(other.restore(std::vector<double>{1, 2}));
}

TEST_CASE("raw polynomials are powers") {
    polynomial how{.degree = 3, .raw = true};
    REQUIRE(how.learn(std::vector<double>{1}));
    CHECK(at(how, 3) == std::vector<double>{3, 9, 27});
}

TEST_CASE("a degree needs more different numbers than itself") {
    std::vector<double> const three{1000.1, 1000.2, 1000.3, 1000.1};
    CHECK(polynomial{.degree = 2}.learn(three));
    CHECK_FALSE(polynomial{.degree = 3}.learn(three));
    CHECK_FALSE(polynomial{.degree = 1}.learn(std::vector<double>{0.1, 0.1, 0.1}));
}
