#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

matrix precision() {
    return matrix_of({{4, 1, -0.5}, {1, 3, 0.2}, {-0.5, 0.2, 2}});
}

}  // namespace

TEST_CASE("S Sᵀ is the inverse of the precision that a preconditioner was made of") {
    preconditioner const shape{cholesky(precision())};
    matrix const h = precision();
    std::vector<double> x = {0.7, -1.1, 0.4};
    shape.apply_transposed(x);
    shape.apply(x);
    for (std::size_t i = 0; i < 3; ++i) {
        double const product = h(i, 0) * x[0] + h(i, 1) * x[1] + h(i, 2) * x[2];
        CHECK(product == doctest::Approx(std::vector{0.7, -1.1, 0.4}[i]).epsilon(1e-13));
    }
}

TEST_CASE("Sᵀ is the transpose of S") {
    preconditioner const shape{cholesky(precision())};
    std::vector<double> const a = {0.3, -2, 1.5}, b = {1.2, 0.1, -0.6};
    auto s_a = a, transposed_b = b;
    shape.apply(s_a);
    shape.apply_transposed(transposed_b);
    CHECK(dot(s_a, b) == doctest::Approx(dot(a, transposed_b)).epsilon(1e-13));
}

TEST_CASE("the scale of a coordinate is one over the root of the precision's diagonal") {
    std::vector<double> scales(3);
    preconditioner{cholesky(precision())}.coordinate_scales(scales);
    for (std::size_t i = 0; i < 3; ++i) CHECK(scales[i] == doctest::Approx(1 / std::sqrt(precision()(i, i))).epsilon(1e-13));
}

TEST_CASE("without a precision a preconditioner changes nothing, whatever the dimension") {
    for (std::size_t const size : {1u, 4u}) {
        std::vector<double> const x(size, 0.3);
        auto y = x;
        preconditioner{}.apply(y);
        preconditioner{}.apply_transposed(y);
        CHECK(x == y);
        preconditioner{}.coordinate_scales(y);
        CHECK(y == std::vector<double>(size, 1.0));
    }
}

TEST_CASE("a preconditioner says when it was made for another posterior") {
    preconditioner const shape{cholesky(precision())};
    std::vector<double> x(5);
    auto const message = "preconditioner: made for 3 parameters but the density has 5; make it of that posterior's precision";
    CHECK_THROWS_WITH_AS(shape.apply(x), message, invalid_argument);
    CHECK_THROWS_WITH_AS(shape.apply_transposed(x), message, invalid_argument);
    CHECK_THROWS_WITH_AS(shape.coordinate_scales(x), message, invalid_argument);
}
