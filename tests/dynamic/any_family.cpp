#include <array>
#include <vector>

#include <doctest/doctest.h>

#include "support/families.hpp"

import firefly.dynamic;

using namespace firefly;
using namespace firefly::testing;

namespace {

using target = std::array<double, 2>;

/// All that a family says is what the chosen one says.
template <class L>
void check_same(L const& family, double happened) {
    any_family const any{any_family::kinds(family)};
    target const both{happened, 4};
    vector_view const own = vector_view(both).first(target_numbers<L>);
    auto const shown = target_of<L>(own, 0);
    for (double const eta : {-2.0, 0.3, 1.7}) {
        double value = 0, first = 0, second = 0;
        family.log_likelihood(own, {&eta, 1}, {&value, 1});
        family.derivatives(own, {&eta, 1}, {&first, 1});
        CHECK(any.log_likelihood_of(both, eta) == value);
        CHECK(any.derivative_of(both, eta) == first);
        family.derivatives(own, {&eta, 1}, {&first, 1}, {&second, 1});
        CHECK(any.curvature_of(both, eta) == second);
        CHECK(any.fall_below_tangent(both, eta, 0.4) == family.fall_below_tangent(shown, eta, 0.4));
        CHECK(any.slope_below_tangent(both, eta, -0.4) == family.slope_below_tangent(shown, eta, -0.4));
        auto const [most, least] = any.secants_within(both, eta, -0.5, 0.9);
        auto const same = family.secants_within(shown, eta, -0.5, 0.9);
        CHECK(most == same.most);
        CHECK(least == same.least);
    }
    if constexpr (requires { family.log_constant(shown); })
        CHECK(any.log_constant(both) == family.log_constant(shown));
    else
        CHECK(any.log_constant(both) == 0);
    CHECK_NOTHROW(any.check(both));
}

}  // namespace

TEST_CASE("a family that is chosen at run time says what that family says") {
    check_same(binomial{}, 3);
    check_same(cloglog{}, 1);
    check_same(gamma_likelihood({.shape = 2}), 1.5);
    check_same(gaussian({.scale = 0.7}), 1.5);
    check_same(huber({.threshold = 1, .scale = 0.7}), 1.5);
    check_same(log_cosh({.scale = 0.7}), 1.5);
    check_same(negative_binomial({.size = 2}), 3);
    check_same(poisson{}, 3);
    check_same(probit{}, 1);
    check_same(student_t({4, 0.7}), 1.5);
}

TEST_CASE("it refuses what that family refuses") {
    CHECK_THROWS_AS(any_family(poisson{}).check(target{1.5, 1}), invalid_argument);
    CHECK_THROWS_AS(any_family(binomial{}).check(target{5, 4}), invalid_argument);
    CHECK_NOTHROW(any_family(poisson{}).check(target{5, 4}));
}
