#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// S at η*: the precision of one datum with x = 1.
matrix curvature_at(numbers const& contact) {
    auto const model = make_softmax(matrix_of({{1}}), vector_of({0}), contact.size(), 1);
    return jebara_choromanska::anchored(model, to_vector(contact)).collapsed(0).precision();
}

template <Bound B>
double gap_of(B const& bound, std::size_t width, numbers const& delta) {
    batch<typename B::notes> data(1);
    data.resize(1);
    data.copy(0)[0] = 1;
    bound.annotate(data);
    evaluation values;
    values.resize(1, width);
    values.delta = delta;
    bound.gap(0, data, values);
    return values.gap[0];
}

}  // namespace

TEST_CASE("for two classes Jebara and Choromanska's bound is Jaakkola and Jordan's in the difference of predictors") {
    auto const two = make_softmax(matrix_of({{1}}), vector_of({0}), 2, 1);
    auto const one = make_posterior(matrix_of({{1}}), vector_of({0}), 1);
    for (double const y : {0.0, 1e-5, 1e-4, 0.01, 0.5, -1.5, 3.0, -10.0, 300.0}) {
        auto const bound = jebara_choromanska::anchored(two, vector_of({0.25, 0.25 + y}));
        auto const reference = jaakkola_jordan::anchored(one, vector_of({(0.25 + y) - 0.25}));
        double const k = jaakkola_jordan_curvature::everywhere((0.25 + y) - 0.25);
        matrix const s = bound.collapsed(0).precision();
        CHECK(s(0, 0) == doctest::Approx(k).epsilon(1e-15));
        CHECK(s(1, 0) == doctest::Approx(-k).epsilon(1e-15));
        CHECK(s(1, 1) == doctest::Approx(k).epsilon(1e-15));
        CHECK(gap_of(bound, 2, {0.5, 0.5}) == 0);
        for (double const delta : {-2 * y - 0.5, -2 * y + 1e-6, 1e-9, 0.125, -3.0, 40.0})
            CHECK(gap_of(bound, 2, {-0.5, -0.5 + delta}) ==
                  doctest::Approx(gap_of(reference, 1, {(-0.5 + delta) + 0.5})).epsilon(1e-13).scale(1e-2 * k * delta * delta));
    }
}

TEST_CASE("at a level contact Jebara and Choromanska's first two classes have the curvature ¼, and rows add up to zero") {
    matrix const s = curvature_at({0, 0, 0});
    for (std::size_t k = 0; k < 3; ++k) CHECK(s(k, 0) + s(k, 1) + s(k, 2) == doctest::Approx(0).scale(1));
    // ¼ (1, −1)(1, −1)ᵀ, then tanh(a/2)/(2a) at a = −log 2 along e_2 − (e_0 + e_1)/2
    double const c = (1.0 / 3) / (2 * std::log(2.0));
    CHECK(s(0, 1) == doctest::Approx(-0.25 + c / 4).epsilon(1e-14));
    CHECK(s(2, 2) == doctest::Approx(c).epsilon(1e-14));
}

TEST_CASE("Jebara and Choromanska's curvature has less trace than Böhning's 1, the less the further the classes are apart" *
          doctest::test_suite("statistics")) {
    // Three classes, η* normal with standard deviation 1, 2, 3: 0.76, 0.64, 0.55 by an independent program (numpy, 1e5 draws).
    // Here against the range that rounds to these, and its own error of 0.001.
    double const reference[] = {0.76, 0.64, 0.55};
    judge([&](trial& run) {
        for (std::size_t spread = 1; spread <= 3; ++spread) {
            numbers traces;
            random_source random({.seed = run.seed(68)});
            for (std::size_t i = 0; i < run.times(4000); ++i) {
                numbers contact(3);
                random.normals(contact);
                for (double& e : contact) e *= static_cast<double>(spread);
                matrix const s = curvature_at(contact);
                traces.push_back(s(0, 0) + s(1, 1) + s(2, 2));
            }
            estimate const mean = independent_mean(traces);
            double const r = reference[spread - 1];
            run.equal(mean, std::clamp(mean.mean, r - 0.006, r + 0.006), "trace");
        }
    });
}

TEST_CASE("how the classes are numbered does not change Jebara and Choromanska's curvature") {
    matrix const s = curvature_at({1.5, -2, 0.25, 0}), turned = curvature_at({0, 0.25, -2, 1.5});
    for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 4; ++l) CHECK(s(k, l) == doctest::Approx(turned(3 - k, 3 - l)).epsilon(1e-15));
}
