/// White box: what users never name. Bounds are made by `anchored` and `untuned`.
module;
#include <cmath>
#include <cstddef>
#include <limits>

#include <doctest/doctest.h>

module firefly.bounds;

import firefly.external;
import firefly.core;

using namespace firefly;

namespace {

constexpr bound_name name{"some_bound", "some", "Some"};

cholesky identity(std::size_t dimension) {
    matrix result = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i) result(i, i) = 1;
    return cholesky(result);
}

}  // namespace

TEST_CASE("an anchored bound counts from its anchor, an untuned one from zero") {
    vector theta = zeros(2);
    theta(1) = -3;
    contact_point const anchored = contact_point::at_anchor(name, theta, 2);
    CHECK(anchored.is_anchored);
    CHECK(anchored.origin == theta);
    CHECK(!anchored.inner);
    contact_point const untuned = contact_point::of_each_datum(2);
    CHECK(!untuned.is_anchored);
    CHECK(untuned.origin == zeros(2));
    CHECK(!untuned.inner);
    CHECK(contact_point::at_anchor(name, theta, 2, ellipsoid(identity(2), 4)).inner->radius() == 4);
}

TEST_CASE("a point of contact is refused in the bound's name, with what is wrong with it") {
    CHECK_THROWS_WITH_AS(contact_point::at_anchor(name, zeros(3), 2),
                         "some_bound: the anchor has 3 numbers but the model has 2 parameters", invalid_argument);
    vector theta = zeros(2);
    theta(1) = -infinity;
    CHECK_THROWS_WITH_AS(contact_point::at_anchor(name, theta, 2), "some_bound: number 1 of the anchor is -inf; give finite ones",
                         invalid_argument);
    theta(1) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(contact_point::at_anchor(name, theta, 2), "some_bound: number 1 of the anchor is nan; give finite ones",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(contact_point::at_anchor(name, zeros(2), 2, ellipsoid(identity(3), 1)),
                         "some_bound: the region has 3 dimensions but the model has 2 parameters", invalid_argument);
}
