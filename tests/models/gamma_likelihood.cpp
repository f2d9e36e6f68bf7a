#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// ∫ e^ℓ dy, over u = log y.
double total(gamma_likelihood const& likelihood, double eta) {
    auto const density = [&](double u) {
        double const y = std::exp(u);
        return std::exp(likelihood.log_likelihood_of(y, eta) + likelihood.log_constant(y) + u);
    };
    return integral(density, eta - 70, eta + 6, 4000);
}

}  // namespace

TEST_CASE("gamma's ψ and its slope have a relative error below 2e-15, for tiny steps and far ones") {
    check_falls("gamma_likelihood", [](auto const& r) { return gamma_likelihood({.shape = r.first_setting}); }, 2e-15);
}

TEST_CASE("gamma's derivatives, ψ and curvature are those of its likelihood, which is a density") {
    check_definitions(gamma_likelihood({.shape = 2.5}), {0.1, 1, 12});
    for (double const shape : {0.5, 1.0, 7.0})
        for (double const eta : {-3.0, 0.0, 4.0})
            CHECK(total(gamma_likelihood({.shape = shape}), eta) == doctest::Approx(1).epsilon(1e-12));
    CHECK(gamma_likelihood{}.shape() == 1);
}

TEST_CASE("gamma's secants are largest at the lower end and least at the upper") {
    check_secants(gamma_likelihood({.shape = 2.5}), [](auto& random) { return random.exponential(); }, 30);
}

TEST_CASE("gamma has no bound everywhere, but one without an upper end") {
    CHECK_FALSE(gamma_likelihood::has_bound_everywhere);
    gamma_likelihood const likelihood;
    auto const [most, least] = likelihood.secants_within(2, 0.3, -infinity, infinity);
    CHECK(most == infinity);
    CHECK(least == 0);
    CHECK(likelihood.secants_within(2, 0.3, -1, infinity).most == likelihood.secants_within(2, 0.3, -1, 1).most);
}

TEST_CASE("gamma says what is wrong with its shape and its targets") {
    for (double const value : {0.0, -1.0, infinity, no_number})
        CHECK_THROWS_AS(gamma_likelihood({.shape = value}), invalid_argument);
    CHECK_THROWS_WITH_AS(gamma_likelihood({.shape = -1}), "gamma_likelihood: shape must be positive and finite, got -1",
                         invalid_argument);
    CHECK_NOTHROW(gamma_likelihood{}.check(1e-300));
    for (double const value : {0.0, -1.0, infinity, no_number}) CHECK_THROWS_AS(gamma_likelihood{}.check(value), invalid_argument);
    CHECK_THROWS_WITH_AS(gamma_likelihood{}.check(0), "gamma_likelihood: a target must be positive and finite, got 0",
                         invalid_argument);
}
