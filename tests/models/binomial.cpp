#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

using target = std::array<double, 2>;

with_cases<binomial> of_trials(double trials) {
    return {binomial{}, {trials}};
}

}  // namespace

TEST_CASE("the binomial derivatives, ψ and curvature are those of its likelihood") {
    check_definitions(of_trials(1), {0, 1});
    check_definitions(of_trials(12), {0, 1, 5, 12});
}

TEST_CASE("the binomial probabilities of all counts add up to one, and are those of the definition") {
    for (double const trials : {1.0, 2.0, 30.0})
        for (double const eta : {-4.0, 0.0, 1.3}) {
            double sum = 0;
            for (double y = 0; y <= trials; ++y) {
                target const both{y, trials};
                double const log_choose = std::lgamma(trials + 1) - std::lgamma(y + 1) - std::lgamma(trials - y + 1);
                double const value = binomial{}.log_likelihood_of(both, eta) + binomial{}.log_constant(both);
                CHECK(value ==
                      doctest::Approx(log_choose - y * std::log1p(std::exp(-eta)) - (trials - y) * std::log1p(std::exp(eta)))
                          .epsilon(1e-12));
                sum += std::exp(value);
            }
            CHECK(sum == doctest::Approx(1).epsilon(1e-12));
        }
}

TEST_CASE("one trial is a logistic datum") {
    double value = 0;
    for (double const y : {0.0, 1.0})
        for (double const eta : {-30.0, -1.0, 0.0, 2.5, 700.0}) {
            logistic{}.log_likelihood({&y, 1}, {&eta, 1}, {&value, 1});
            CHECK(binomial{}.log_likelihood_of(target{y, 1}, eta) == doctest::Approx(value).epsilon(1e-15));
        }
}

TEST_CASE("the binomial log likelihood is zero at its top, so that sums over many trials keep their digits") {
    target const many{3e14, 1e15};
    double const top = std::log(3.0 / 7);
    CHECK(std::abs(binomial{}.log_likelihood_of(many, top)) < 1);
    // ½ w δ² with w = n p (1 − p)
    CHECK(binomial{}.log_likelihood_of(many, top + 1e-7) == doctest::Approx(-0.5 * 2.1e14 * 1e-14).epsilon(1e-5));
}

TEST_CASE("the binomial secants are largest where the curvature is mirrored, or at the end nearest to that") {
    check_secants(of_trials(7), [](auto& random) { return static_cast<double>(random.pick(8)); }, 25);
    CHECK(binomial::has_bound_everywhere);
}

TEST_CASE("the binomial likelihood says what is wrong with successes and trials") {
    for (target const& both : {target{0, 1}, {3, 3}, {1e15, 1e15}}) CHECK_NOTHROW(binomial{}.check(both));
    CHECK_THROWS_WITH_AS(binomial{}.check(target{-1, 3}), "binomial: a target must be a count (0, 1, 2, …), got -1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(binomial{}.check(target{1, 2.5}), "binomial: trials must be a count of at least 1, got 2.5",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(binomial{}.check(target{0, 0}), "binomial: trials must be a count of at least 1, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(binomial{}.check(target{4, 3}), "binomial: 4 of 3 trials succeed; the target is a count of successes",
                         invalid_argument);
    CHECK_THROWS_AS(binomial{}.check(target{1, no_number}), invalid_argument);
    CHECK_THROWS_AS(binomial{}.check(target{1, infinity}), invalid_argument);
}
