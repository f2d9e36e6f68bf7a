/// The log density of log s and of the predictors of bright data, θ integrated out: against integrals of the density itself.
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

using scaled_posterior = posterior<logistic, composed_prior, dense_rows>;

/// Two parameters, each with a scale of its own; an anchor that is far from zero, so that no constant vanishes.
firefly_density<scaled_posterior, jaakkola_jordan> some_density(std::vector<row_index> const& bright) {
    scaled_posterior const model(logistic{}, composed_prior({prior_term::half_cauchy(1, 0.9), prior_term::half_cauchy(1, 2)}),
                                 dense_rows(matrix_of({{1, 0.5}, {1, -1.2}, {1, 2}, {-0.4, 0.7}}), vector_of({1, 0, 1, 1})));
    firefly_density density(joint(model, jaakkola_jordan::anchored(model, vector_of({0.8, -1.1}))), as_view(vector_of({0.3, 0.6})));
    density.request(bright);
    density.collect();
    for (std::size_t i = 0; i < bright.size(); ++i) density.brighten(i);
    return density;
}

/// log ∫ exp(log density) over the plane, or over the line where the predictor of a row stays what it is, by the trapezoid rule.
template <class Target>
double log_integral(Target density, std::vector<double> const& log_scales, vector const& row) {
    for (std::size_t g = 0; g < 2; ++g) density.set_scale(g, log_scales[g]);
    vector const start = density.current().theta;
    double const reference = density.current().log_density;
    double sum = 0;
    constexpr double step = 0.02, half = 14;
    if (row.size() == 2) {
        for (double t = -half; t <= half; t += step) {
            vector const theta = start + t * vector_of({-row(1), row(0)});
            sum += step * std::exp(density.evaluate(as_view(theta)) - reference);
        }
    } else {
        for (double x = -half; x <= half; x += 6 * step)
            for (double y = -half; y <= half; y += 6 * step)
                sum += 36 * step * step * std::exp(density.evaluate(as_view(vector_of({x, y}))) - reference);
    }
    return reference + std::log(sum);
}

std::vector<std::vector<double>> const places{{0, 0}, {-1.2, 0.7}, {0.5, -0.6}, {-0.3, -1.1}};

}  // namespace

TEST_CASE("with nothing bright the log mass at some scales is that of the density with θ integrated out") {
    auto density = some_density({});
    density.frame();
    std::vector<double> differences;
    for (auto const& at : places) {
        REQUIRE(density.rescale(at));
        differences.push_back(density.scaled().log_mass - log_integral(density, at, zeros(0)));
    }
    for (double const d : differences) CHECK(d == doctest::Approx(differences[0]).epsilon(1e-9));
}

TEST_CASE("with a bright datum it is that along the line on which its predictor stays, with the density of the predictor") {
    auto density = some_density({2});
    double const u = density.frame().u[0];
    std::vector<double> differences;
    for (auto const& at : places) {
        REQUIRE(density.rescale(at));
        auto const& frame = density.scaled();
        vector_view const row{frame.rows[0], 2};
        double const variance = dot(row, row), miss = u - dot(row, as_view(frame.shift));
        double const log_density = frame.log_mass - std::log(variance) / 2 - miss * miss / (2 * variance);
        differences.push_back(log_density - log_integral(density, at, vector_of({1, 2})));
    }
    for (double const d : differences) CHECK(d == doctest::Approx(differences[0]).epsilon(1e-9));
}

TEST_CASE("a point placed at other scales has the density that it has when it is evaluated there, and commit moves to both") {
    auto density = some_density({2, 0});
    density.frame();
    for (auto const& at : places) {
        REQUIRE(density.rescale(at));
        std::vector<double> const white{0.4, -1.3};
        // θ of these coordinates, its predictors and gaps
        auto other = density;
        vector theta = zeros(2);
        {
            auto probe = density;
            probe.place_scaled(white, density.frame().u, density.frame().gap);
            probe.commit();
            theta = probe.current().theta;
        }
        for (std::size_t g = 0; g < 2; ++g) other.set_scale(g, at[g]);
        double const expected = other.evaluate(as_view(theta));
        other.commit();
        auto const& there = other.frame();
        density.frame();
        REQUIRE(density.rescale(at));
        CHECK(density.place_scaled(white, there.u, there.gap) == 0);
        density.commit();
        CHECK(density.current().log_density == doctest::Approx(expected).epsilon(1e-11));
        for (std::size_t g = 0; g < 2; ++g) CHECK(density.log_scales()[g] == at[g]);
    }
}

TEST_CASE("scales that are impossible are refused") {
    auto density = some_density({2});
    density.frame();
    CHECK_FALSE(density.rescale(std::vector<double>{0, 400}));
    CHECK(density.rescale(std::vector<double>{0, 4}));
}

TEST_CASE("scales that are small beside the anchor lose nothing to rounding: the log mass is that of their limit") {
    // as s → 0 its coefficient is zero: the mass of (θ, log s) is that of the other alone, times p(log s)
    auto density = some_density({});
    density.frame();
    auto const mass = [&](double x) {
        REQUIRE(density.rescale(std::vector<double>{x, 0.3}));
        return density.scaled().log_mass;
    };
    double const far = mass(std::log(1e-6));
    for (double const s : {1e-8, 1e-10, 1e-12}) CHECK(mass(std::log(s)) - far == doctest::Approx(std::log(s / 1e-6)).epsilon(1e-8));
}
