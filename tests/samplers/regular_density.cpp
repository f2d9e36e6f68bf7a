#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/softmax_problem.hpp"

import firefly.external;
import firefly.samplers;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the regular density is the naive log posterior, around block boundaries") {
    for (row_index const rows : {1u, 100u, 4096u, 4097u, 9000u}) {
        CAPTURE(rows);
        auto const model = synthetic_posterior(rows, 3, 81);
        vector const start = vector_of({0.1, 0.2, -0.3});
        regular_density density(model, as_view(start));
        CHECK(density.current().theta == start);
        CHECK(density.current().log_density == doctest::Approx(naive_log_posterior(model, as_view(start))).epsilon(1e-12));
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            vector const theta = near(as_view(start), 1, seed);
            auto const expected = doctest::Approx(naive_log_posterior(model, as_view(theta))).epsilon(1e-12);
            CHECK(density.evaluate(as_view(theta)) == expected);
            vector gradient = zeros(3);
            CHECK(density.evaluate(as_view(theta), as_out(gradient)) == expected);
        }
    }
}

TEST_CASE("evaluate does not move a density, commit does, and every evaluation costs N queries") {
    auto const model = synthetic_posterior(50, 3, 82);
    vector const start = zeros(3), there = vector_of({1, 2, 3});
    regular_density density(model, as_view(start));
    auto const before = density.queries();
    double const value = density.evaluate(as_view(there));
    CHECK(density.queries() - before == 50);
    CHECK(density.current().theta == start);
    density.commit();
    CHECK(density.current().theta == there);
    CHECK(density.current().log_density == value);
    CHECK(density.queries() - before == 50);
}

TEST_CASE("the log density falls to minus infinity far out and is never NaN") {
    auto const model = synthetic_posterior(50, 2, 83);
    regular_density density(model, as_view(zeros(2)));
    for (double const far : {1e10, 1e100, 1e200, 1e308}) {
        CAPTURE(far);
        CHECK(density.evaluate(as_view(vector_of({far, -far}))) < -1e10);
    }
    CHECK(density.evaluate(as_view(vector_of({1e308, -1e308}))) == -infinity);
    // The likelihood itself is ∞ − ∞ where all classes' predictors are infinite.
    regular_density classes(make_softmax(matrix_of({{10}}), vector_of({1}), 3, 1), as_view(zeros(3)));
    CHECK(classes.evaluate(as_view(vector_of({1e308, 1e308, 1e308}))) == -infinity);
}

TEST_CASE("scratch vectors are as long as θ and stay where they are") {
    auto const model = synthetic_posterior(50, 3, 84);
    regular_density density(model, as_view(zeros(3)));
    vector_out const first = density.scratch(0);
    first[2] = 7;
    CHECK(density.scratch(9).size() == 3);
    CHECK(density.scratch(0).data() == first.data());
    CHECK(density.scratch(0)[2] == 7);
}

TEST_CASE("a start of the wrong dimension is refused by either density") {
    auto const model = synthetic_posterior(50, 3, 85);
    joint const target(model, jaakkola_jordan::untuned(model));
    CHECK_THROWS_WITH_AS(regular_density(model, as_view(zeros(2))), "start: theta has 2 numbers but the model has 3 parameters",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(firefly_density(target, as_view(zeros(4))), "start: theta has 4 numbers but the model has 3 parameters",
                         invalid_argument);
}

TEST_CASE("a start at which the density is zero is refused by either density: no kernel could leave it") {
    auto const model = synthetic_posterior(50, 3, 86);
    joint const target(model, jaakkola_jordan::untuned(model));
    vector const nowhere = to_vector(std::vector{1e300, 1e300, 1e300});
    CHECK_THROWS_AS(regular_density(model, as_view(nowhere)), invalid_argument);
    CHECK_THROWS_AS(firefly_density(target, as_view(nowhere)), invalid_argument);
}
