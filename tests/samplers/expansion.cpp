/// The log posterior of several predictors to second order, and the way to its maximum.
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

softmax_posterior mixed() {
    return make_softmax(
        matrix_of({{1, 0.5}, {1, -0.3}, {1, 1.7}, {1, -2.1}, {1, 0.9}, {1, -0.8}, {1, 0.2}, {1, 1.1}, {1, -1.4}, {1, 2.3}}),
        vector_of({1, 0, 2, 0, 1, 1, 0, 2, 0, 1}), 3, 2);
}

/// ∇ log posterior, datum by datum.
numbers gradient(softmax_posterior const& model, vector_view theta) {
    numbers g(theta.size());
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = -theta[i] / (model.prior().scale() * model.prior().scale());
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        auto const d = datum_of(model, n);
        auto const p = probabilities(d.predictors(theta));
        for (std::size_t i = 0; i < g.size(); ++i) {
            std::size_t const k = i / d.row.size();
            g[i] += ((k == d.target ? 1 : 0) - static_cast<double>(p[k])) * d.row[i % d.row.size()];
        }
    }
    return g;
}

}  // namespace

TEST_CASE("the MAP of a softmax regression is that of scikit-learn") {
    // scikit-learn 1.9.1, newton-cholesky, tol 1e-14: softmax_anchor_reference.py
    double const reference[] = {0.3177503986739373, -1.1080520326746748, 0.3875653316947761,
                                0.2910806099076504, -0.7053157303687142, 0.8169714227670224};
    anchor const at = find_map(mixed(), {.tolerance = 1e-20});
    REQUIRE(at.theta.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(at.theta(i) == doctest::Approx(reference[i]).epsilon(1e-9));
    CHECK(at.log_posterior == doctest::Approx(-7.641702431318467).epsilon(1e-12));
    CHECK(at.decrement < 1e-20);
}

TEST_CASE("at the MAP of a softmax regression the gradient vanishes and H is the curvature") {
    auto const model = synthetic_softmax(5000, 3, 3, 71);
    anchor const at = find_map(model);
    numbers const g = gradient(model, as_view(at.theta));
    auto step = g;
    at.precision.solve(step);
    CHECK(std::abs(dot(g, step) - at.decrement) < 1e-10);
    CHECK(at.passes < 20);
    CHECK(at.log_posterior == doctest::Approx(naive_log_posterior(model, as_view(at.theta))).epsilon(1e-12));

    // H as differences of the gradient, step 1e-4: good to 1e-6 of its size
    matrix const& lower = at.precision.lower();
    for (std::size_t i = 0; i < 9; ++i) {
        vector above = at.theta, below = at.theta;
        above(i) += 1e-4;
        below(i) -= 1e-4;
        numbers const up = gradient(model, as_view(above)), down = gradient(model, as_view(below));
        for (std::size_t j = 0; j < 9; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < 9; ++k) product += lower(i, k) * lower(j, k);
            CHECK(product == doctest::Approx((down[j] - up[j]) / 2e-4).epsilon(1e-6).scale(1000));
        }
    }
}

TEST_CASE("all classes' weights of one feature add up to zero at the MAP: only the prior holds their sum") {
    auto const model = synthetic_softmax(500, 2, 4, 72);
    vector const theta = find_map(model, {.tolerance = 1e-20}).theta;
    for (std::size_t d = 0; d < 2; ++d) CHECK(std::abs(theta(d) + theta(2 + d) + theta(4 + d) + theta(6 + d)) < 1e-9);
}

TEST_CASE("two classes have the MAP of logistic regression with a prior of twice the variance") {
    // θ_1 − θ_0 of two independent N(0, s²)
    auto const two = synthetic_softmax(300, 3, 2, 73);
    matrix features = zeros(300, 3);
    vector target = zeros(300);
    for (row_index n = 0; n < 300; ++n) {
        for (std::size_t d = 0; d < 3; ++d) features(n, d) = datum_of(two, n).row[d];
        target(n) = static_cast<double>(datum_of(two, n).target);
    }
    vector const both = find_map(two, {.tolerance = 1e-20}).theta;
    vector const difference = find_map(make_posterior(features, target, std::sqrt(2.0)), {.tolerance = 1e-20}).theta;
    for (std::size_t d = 0; d < 3; ++d) CHECK(both(3 + d) - both(d) == doctest::Approx(difference(d)).epsilon(1e-9));
}
