#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/softmax_problem.hpp"

import firefly.external;
import firefly.kernels;

using namespace firefly;
using namespace firefly::testing;

namespace {

independence laplace_proposals(anchor const& at, std::size_t batch) {
    return independence({.centre = at.theta, .shape = preconditioner(at.precision), .batch = batch});
}

}  // namespace

TEST_CASE("many points at a time have the log densities that they have one by one, logistic and softmax") {
    auto const compare = [](auto const& model, std::uint64_t seed) {
        anchor const at = find_map(model);
        regular_density density(model, as_view(at.theta));
        std::size_t const size = at.theta.size();
        std::vector<double> points(5 * size), values(5);
        random_source({.seed = seed}).normals(points);
        density.evaluate_many({points.data(), 5, size}, values);
        CHECK(density.queries() == 6 * model.rows().rows());
        for (std::size_t p = 0; p < 5; ++p) {
            vector_view const theta = vector_view(points).subspan(p * size, size);
            CHECK(density.evaluate(theta) == doctest::Approx(values[p]).epsilon(1e-12));
        }
    };
    compare(synthetic_posterior(5000, 3, 761), 762);  // more than one block
    compare(synthetic_softmax(300, 2, 3, 763), 764);
}

TEST_CASE("draws by independence Metropolis do not depend on how many proposals are evaluated at a time, but for the order") {
    auto const model = synthetic_posterior(50, 2, 765);
    anchor const at = find_map(model);
    for (std::size_t const batch : {1u, 7u}) {
        auto const chain = make_regular_chain(model, laplace_proposals(at, batch), {.seed = 3, .warm_up = 0}, as_view(at.theta));
        std::uint64_t queries = 0;
        for (int i = 0; i < 70; ++i) {
            chain->advance();
            queries += chain->current().queries();
        }
        CHECK(queries == 50 * 70);
        CHECK(chain->state().kernel.log_densities.empty());
    }
}

TEST_CASE("independence Metropolis has the moments that random walks have" * doctest::test_suite("statistics")) {
    // synthetic 60 x 2, seed 766; 60,000 and 200,000 iterations
    auto const model = synthetic_posterior(60, 2, 766);
    anchor const at = find_map(model);
    judge([&](trial& run) {
        auto const moments = [&](auto const& chain, std::size_t size) {
            std::vector<std::vector<double>> values(5);
            for (std::size_t i = 0; i < size; ++i) {
                chain->advance();
                vector const d = chain->current().theta - at.theta;
                values[0].push_back(d(0));
                values[1].push_back(d(1));
                values[2].push_back(d(0) * d(0));
                values[3].push_back(d(0) * d(1));
                values[4].push_back(d(1) * d(1));
            }
            std::vector<estimate> result;
            for (auto const& v : values) result.push_back(chain_mean(v));
            return result;
        };
        auto const ours =
            moments(make_regular_chain(model, laplace_proposals(at, 16), {.seed = run.seed(767), .warm_up = 0}, as_view(at.theta)),
                    run.times(60'000));
        random_walk const walk({.step = 1.7, .shape = preconditioner(at.precision)});
        auto const control =
            moments(make_regular_chain(model, walk, {.seed = run.seed(768), .warm_up = 0}, as_view(at.theta)), run.times(200'000));
        for (std::size_t i = 0; i < 5; ++i) run.equal(ours[i], control[i]);
    });
}

TEST_CASE("independence Metropolis refuses an empty batch and a centre that is not finite") {
    CHECK_THROWS_WITH_AS(independence({.centre = vector_of({0}), .shape = {}, .batch = 0}),
                         "independence: batch must be at least 1", invalid_argument);
    CHECK_THROWS_AS(independence({.centre = vector_of({infinity}), .shape = {}}), invalid_argument);
}

TEST_CASE("where scales are learned no proposal waits for a step at other scales") {
    posterior const model(logistic{}, composed_prior({prior_term::half_cauchy(2, 1)}), synthetic_posterior(50, 2, 765).rows());
    anchor const at = find_map(model);
    regular_density density(model, as_view(at.theta));
    auto const kernel = laplace_proposals(at, 7);
    auto state = kernel.start();
    random_source random({.seed = 767});
    kernel.step(density, state, random);
    CHECK(state.log_densities.empty());
}
