#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the first rows of a larger synthetic set are those of a smaller one") {
    data_set const small = synthetic_logistic({.rows = 100, .columns = 5, .seed = 3});
    data_set const large = synthetic_logistic({.rows = 1000, .columns = 5, .seed = 3});
    CHECK(std::equal(small.features.begin(), small.features.end(), large.features.begin()));
    CHECK(std::equal(small.target.begin(), small.target.end(), large.target.begin()));
}

TEST_CASE("rows of a synthetic set differ") {
    data_set const data = synthetic_logistic({.rows = 500, .columns = 3});
    std::set<double> first, second;
    for (std::size_t n = 0; n < 500; ++n) {
        first.insert(data.features(n, 1));
        second.insert(data.features(n, 2));
    }
    CHECK(first.size() == 500);
    CHECK(second.size() == 500);
}

TEST_CASE("another seed gives other data") {
    data_set const one = synthetic_logistic({.rows = 10, .columns = 3, .seed = 1});
    data_set const two = synthetic_logistic({.rows = 10, .columns = 3, .seed = 2});
    CHECK(!std::equal(one.features.begin(), one.features.end(), two.features.begin()));
}

TEST_CASE("a synthetic set names its columns and classes, and begins with an intercept") {
    data_set const data = synthetic_logistic({.rows = 50, .columns = 4, .seed = 1});
    CHECK(data.columns == std::vector<std::string>{"(intercept)", "x1", "x2", "x3"});
    CHECK(data.labels == std::vector<std::string>{"0", "1"});
    CHECK(data.target_name == "y");
    for (std::size_t n = 0; n < 50; ++n) {
        CHECK(data.features(n, 0) == 1);
        CHECK((data.target(n) == 0 || data.target(n) == 1));
    }
}

TEST_CASE("synthetic features have mean zero and variance 9/D" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        std::size_t const rows = run.times(20'000);
        data_set const data = synthetic_logistic({.rows = rows, .columns = 6, .seed = run.seed(4)});
        for (std::size_t d = 1; d < 6; ++d) {
            std::vector<double> values, squares;
            for (std::size_t n = 0; n < rows; ++n) {
                values.push_back(data.features(n, d));
                squares.push_back(data.features(n, d) * data.features(n, d));
            }
            run.equal(independent_mean(values), 0, "mean");
            run.equal(independent_mean(squares), 9.0 / 6, "square");
        }
    });
}

TEST_CASE("both classes of a synthetic set are frequent") {
    data_set const data = synthetic_logistic({.rows = 20'000, .columns = 6, .seed = 4});
    double const rate = std::accumulate(data.target.begin(), data.target.end(), 0.0) / 20'000;
    CHECK(rate > 0.05);
    CHECK(rate < 0.95);
}

TEST_CASE("synthetic targets follow the logistic model that the seed stands for" * doctest::test_suite("statistics")) {
    // At the MAP the score of the likelihood is the prior's pull, so this asks more: P(y = 1) = σ(x·θ) in five bins of σ. θ* is within a
    // few hundredths of the truth.
    judge([](trial& run) {
        row_index const rows = run.times(20'000);
        auto const model = synthetic_posterior(rows, 4, run.seed(5));
        vector const theta = find_map(model).theta;
        std::vector<double> truth(4);
        random_source({.seed = run.seed(5), .chain = 1, .use = purpose::data}).normals(truth);
        for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(theta(i) - truth[i]) < 0.2);
        std::vector<std::vector<double>> residuals(5);
        for (row_index n = 0; n < rows; ++n) {
            datum const d = datum_of(model, n);
            double const p = sigmoid(d.predictor(as_view(theta)));
            residuals[std::min<std::size_t>(4, static_cast<std::size_t>(5 * p))].push_back(d.target - p);
        }
        for (auto const& bin : residuals)
            if (bin.size() > 100) run.equal(independent_mean(bin), 0, "bin");
    });
}

TEST_CASE("a synthetic set of no rows or no columns is refused") {
    CHECK_THROWS_WITH_AS(synthetic_logistic({.rows = 0}), "synthetic_logistic: rows and columns must be positive, got 0 x 11",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(synthetic_logistic({.rows = 5, .columns = 0}),
                         "synthetic_logistic: rows and columns must be positive, got 5 x 0", invalid_argument);
}
