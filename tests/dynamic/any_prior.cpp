#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

import firefly;

using namespace firefly;

namespace {

/// log p(θ) up to a constant, seen from an origin.
double log_density(any_prior const& prior, vector const& origin, vector const& displacement) {
    vector gradient = zeros(origin.size());
    return prior.gaussian_part(as_view(origin)).value(as_view(displacement), as_out(gradient)) +
           prior.remainder(as_view(origin), as_view(displacement));
}

}  // namespace

TEST_CASE("without a scale of their own, intercepts have the prior of all") {
    auto const origin = to_vector(std::vector{0.5, -1.0, 2.0, 0.0}), step = to_vector(std::vector{1.0, 0.5, -1.0, 0.25});
    any_prior const plain(gaussian_prior(2)), same(gaussian_prior(2), 1, 2);
    gaussian_prior const itself(2);
    CHECK(log_density(plain, origin, step) == log_density(same, origin, step));
    CHECK(plain.gaussian_part(as_view(origin)).constant() == itself.gaussian_part(as_view(origin)).constant());
}

TEST_CASE("an intercept with its own scale has the density of that scale") {
    // Two classes of two columns: coordinates 0 and 2 are intercepts with scale 6, the others have scale 2.
    any_prior const prior(gaussian_prior(2), 3, 2);
    auto const origin = to_vector(std::vector{0.5, -1.0, 2.0, 0.0}), step = to_vector(std::vector{1.0, 0.5, -1.0, 0.25});
    double expected = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        double const scale = i % 2 == 0 ? 6 : 2, from = origin(i), to = origin(i) + step(i);
        expected += (from * from - to * to) / (2 * scale * scale);
    }
    vector const nowhere = zeros(4);
    CHECK(log_density(prior, origin, step) - log_density(prior, origin, nowhere) == doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("the gradient of what is not Gaussian is that of its value, intercepts included") {
    any_prior const prior(laplace_prior(2), 3, 2);
    auto const origin = to_vector(std::vector{0.5, -1.0}), step = to_vector(std::vector{1.0, 0.5});
    vector gradient = zeros(2);
    prior.add_remainder_gradient(as_view(origin), as_view(step), as_out(gradient));
    for (std::size_t i = 0; i < 2; ++i) {
        vector up = step, down = step;
        up(i) += 1e-6;
        down(i) -= 1e-6;
        double const slope =
            (prior.remainder(as_view(origin), as_view(up)) - prior.remainder(as_view(origin), as_view(down))) / 2e-6;
        CHECK(gradient(i) == doctest::Approx(slope).epsilon(1e-6));
    }
}
