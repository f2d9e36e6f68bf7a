#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

logistic_posterior mixed() {
    return make_posterior(matrix_of({{1, 0.5, -1.2},
                                     {1, -0.3, 0.8},
                                     {1, 1.7, 0.1},
                                     {1, -2.1, -0.6},
                                     {1, 0.9, 1.4},
                                     {1, -0.8, 0.3},
                                     {1, 0.2, -2.0},
                                     {1, 1.1, 0.7}}),
                          vector_of({1, 0, 1, 0, 1, 1, 0, 0}), 2);
}

logistic_posterior separable() {
    return make_posterior(matrix_of({{-2}, {-1}, {1}, {3}}), vector_of({0, 0, 1, 1}), 10);
}

/// ∇ log posterior, datum by datum.
std::vector<double> gradient(logistic_posterior const& model, vector_view theta) {
    std::vector<double> g(theta.size());
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = -theta[i] / (model.prior().scale() * model.prior().scale());
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        for (std::size_t i = 0; i < g.size(); ++i) g[i] += (d.target - sigmoid(d.predictor(theta))) * d.row[i];
    }
    return g;
}

/// −∇² log posterior, datum by datum.
matrix hessian(logistic_posterior const& model, vector_view theta) {
    matrix h = zeros(theta.size(), theta.size());
    for (std::size_t i = 0; i < theta.size(); ++i) h(i, i) = 1 / (model.prior().scale() * model.prior().scale());
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        double const eta = d.predictor(theta);
        for (std::size_t i = 0; i < theta.size(); ++i)
            for (std::size_t j = 0; j < theta.size(); ++j) h(i, j) += sigmoid(eta) * sigmoid(-eta) * d.row[i] * d.row[j];
    }
    return h;
}

}  // namespace

TEST_CASE("the MAP is that of scikit-learn") {
    // scikit-learn 1.9.1, newton-cholesky, tol 1e-14: anchor_reference.py
    double const reference[] = {-0.08380388657543694, 0.6337388167959896, 0.23604989912964236};
    anchor const at = find_map(mixed(), {.tolerance = 1e-20});
    REQUIRE(at.theta.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(at.theta(i) == doctest::Approx(reference[i]).epsilon(1e-9));
    CHECK(at.log_posterior == doctest::Approx(-4.938343828958757).epsilon(1e-12));
    CHECK(at.decrement < 1e-20);
}

TEST_CASE("separable data have a MAP under a proper prior") {
    // scikit-learn 1.9.1, newton-cholesky, tol 1e-14: anchor_reference.py
    anchor const at = find_map(separable(), {.tolerance = 1e-20});
    CHECK(at.theta(0) == doctest::Approx(3.930499204058472).epsilon(1e-9));
    CHECK(at.log_posterior == doctest::Approx(-0.11652432449544595).epsilon(1e-12));
}

TEST_CASE("the gradient vanishes at the MAP, to what the tolerance promises") {
    for (auto const& model : {mixed(), separable(), synthetic_posterior(5000, 5, 71)}) {
        anchor const at = find_map(model);
        std::vector<double> const g = gradient(model, as_view(at.theta));
        auto step = g;
        at.precision.solve(step);
        CHECK(std::abs(dot(g, step) - at.decrement) < 1e-12);
        CHECK(at.decrement < 1e-8);
        CHECK(at.passes < 20);
        CHECK(at.log_posterior == doctest::Approx(naive_log_posterior(model, as_view(at.theta))).epsilon(1e-12));
    }
}

TEST_CASE("the precision at the MAP is the posterior's curvature there") {
    auto const model = synthetic_posterior(500, 4, 72);
    anchor const at = find_map(model);
    matrix const h = hessian(model, as_view(at.theta));
    matrix const& lower = at.precision.lower();
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < 4; ++k) product += lower(i, k) * lower(j, k);
            CHECK(product == doctest::Approx(h(i, j)).epsilon(1e-11).scale(1));
        }
}

TEST_CASE("features of very different sizes are no obstacle") {
    // The last column is 1e4 times the others: a full Newton step from 0 is too long, and must be halved.
    matrix features = zeros(200, 3);
    random_source({.seed = 73}).normals({features.data(), features.size()});
    vector target = zeros(200);
    for (std::size_t n = 0; n < 200; ++n) {
        target(n) = features(n, 0) + features(n, 2) > 0 ? 1 : 0;
        features(n, 2) *= 1e4;
    }
    auto const model = make_posterior(features, target, 100);
    anchor const at = find_map(model);
    CHECK(at.decrement < 1e-8);
    CHECK(naive_log_posterior(model, as_view(at.theta)) > naive_log_posterior(model, as_view(zeros(3))));
}

TEST_CASE("a search that is given too few steps says so, and what to do") {
    CHECK_THROWS_WITH_AS(find_map(separable(), {.max_steps = 2}),
                         doctest::Contains("find_map: no maximum after 2 passes (squared Newton decrement "), numerical_error);
    CHECK_THROWS_WITH_AS(find_map(separable(), {.max_steps = 2}),
                         doctest::Contains("give the prior a smaller scale or raise max_steps"), numerical_error);
}
