#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("Böhning's curvature is the same at every contact, and a matrix between the rows alone") {
    // A ⊗ XᵀX, written out
    auto const model = awkward_softmax();
    matrix const somewhere = bohning::anchored(model, near(as_view(zeros(12)), 1, 67)).collapsed(0).precision();
    matrix const level = bohning::untuned(model).collapsed(0).precision();
    for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 4; ++l)
            for (std::size_t d = 0; d < 3; ++d)
                for (std::size_t e = 0; e < 3; ++e) {
                    double gram = 0;
                    for (row_index n = 0; n < 12; ++n) gram += datum_of(model, n).row[d] * datum_of(model, n).row[e];
                    double const expected = (k == l ? 0.375 : -0.125) * gram;
                    CHECK(somewhere(3 * k + d, 3 * l + e) == doctest::Approx(expected).epsilon(1e-13));
                    CHECK(level(3 * k + d, 3 * l + e) == somewhere(3 * k + d, 3 * l + e));
                }
}

TEST_CASE("for two classes Böhning's untuned bound is Jaakkola and Jordan's at ξ → 0, in the difference of predictors") {
    auto const two = make_softmax(matrix_of({{1}}), vector_of({1}), 2, 1);
    auto const logistic_model = make_posterior(matrix_of({{1}}), vector_of({1}), 1);
    matrix const softmax_curvature = bohning::untuned(two).collapsed(0).precision();
    double const k = jaakkola_jordan::anchored(logistic_model, vector_of({0})).collapsed(0).precision()(0, 0);
    CHECK(softmax_curvature(0, 0) == doctest::Approx(k).epsilon(1e-15));
    CHECK(softmax_curvature(0, 1) == doctest::Approx(-k).epsilon(1e-15));
}
