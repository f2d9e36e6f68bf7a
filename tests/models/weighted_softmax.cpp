#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

using numbers = std::vector<double>;

/// Log likelihood, derivatives and curvature of some data at once.
struct evaluated {
    numbers value, first, slope, second;

    template <class L>
    evaluated(L const& likelihood, std::size_t data, numbers const& targets, numbers const& eta)
        : value(data), first(eta.size()), slope(eta.size()), second(eta.size() * likelihood.width()) {
        likelihood.log_likelihood(targets, eta, value);
        likelihood.derivatives(targets, eta, slope);
        likelihood.derivatives(targets, eta, first, second);
    }
};

}  // namespace

TEST_CASE("a weight multiplies all that a softmax datum has, one by one and in a batch") {
    numbers const eta{0.3, -1, 2, 4, 4, -30, 0, 0.1, 0.2}, weights{2.5, 1, 0.25};
    evaluated const plain(softmax(3), 3, {2, 0, 1}, eta);
    evaluated const weighted(weighted_softmax(3), 3, {2, 2.5, 0, 1, 1, 0.25}, eta);
    CHECK(weighted.first == weighted.slope);
    for (std::size_t i = 0; i < 3; ++i) CHECK(weighted.value[i] == weights[i] * plain.value[i]);
    for (std::size_t i = 0; i < 9; ++i) CHECK(weighted.first[i] == weights[i / 3] * plain.first[i]);
    for (std::size_t i = 0; i < 27; ++i) CHECK(weighted.second[i] == weights[i / 9] * plain.second[i]);
}

TEST_CASE("a softmax datum of weight zero says nothing, wherever it is") {
    for (double const far : {1.0, 1e5, std::numeric_limits<double>::infinity()}) {
        evaluated const nothing(weighted_softmax(2), 1, {1, 0}, {far, 0});
        CHECK(nothing.value == numbers{0});
        CHECK(nothing.first == numbers{0, 0});
        CHECK(nothing.slope == numbers{0, 0});
        CHECK(nothing.second == numbers{0, 0, 0, 0});
    }
}

TEST_CASE("its target is a class and a weight, and it says what is wrong with either") {
    CHECK(target_numbers<weighted_softmax> == 2);
    CHECK(weighted_softmax(4).width() == 4);
    weighted_softmax const likelihood(3);
    using target = std::array<double, 2>;
    for (target const& t : {target{0, 0}, {2, 1e9}}) CHECK_NOTHROW(likelihood.check(t));
    CHECK_THROWS_WITH_AS(likelihood.check(target{3, 1}), doctest::Contains("softmax: a target must be a class from 0 to 2, got 3"),
                         invalid_argument);
    CHECK_THROWS_WITH_AS(likelihood.check(target{1, -1}), "softmax: a weight must be finite and not negative, got -1",
                         invalid_argument);
    CHECK_THROWS_AS(likelihood.check(target{1, std::numeric_limits<double>::infinity()}), invalid_argument);
    CHECK_THROWS_AS(likelihood.check(target{1, std::numeric_limits<double>::quiet_NaN()}), invalid_argument);
    CHECK_THROWS_AS(weighted_softmax(1), invalid_argument);
}
