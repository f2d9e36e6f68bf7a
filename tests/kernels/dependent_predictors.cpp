/// White box: data that are dragged along by a sweep. Its distribution: given_brightness.cpp.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

module firefly.kernels;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import firefly.bounds;
import firefly.samplers;

using namespace firefly;

namespace {

using logistic_model = posterior<logistic, gaussian_prior, dense_rows>;

auto some_joint() {
    matrix features = zeros(4, 3);
    std::ranges::copy(std::vector<double>{1, 0.5, -0.3, 2, 1.001, -0.6, 1, -1.2, 0.8, 2, -0.7, 0.5}, features.begin());
    posterior const model(logistic{}, gaussian_prior(1.2), dense_rows(features, vector{1.0, 0.0, 1.0, 1.0}));
    return joint(model, jaakkola_jordan::anchored(model, vector{0.2, -0.4, 0.3}));
}

/// Four bright data: the second is nearly twice the first, the last the sum of the first and the third.
struct four_rows {
    firefly_density<logistic_model, jaakkola_jordan> density{some_joint(), as_view(vector{0.9, 0.4, -0.5})};
    four_rows() {
        density.request(std::vector<row_index>{0, 1, 2, 3});
        density.collect();
        for (std::size_t i = 0; i < 4; ++i) density.brighten(i);
    }
};

double log_factor(double gap) {
    return std::log(std::expm1(gap));
}

}  // namespace

TEST_CASE("a sweep is corrected for data that are not quite where they were taken to be, at its start and at its end") {
    four_rows some;
    auto& target = some.density;
    bright_frame const& frame = target.frame();
    target.separate(1e-5);
    REQUIRE(frame.index == std::vector<row_index>{0, 2, 1, 3});
    REQUIRE(frame.dependence.independent == 2);
    CHECK(count_dragged(frame.dependence) == 3);  // 1 by 0; 3 by 0 and 2
    std::vector<double> const u{frame.u[0], frame.u[1]};
    std::vector<double> v(2);
    double correction = 0;
    for (std::size_t j = 0; j < 2; ++j) {
        v[j] = dot(frame.dependence.weights_of(j), u);
        correction += log_factor(frame.gap[2 + j]) - log_factor(target.inner_gap(2 + j, {&v[j], 1}));
    }
    REQUIRE(std::abs(correction) > 1e-6);
    dependent_predictors dragged(target, frame, u, 18);
    CHECK(!dragged.is_empty());
    CHECK(dragged.correction() == doctest::Approx(correction).epsilon(1e-10));

    std::uint64_t const asked = target.queries();
    vector const white{0.3, -0.2, 0.6};
    std::vector<double> at(4, 7.0), gap(4, 7.0);
    double const after = dragged.finish(frame.rows, as_view(white), at, gap);
    CHECK(target.queries() - asked == 2);
    double expected = 0;
    for (std::size_t j = 0; j < 2; ++j) {
        std::size_t const n = 2 + j;
        CHECK(at[j] == 7);  // what the sweep has moved is not touched
        CHECK(gap[j] == 7);
        CHECK(at[n] == doctest::Approx(dot({frame.rows[n], 3}, as_view(white))).epsilon(1e-12));
        CHECK(gap[n] == target.inner_gap(n, {&at[n], 1}));
        expected += log_factor(gap[n]) - log_factor(target.inner_gap(n, {&v[j], 1}));
    }
    CHECK(after == doctest::Approx(expected).epsilon(1e-10));
}

TEST_CASE("a move is tested by the data that it drags along, and by no others; they stay where they are until it is accepted") {
    four_rows some;
    auto& target = some.density;
    bright_frame const& frame = target.frame();
    target.separate(1e-5);
    std::vector<double> u{frame.u[0], frame.u[1]};
    dependent_predictors dragged(target, frame, u, 18);
    auto const factors_at = [&](double first, double second) {
        double sum = 0;
        for (std::size_t j = 0; j < 2; ++j) {
            double const v = frame.dependence.weights_of(j)[0] * first + frame.dependence.weights_of(j)[1] * second;
            sum += log_factor(target.inner_gap(2 + j, {&v, 1}));
        }
        return sum;
    };
    double const start = factors_at(u[0], u[1]);
    std::uint64_t const asked = target.queries();
    double const of_second = dragged.log_ratio(1, 0.4);
    CHECK(target.queries() - asked == 1);
    double const of_first = dragged.log_ratio(0, -0.7);
    CHECK(target.queries() - asked == 3);
    CHECK(of_second == doctest::Approx(factors_at(u[0], u[1] + 0.4) - start).epsilon(1e-10));
    CHECK(of_first == doctest::Approx(factors_at(u[0] - 0.7, u[1]) - start).epsilon(1e-10));
    dragged.commit();
    CHECK(dragged.log_ratio(1, 0.4) ==
          doctest::Approx(factors_at(u[0] - 0.7, u[1] + 0.4) - factors_at(u[0] - 0.7, u[1])).epsilon(1e-10));
}

TEST_CASE("a move that takes a datum to where its factor is zero is impossible") {
    four_rows some;
    auto& target = some.density;
    bright_frame const& frame = target.frame();
    target.separate(1e-5);
    std::vector<double> const u{frame.u[0], frame.u[1]};
    dependent_predictors dragged(target, frame, u, 18);
    CHECK(dragged.log_ratio(0, -u[0]) == -infinity);  // the second of the rows touches its bound there
    std::vector<double> const zero{0, u[1]};
    CHECK(dependent_predictors(target, frame, zero, 18).correction() == infinity);
}
