#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a posterior has one parameter a column, and its copies share the rows") {
    auto const model = make_posterior(matrix_of({{1, 2, 3}, {4, 5, 6}}), vector_of({0, 1}), 2.5);
    auto const copy = model;
    CHECK(model.dimension() == 3);
    CHECK(model.prior().scale() == 2.5);
    CHECK(&copy.rows() == &model.rows());
    CHECK(&copy.likelihood() == &model.likelihood());
}

TEST_CASE("a posterior checks every target, beyond the first block too") {
    matrix features = zeros(block_rows + 10, 1);
    vector target = zeros(block_rows + 10);
    target(block_rows + 7) = 3;
    for (row_index const last : {row_index{0}, block_rows - 1, block_rows, block_rows + 9}) {
        vector one = zeros(block_rows + 10);
        one(last) = 3;
        CHECK_THROWS_AS(make_posterior(features, one, 1), invalid_argument);
    }
    CHECK_THROWS_WITH_AS(make_posterior(features, target, 1),
                         "logistic: a target must be 0 or 1, got 3; code the two classes as 0 and 1 (row 4103, counted from 0)",
                         invalid_argument);
}

TEST_CASE("a posterior refuses rows whose targets have another number of numbers than its likelihood takes") {
    dense_rows const rows(matrix_of({{1}, {2}}), vector_of({0, 1}));
    CHECK_THROWS_WITH_AS(
        posterior(binomial{}, gaussian_prior(1), rows),
        "posterior: this likelihood takes targets of 2 numbers, and the rows have 1; give rows with the case numbers that "
        "it needs (cased_rows)",
        invalid_argument);
    auto const cased = rows_with_cases(matrix_of({{1}, {2}}), vector_of({0, 1}), {.trials = vector_of({1, 3})});
    CHECK_NOTHROW(posterior(binomial{}, gaussian_prior(1), cased));
    CHECK_THROWS_AS(posterior(logistic{}, gaussian_prior(1), cased), invalid_argument);
    auto const wrong = rows_with_cases(matrix_of({{1}, {2}}), vector_of({0, 4}), {.trials = vector_of({1, 3})});
    CHECK_THROWS_WITH_AS(posterior(binomial{}, gaussian_prior(1), wrong),
                         "binomial: 4 of 3 trials succeed; the target is a count of successes (row 1, counted from 0)",
                         invalid_argument);
}
