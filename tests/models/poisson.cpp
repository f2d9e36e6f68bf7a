#include <cmath>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("Poisson's ψ and its slope have a relative error below 2e-15, for tiny steps and far ones") {
    check_falls("poisson", [](auto const&) { return poisson{}; }, 2e-15);
}

TEST_CASE("Poisson's derivatives, ψ and curvature are those of its likelihood, which adds up to one") {
    check_definitions(poisson{}, {0, 1, 12});
    for (double const eta : {-5.0, 0.0, 1.3, 5.0}) CHECK(sum_over_counts(poisson{}, eta) == doctest::Approx(1).epsilon(1e-12));
    CHECK(poisson{}.log_likelihood_of(3, 0.5) + poisson{}.log_constant(3) == doctest::Approx(1.5 - std::exp(0.5) - std::log(6)));
}

TEST_CASE("of a large count the log likelihood is zero at its top, so that sums of many keep their digits") {
    CHECK(std::abs(poisson{}.log_likelihood_of(1e12, std::log(1e12))) < 1e-15);
    CHECK(poisson{}.log_likelihood_of(1e12, std::log(1e12) + 1e-6) == doctest::Approx(-0.5).epsilon(1e-5));
}

TEST_CASE("a count of zero is certain where the mean vanishes") {
    CHECK(poisson{}.log_likelihood_of(0, -infinity) == 0);
}

TEST_CASE("Poisson's secants are largest at the upper end and least at the lower, whatever the count") {
    check_secants(poisson{}, [](auto& random) { return static_cast<double>(random.pick(100)); }, 30);
    CHECK(poisson{}.secants_within(0, 1, -2, 3).most == poisson{}.secants_within(50, 1, -2, 3).most);
}

TEST_CASE("Poisson has no bound everywhere, but one without a lower end") {
    CHECK_FALSE(poisson::has_bound_everywhere);
    auto const [most, least] = poisson{}.secants_within(2, 0.3, -infinity, infinity);
    CHECK(most == infinity);
    CHECK(least == 0);
    CHECK(poisson{}.secants_within(2, 0.3, -infinity, 1).most == poisson{}.secants_within(2, 0.3, -1, 1).most);
}

TEST_CASE("Poisson refuses what is no count") {
    for (double const count : {0.0, 1.0, 1e15}) CHECK_NOTHROW(poisson{}.check(count));
    for (double const value : {-1.0, 1.5, 1.1e15, infinity, no_number}) CHECK_THROWS_AS(poisson{}.check(value), invalid_argument);
    CHECK_THROWS_WITH_AS(poisson{}.check(1.5), "poisson: a target must be a count (0, 1, 2, …), got 1.5", invalid_argument);
    CHECK_THROWS_WITH_AS(poisson{}.check(-1), "poisson: a target must be a count (0, 1, 2, …), got -1", invalid_argument);
}
