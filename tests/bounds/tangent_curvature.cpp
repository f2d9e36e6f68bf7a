#include <concepts>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.core;
import firefly.models;
import firefly.bounds;

using namespace firefly;

namespace {

/// A curvature that can only be anchored.
struct without_untuned : bohning_curvature {
    using bohning_curvature::bohning_curvature;
    static void untuned() = delete;
};

/// A likelihood of as many predictors as a curvature is tried with.
template <class C>
typename C::likelihood likelihood_for() {
    if constexpr (std::same_as<typename C::likelihood, softmax>)
        return softmax(3);
    else
        return typename C::likelihood();
}

}  // namespace

TEST_CASE("shipped curvatures are curvatures of a tangent bound; Böhning's alone is shared, and those of one predictor measure") {
    static_assert(TangentCurvature<jaakkola_jordan_curvature> && TangentCurvature<student_t_curvature>);
    static_assert(TangentCurvature<bohning_curvature> && TangentCurvature<jebara_choromanska_curvature>);
    static_assert(TangentCurvature<without_untuned> && !UntunedCurvature<without_untuned> && UntunedCurvature<bohning_curvature>);
    static_assert(TangentCurvature<secant_curvature<poisson>> && EndlessCurvature<secant_curvature<poisson>>);
    static_assert(TangentCurvature<secant_curvature<cloglog>> && EndlessCurvature<secant_curvature<cloglog>>);
    static_assert(TangentCurvature<secant_curvature<probit>> && !EndlessCurvature<secant_curvature<probit>> &&
                  !UntunedCurvature<secant_curvature<probit>>);
    static_assert(SharedCurvature<bohning_curvature> && !SharedCurvature<jebara_choromanska_curvature> &&
                  !SharedCurvature<jaakkola_jordan_curvature>);
    static_assert(MeasuringCurvature<jaakkola_jordan_curvature> && MeasuringCurvature<student_t_curvature> &&
                  !MeasuringCurvature<bohning_curvature>);
    matrix const shared = bohning_curvature::shared(3);
    std::vector<double> written(9);
    bohning_curvature(softmax(3)).write_out(std::vector<double>{1}, std::vector<double>{0.3, -2, 1}, written);
    for (std::size_t k = 0; k < 9; ++k) CHECK(shared(k / 3, k % 3) == written[k]);
}

TEST_CASE_TEMPLATE("a curvature multiplies by the matrix that it writes out", C, jaakkola_jordan_curvature, student_t_curvature,
                   bohning_curvature, jebara_choromanska_curvature) {
    auto const likelihood = likelihood_for<C>();
    std::size_t const width = likelihood.width();
    C const curvature(likelihood);
    std::vector<double> eta{0.7, -0.4, 1.9}, v{1, -2, 0.3}, matrix(width * width), product(width);
    eta.resize(width);
    v.resize(width);
    std::vector<double> const target{1};
    curvature.write_out(target, eta, matrix);
    curvature.multiply(matrix, eta, v, product);
    for (std::size_t k = 0; k < width; ++k) {
        double sum = 0;
        for (std::size_t l = 0; l < width; ++l) sum += matrix[k * width + l] * v[l];
        CHECK(product[k] == doctest::Approx(sum).epsilon(1e-13).scale(1e-3));
        CHECK(matrix[k * width + k] > 0);
    }
}
