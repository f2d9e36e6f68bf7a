#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("likely scales of normal means are those that make the data most probable") {
    // y_j ~ N(β_j, 1), β_j ~ N(0, s²): with all of it Gaussian the rounds are expectation and maximisation, and lead to s² = mean y² − 1
    constexpr std::size_t size = 40;
    matrix features = zeros(size, size);
    vector target = zeros(size);
    random_source({.seed = 3130}).normals(as_out(target));
    double squares = 0;
    for (std::size_t j = 0; j < size; ++j) {
        features(j, j) = 1;
        target(j) *= 2.5;
        squares += target(j) * target(j) / size;
    }
    posterior const model(gaussian({.scale = 1}), composed_prior({prior_term::half_cauchy(size, 1)}), dense_rows(features, target));
    auto const found = at_likely_scales(model);
    CHECK(found.prior().reference_scales()[0] == doctest::Approx(std::sqrt(squares - 1)).epsilon(0.05));
    CHECK(&found.rows() == &model.rows());
}

TEST_CASE("a prior without learned scales stays what it is") {
    posterior const model(logistic{}, composed_prior({prior_term::normal(3, 2)}),
                          dense_rows(synthetic_logistic({.rows = 30, .columns = 3, .seed = 3131})));
    CHECK(at_likely_scales(model).prior().gaussian_part(as_view(zeros(3))).precision() ==
          model.prior().gaussian_part(as_view(zeros(3))).precision());
}

TEST_CASE("likely scales of a horseshoe are small for what is small, but none runs to zero, and large for what is large") {
    constexpr std::size_t size = 40;
    matrix features = zeros(size, size);
    vector target = zeros(size);
    random_source({.seed = 3132}).normals(as_out(target));
    for (std::size_t j = 0; j < size; ++j) features(j, j) = 1;
    target(3) = 30;
    target(4) = -50;
    posterior const model(gaussian({.scale = 1}), composed_prior({prior_term::horseshoe(size, 1)}), dense_rows(features, target));
    auto const found = at_likely_scales(model);
    vector_view const scales = found.prior().reference_scales();
    CHECK(scales[0] > 0.05);
    CHECK(scales[0] < 2);
    for (std::size_t j = 0; j < size; ++j) {
        CHECK(scales[1 + j] >= scales[0] / 1.5);
        if (j != 3 && j != 4) CHECK(scales[1 + j] < 3);
    }
    CHECK(scales[4] == doctest::Approx(30 / std::sqrt(2.0)).epsilon(0.05));
    CHECK(scales[5] == doctest::Approx(50 / std::sqrt(2.0)).epsilon(0.05));
}
