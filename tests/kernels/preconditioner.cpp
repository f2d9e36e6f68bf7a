#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.kernels;

using namespace firefly;

TEST_CASE("a preconditioner divides by the square root of the precision, and the plain one changes nothing") {
    matrix precision = zeros(2, 2);
    precision(0, 0) = 4;
    precision(1, 1) = 25;
    std::vector<double> x{2, 10};
    preconditioner(cholesky(precision)).apply(x);
    CHECK(x == std::vector<double>{1, 2});
    preconditioner().apply(x);
    CHECK(x == std::vector<double>{1, 2});
}

TEST_CASE("a preconditioner of another dimension says so") {
    matrix precision = zeros(2, 2);
    precision(0, 0) = precision(1, 1) = 1;
    std::vector<double> x(3);
    CHECK_THROWS_WITH_AS(preconditioner(cholesky(precision)).apply(x),
                         "preconditioner: it has 2 dimensions but the density has 3; make it from the precision of this posterior",
                         invalid_argument);
}
