#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

composed_prior some_prior() {
    return composed_prior({prior_term::half_cauchy(2, 0.7), prior_term::normal(1, 2), prior_term::half_cauchy(1, 3)});
}

/// Of four coefficients and some parameters behind them.
void check_scales(auto const& prior, std::size_t dimension) {
    CHECK(prior.scale_count() == 2);
    CHECK(prior.has_learned());
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < dimension; ++i) of.push_back(prior.scale_of(i));
    std::vector<std::size_t> expected(dimension, 2);
    expected[0] = expected[1] = 0;
    expected[3] = 1;
    CHECK(of == expected);
    for (std::size_t i = 0; i < dimension; ++i) CHECK(prior.is_learned(i) == (expected[i] < 2));
    CHECK(prior.log_scale_density(1, 0.4, 0) == some_prior().log_scale_density(1, 0.4, 0));
    CHECK(prior.reference_scales()[1] == 3);
    auto const other = prior.with_scales(std::vector<double>{0.2, 0.5});
    CHECK(other.reference_scales()[0] == 0.2);
    CHECK(other.coefficients().reference_scales()[1] == 0.5);
}

}  // namespace

TEST_CASE("scales that are learned are those of the coefficients: a scale of the noise and cutpoints have none") {
    static_assert(ScaledPrior<noise_prior<composed_prior>> && !ScaledPrior<noise_prior<gaussian_prior>>);
    static_assert(ScaledPrior<ordinal_prior<composed_prior>> && !ScaledPrior<ordinal_prior<laplace_prior>>);
    check_scales(noise_prior(some_prior(), 10, {.prior_scale = 1}), 5);
    check_scales(ordinal_prior(some_prior(), vector_of({3, 4, 5, 6, 7, 8, 9})), 10);
}

TEST_CASE("the scales of a horseshoe stay below their common one") {
    composed_prior const own({prior_term::horseshoe(2, 0.7)});
    auto const check = [&](auto const& prior) {
        CHECK(prior.scale_above(0) == 3);
        CHECK(prior.scale_above(2) == 0);
        CHECK(prior.log_scale_density(2, 0.4, -1) == own.log_scale_density(2, 0.4, -1));
        CHECK(prior.log_scale_density(2, 0.4, -1) != own.log_scale_density(2, 0.4, 0));
    };
    check(noise_prior(own, 10, {.prior_scale = 1}));
    check(ordinal_prior(own, vector_of({3, 4, 5})));
}

TEST_CASE("where nothing is learned there are no scales, whatever the prior could have") {
    noise_prior const given(composed_prior({prior_term::normal(2, 1)}), 10, {.prior_scale = 1});
    CHECK(given.scale_count() == 0);
    CHECK_FALSE(given.has_learned());
    CHECK_FALSE(given.is_learned(0));
    CHECK_FALSE(noise_prior(gaussian_prior(1), 10, {.prior_scale = 1}).has_learned());
}

TEST_CASE("a prior of other coefficients than the model has is refused") {
    std::vector<double> const theta(9, 1.0);
    char const* const refusal = "the prior has 4 coefficients but the model has 8 columns; give every column its place in a term";
    CHECK_THROWS_WITH_AS(noise_prior(some_prior(), 10, {.prior_scale = 1}).gaussian_part(theta), refusal, invalid_argument);
    CHECK_THROWS_WITH_AS(ordinal_prior(some_prior(), vector_of({3, 4})).gaussian_part(theta), refusal, invalid_argument);
}
