#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the forecast is half the trace of the excess of one precision over the other") {
    // One parameter: A and H are numbers.
    auto const model = make_posterior(matrix_of({{1}, {2}, {-1}, {0.5}}), vector_of({1, 0, 1, 1}), 2);
    anchor const at = find_map(model, {.tolerance = 1e-20});
    joint const target(model, jaakkola_jordan::anchored(model, at.theta));
    double h = 0.25, a = 0.25;
    for (double const x : {1.0, 2.0, -1.0, 0.5}) {
        double const eta = x * at.theta(0);
        h += sigmoid(eta) * sigmoid(-eta) * x * x;
        a += jaakkola_jordan_curvature::everywhere(eta) * x * x;
    }
    forecast const expected = predict_cost(target, at);
    CHECK(expected.bright == doctest::Approx((a / h - 1) / 2).epsilon(1e-10));
    CHECK(expected.relaxation == doctest::Approx(a / h).epsilon(1e-10));
}

TEST_CASE("the forecast relaxation is that of the slowest direction, whichever it is") {
    // Two features that never meet: A and H are diagonal.
    auto const model = make_posterior(matrix_of({{3, 0}, {3, 0}, {-3, 0}, {0, 0.2}, {0, -0.2}}), vector_of({1, 1, 1, 1, 0}), 2);
    anchor const at = find_map(model, {.tolerance = 1e-20});
    forecast const expected = predict_cost(joint(model, jaakkola_jordan::anchored(model, at.theta)), at);
    double slowest = 0, sum = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        double h = 0.25, a = 0.25;
        for (row_index n = 0; n < 5; ++n) {
            double const x = datum_of(model, n).row[i], eta = datum_of(model, n).predictor(as_view(at.theta));
            h += sigmoid(eta) * sigmoid(-eta) * x * x;
            a += jaakkola_jordan_curvature::everywhere(eta) * x * x;
        }
        slowest = std::max(slowest, a / h);
        sum += a / h - 1;
    }
    CHECK(slowest > 1.02);
    CHECK(expected.relaxation == doctest::Approx(slowest).epsilon(1e-10));
    CHECK(expected.bright == doctest::Approx(sum / 2).epsilon(1e-10));
}

TEST_CASE("the proposal probability lies between a tenth of a datum and one half") {
    auto const dull = make_posterior(zeros(100, 2), zeros(100), 1);  // zero rows: nothing is ever bright
    anchor const at = find_map(dull);
    forecast const none_bright = predict_cost(joint(dull, jaakkola_jordan::anchored(dull, at.theta)), at);
    CHECK(none_bright.bright == doctest::Approx(0).scale(1));
    CHECK(none_bright.q == doctest::Approx(0.001));

    auto const few = make_posterior(matrix_of({{5}, {-5}, {6}}), vector_of({1, 0, 1}), 10);  // confident: loose bounds
    anchor const there = find_map(few);
    forecast const most = predict_cost(joint(few, jaakkola_jordan::anchored(few, there.theta)), there);
    CHECK(most.q == 0.5);
}

TEST_CASE("the forecast number of bright data is the one that a run sees, within five per cent" *
          doctest::test_suite("statistics")) {
    // synthetic, 4000 rows of 11 columns, seed 111; 200,000 iterations: M has a standard error of about 1 %. The forecast is first order
    // in 1/N.
    plan const plan(synthetic_posterior(4000, 11, 111), {.algorithm = algorithm_kind::firefly});
    judge([&](trial& run) {
        auto const chain = plan.make_chain({.seed = run.seed(1), .warm_up = 1000});
        std::vector<double> bright;
        for (std::size_t i = 0; i < run.times(200'000); ++i) {
            chain->advance();
            if (!chain->current().warm_up) bright.push_back(static_cast<double>(chain->current().z.bright));
        }
        estimate const observed = chain_mean(bright);
        double const expected = plan.expected()->bright;
        CHECK(observed.standard_error / observed.mean < 0.02);
        run.equal(observed, std::clamp(observed.mean, 0.95 * expected, 1.05 * expected));
    });
}
