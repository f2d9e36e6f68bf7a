/// The exported surface: a user needs one import, and finds every family behind it.
#include <doctest/doctest.h>

#include <type_traits>

import firefly;

TEST_CASE("one import brings every family") {
    static_assert(firefly::Random<firefly::random_source>);
    static_assert(firefly::RowSource<firefly::dense_rows>);
    static_assert(firefly::Likelihood<firefly::logistic>);
    static_assert(firefly::Likelihood<firefly::student_t>);
    static_assert(firefly::Prior<firefly::gaussian_prior>);
    static_assert(firefly::Prior<firefly::laplace_prior>);
    static_assert(firefly::Bound<firefly::jaakkola_jordan>);
    static_assert(firefly::Bound<firefly::student_t_bound>);
    static_assert(firefly::Adaptive<firefly::random_walk>);

    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1.0),
                                   firefly::dense_rows(firefly::matrix{{1.0}, {2.0}}, firefly::vector{0.0, 1.0}));
    static_assert(firefly::Model<std::remove_cvref_t<decltype(model)>>);
    using density = firefly::firefly_density<std::remove_cvref_t<decltype(model)>, firefly::jaakkola_jordan>;
    static_assert(firefly::Density<density> && firefly::BrightnessTarget<density>);
    static_assert(firefly::Density<firefly::regular_density<std::remove_cvref_t<decltype(model)>>>);

    auto const stream = firefly::sample(model, {.seed = 1, .warm_up = 10});
    firefly::vector const theta = stream.begin()->theta;
    CHECK(theta.size() == 1);
    auto const parts = firefly::sample(firefly::dense_rows(firefly::matrix{{1.0}, {2.0}}, firefly::vector{0.0, 1.0}),
                                       firefly::logistic{}, firefly::gaussian_prior(1.0), {.seed = 1, .warm_up = 10});
    CHECK(parts.begin()->theta(0) == theta(0));
    CHECK(firefly::summarise("x", firefly::scalar_draws(firefly::vector{1.0, 2.0, 3.0, 4.0})).mean == 2.5);
    CHECK(firefly::coefficients({"x", "y"}).size() == 2);
}

TEST_CASE("everything firefly throws is a firefly::error") {
    CHECK_THROWS_AS(firefly::gaussian_prior(0), firefly::error);
    CHECK_THROWS_AS(firefly::read_csv("no such file.csv", {.target = "y"}), firefly::error);
}
