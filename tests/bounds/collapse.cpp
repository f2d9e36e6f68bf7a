#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Where the bound of datum n touches and how it is curved: anything that differs from datum to datum.
tangent touch_of(double at_origin, double target, row_index n) {
    double const k = static_cast<double>(n % 7);
    return {at_origin + (n % 3 == 0 ? 0 : 0.3 * k - target), 0.1 + 0.05 * k};
}

/// Σ_n ℓ(η*) + ℓ'(η*) δ − ½kδ², term by term.
double naive_sum(logistic_posterior const& model, vector_view origin, vector_view theta) {
    double sum = 0;
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        tangent const at = touch_of(d.predictor(origin), d.target, n);
        double const sign = 2 * d.target - 1, delta = d.predictor(theta) - at.eta;
        sum += log_sigmoid(sign * at.eta) + sign * sigmoid(-sign * at.eta) * delta - at.curvature * delta * delta / 2;
    }
    return sum;
}

}  // namespace

TEST_CASE("tangents that touch anywhere collapse to their sum, around any origin and over more than one block") {
    auto const model = synthetic_posterior(block_rows + 5, 3, 721);
    for (vector const& origin : {zeros(3), vector_of({0.4, -1, 2})}) {
        quadratic const sum = collapse(model, as_view(origin), touch_of);
        std::vector<double> scratch(3);
        for (std::uint64_t seed = 722; seed < 732; ++seed) {
            vector const theta = near(as_view(origin), 1, seed), d = theta - origin;
            CHECK(sum.value(as_view(d), scratch) ==
                  doctest::Approx(naive_sum(model, as_view(origin), as_view(theta))).epsilon(1e-11));
        }
    }
}

TEST_CASE("tangents that touch at the origin collapse to the log likelihood there and its gradient") {
    auto const model = synthetic_posterior(50, 2, 733);
    vector const origin = vector_of({0.5, -0.2});
    quadratic const sum = collapse(model, as_view(origin), [](double eta, double, row_index) { return tangent{eta, 0.25}; });
    double log_likelihood = 0;
    vector gradient = zeros(2), gram = zeros(2);
    for (row_index n = 0; n < 50; ++n) {
        datum const d = datum_of(model, n);
        log_likelihood += d.log_likelihood(as_view(origin));
        for (std::size_t i = 0; i < 2; ++i) {
            gradient(i) += (d.target - sigmoid(d.predictor(as_view(origin)))) * d.row[i];
            gram(i) += d.row[i] * d.row[i];
        }
    }
    CHECK(sum.constant() == doctest::Approx(log_likelihood).epsilon(1e-13));
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(sum.gradient()(i) == doctest::Approx(gradient(i)).epsilon(1e-12));
        CHECK(sum.precision()(i, i) == doctest::Approx(gram(i) / 4).epsilon(1e-13));
    }
}
