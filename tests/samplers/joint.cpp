/// White box, for `whiten`.
module;
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.models;

using namespace firefly;

namespace {

auto small_model(std::size_t columns) {
    return posterior(logistic{}, gaussian_prior(1.5),
                     dense_rows(synthetic_logistic({.rows = 40, .columns = columns, .seed = 741})));
}

vector somewhere(std::size_t dimension, std::uint64_t seed) {
    vector d = zeros(dimension);
    random_source({.seed = seed}).normals(as_out(d));
    return d;
}

}  // namespace

TEST_CASE("the pseudo-prior is the collapsed bound times the Gaussian part of the prior, in every region") {
    auto const model = small_model(3);
    anchor const at = find_map(model);
    auto const bound = jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2));
    joint const target(model, bound);
    std::vector<double> scratch(3);
    for (std::size_t region = 0; region < 2; ++region)
        for (std::uint64_t seed = 742; seed < 746; ++seed) {
            vector const d = somewhere(3, seed);
            double const expected = bound.collapsed(region).value(as_view(d), scratch) +
                                    model.prior().gaussian_part(bound.anchor()).value(as_view(d), scratch);
            CHECK(target.pseudo_prior(region).value(as_view(d), scratch) == doctest::Approx(expected).epsilon(1e-12));
        }
}

TEST_CASE("the whitened pseudo-prior has its values: w = Lᵀ(θ − θ*)") {
    auto const model = small_model(3);
    joint const target(model, jaakkola_jordan::anchored(model, somewhere(3, 747)));
    whitening const& inner = target.inner();
    REQUIRE(inner.is_gaussian());
    CHECK(&inner == &target.inner());  // made once
    CHECK(inner.centre == to_vector(target.bound().anchor()));
    std::vector<double> scratch(3), d(3);
    for (std::uint64_t seed = 748; seed < 752; ++seed) {
        vector const white = somewhere(3, seed);
        inner.scale.unwhiten(as_view(white), d);
        CHECK(inner.log_density(as_view(white)) == doctest::Approx(target.pseudo_prior(0).value(d, scratch)).epsilon(1e-12));
    }
}

TEST_CASE("tails are heavy in coordinates of which a prior that is not Gaussian says more than the data") {
    using coordinates = std::vector<std::size_t>;
    auto const heavy = [](auto const& prior, row_index rows, vector const& anchor) {
        data_set const data = synthetic_logistic({.rows = rows, .columns = anchor.size(), .seed = 753});
        posterior const model(logistic{}, prior, dense_rows(data));
        return joint(model, jaakkola_jordan::anchored(model, anchor)).inner().heavy;
    };
    vector const origin = zeros(3), away = {0.01, 2, -0.02};
    composed_prior const mixed({prior_term::normal(1, 0.1), prior_term::laplace(1, 0.5), prior_term::student_t(1, 3, 0.5)});
    CHECK(heavy(gaussian_prior(0.1), 9, origin).empty());
    CHECK(heavy(laplace_prior(0.5), 9, origin) == coordinates{0, 1, 2});
    CHECK(heavy(student_t_prior(3, 0.5), 9, origin) == coordinates{0, 1, 2});
    CHECK(heavy(mixed, 9, origin) == coordinates{1, 2});
    // Away from its kink a Laplace prior has no curvature, and its Gaussian part is no narrower than the data alone.
    CHECK(heavy(laplace_prior(0.5), 9, away) == coordinates{0, 2});
    CHECK(heavy(mixed, 20'000, origin).empty());
}

TEST_CASE("a log density without a maximum has no Gaussian") {
    matrix saddle = zeros(2, 2);
    saddle(0, 0) = 1;
    saddle(1, 1) = -1;
    CHECK(!whiten(as_view(zeros(2)), quadratic(0, zeros(2), saddle)).is_gaussian());
}

TEST_CASE("a bound of another model is refused with both dimensions") {
    auto const model = small_model(3);
    CHECK_THROWS_WITH_AS(joint(model, jaakkola_jordan::untuned(small_model(2))),
                         "joint: the bound has 2 parameters but the model has 3; make the bound from this model", invalid_argument);
}
