#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// One datum, x = 1.
auto single(double target, student_t_settings settings = {}) {
    return make_robust(matrix_of({{1}}), vector_of({target}), gaussian_prior(1), settings);
}

struct gap_and_slope {
    double gap, slope, curvature;
};

/// Of a datum with x = (1, 0, …) at θ − anchor = d.
gap_and_slope at(student_t_bound const& bound, double target, double d) {
    batch<scalar_notes> b(bound.anchor().size());
    b.resize(1);
    b.copy(0)[0] = 1;
    b.target[0] = target;
    bound.annotate(b);
    evaluation values;
    values.resize(1, 1);
    values.delta[0] = d;
    bound.gap(0, b, values);
    gap_and_slope result{values.gap[0], 0, b.notes.everywhere[0]};
    bound.slope(0, b, values, {&result.slope, 1});
    return result;
}

/// log L − log B from their definitions, in long double.
long double printed_gap(long double r, long double xi, long double freedom) {
    return (freedom + 1) / 2 *
           ((r * r - xi * xi) / (freedom + xi * xi) - (std::log1p(r * r / freedom) - std::log1p(xi * xi / freedom)));
}

std::vector<double> grid(double largest) {
    std::vector<double> points{0};
    for (double x = 1e-9; x < largest; x *= 3.1) points.insert(points.end(), {x, -x});
    points.insert(points.end(), {largest, -largest});
    return points;
}

template <class Bound>
double collapsed_value(Bound const& bound, vector_view theta) {
    std::vector<double> d(theta.size()), scratch(theta.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = theta[i] - bound.anchor()[i];
    return bound.collapsed(0).value(d, scratch);
}

/// Twelve rows, two of them equal, one of zeros, one far out, two outliers.
auto awkward(student_t_settings settings) {
    matrix features = zeros(12, 3);
    random_source({.seed = 311}).normals({features.data(), features.size()});
    vector target = near(as_view(zeros(12)), 2, 312);
    for (std::size_t d = 0; d < 3; ++d) {
        features(1, d) = features(0, d);
        features(5, d) = 0;
        features(7, d) *= 50;
    }
    target(1) = target(0);
    target(3) = 400;
    target(4) = -1e4;
    return make_robust(features, target, gaussian_prior(1), settings);
}

std::vector<student_t_settings> all_settings() {
    return {{}, {.degrees_of_freedom = 0.5}, {.degrees_of_freedom = 100, .scale = 0.3}, {.degrees_of_freedom = 4, .scale = 20}};
}

}  // namespace

TEST_CASE("the Student-t bound never exceeds the likelihood, for residuals to 1e6 and contacts to 1000") {
    for (double const freedom : {0.5, 1.0, 4.0, 30.0, 100.0})
        for (double const scale : {1.0, 0.3, 20.0})
            for (double const xi : grid(1e3)) {
                auto const bound = student_t_bound::anchored(single(xi * scale, {freedom, scale}), zeros(1));
                CAPTURE(freedom);
                CAPTURE(scale);
                CAPTURE(xi);
                std::vector<double> steps = grid(1e6);
                for (double const share : {-1e-6, -1e-12, -1e-15, 0.0, 1e-15, 1e-12, 1e-6}) steps.push_back(2 * xi * (1 + share));
                for (double const step : steps) {
                    auto const [gap, slope, curvature] = at(bound, xi * scale, step * scale);
                    CHECK(gap >= 0);
                    CHECK(std::isfinite(gap));
                    CHECK(std::isfinite(slope));
                    // what cancels in the definition is r²/(ν + ξ²) and two logarithms
                    long double const r = static_cast<long double>(xi) - step;
                    long double const terms = (r * r + xi * xi) / (freedom + xi * xi) + 60;
                    CHECK(std::abs(gap - printed_gap(r, xi, freedom)) <= 1e-14 * (freedom + 1) * static_cast<double>(terms));
                }
            }
}

TEST_CASE("the gap vanishes to second order at the anchor, with the curvature that the bound has in excess") {
    for (double const freedom : {0.5, 4.0, 100.0})
        for (double const scale : {1.0, 0.3})
            for (double const xi : {0.3, -1.0, 2.0, 7.0, 100.0}) {
                auto const model = single(xi * scale, {freedom, scale});
                auto const bound = student_t_bound::anchored(model, zeros(1));
                double eta = 0, target = xi * scale, first, second;
                model.likelihood().derivatives({&target, 1}, {&eta, 1}, {&first, 1}, {&second, 1});
                double const k = (freedom + 1) / (freedom + xi * xi) / (scale * scale);
                for (double const delta : {1e-12, 1e-8, -1e-5}) {
                    CAPTURE(freedom);
                    CAPTURE(xi);
                    CAPTURE(delta);
                    auto const [gap, slope, curvature] = at(bound, target, delta);
                    CHECK(curvature == doctest::Approx(k).epsilon(1e-14));
                    CHECK(gap == doctest::Approx((k - second) * delta * delta / 2).epsilon(1e-12 + 20 * std::abs(delta) / scale));
                    CHECK(slope == doctest::Approx((k - second) * delta).epsilon(1e-12 + 20 * std::abs(delta) / scale));
                }
                CHECK(at(bound, target, 0).gap == 0);
                CHECK(at(bound, target, 0).slope == 0);
            }
}

TEST_CASE("the slope of the gap is that of its values") {
    // Central differences of step 1e-6: right to about 1e-9 of the terms.
    for (double const scale : {1.0, 3.0})
        for (double const xi : {0.0, 0.5, -2.0, 9.0}) {
            auto const bound = student_t_bound::anchored(single(xi * scale, {4, scale}), zeros(1));
            for (double const d : {-8.0, -1.0, -0.1, 0.3, 2.0, 20.0}) {
                double const h = 1e-6;
                double const difference = (at(bound, xi * scale, d + h).gap - at(bound, xi * scale, d - h).gap) / (2 * h);
                CHECK(at(bound, xi * scale, d).slope == doctest::Approx(difference).epsilon(1e-7).scale(1));
            }
        }
}

TEST_CASE("the bound touches again where the residual has changed sign") {
    for (double const xi : {0.01, 0.5, 3.0, 300.0}) {
        auto const bound = student_t_bound::anchored(single(xi), zeros(1));
        CHECK(at(bound, xi, 2 * xi).gap == 0);
        CHECK(at(bound, xi, 2 * xi).slope == 0);
    }
}

TEST_CASE("an anchored Student-t bound is tight at its anchor, whatever the anchor") {
    for (auto const& settings : all_settings())
        for (auto const& theta : {vector_of({0.3, -0.2, 1.1}), vector_of({0, 0, 0}), vector_of({1e3, -1e3, 7})}) {
            auto const model = awkward(settings);
            auto const bound = student_t_bound::anchored(model, theta);
            CHECK(collapsed_value(bound, as_view(theta)) ==
                  doctest::Approx(naive_log_likelihood(model, as_view(theta))).epsilon(1e-13));
            CHECK(bound.regions() == 1);
            CHECK(bound.region(as_view(theta)) == 0);
        }
}

TEST_CASE("the collapsed Student-t bound is the sum of the printed bounds at random θ, anchored and untuned") {
    // 10 points, seeds 330 to 339, about right and wrong anchors; relative error 1e-11
    auto const [features, target] = contaminated(5000, 3, 313);
    for (auto const& settings : all_settings())
        for (auto const& model : {awkward(settings), make_robust(features, target, gaussian_prior(1), settings)})
            for (double const distance : {0.5, 20.0}) {
                vector const theta_star = near(as_view(zeros(3)), distance, 314);
                auto const anchored = student_t_bound::anchored(model, theta_star);
                auto const untuned = student_t_bound::untuned(model);
                for (std::uint64_t seed = 330; seed < 340; ++seed) {
                    vector const theta = near(as_view(zeros(3)), 1, seed);
                    double at_anchor = 0, at_top = 0;
                    double const nu = model.likelihood().degrees_of_freedom(), s = model.likelihood().scale();
                    for (row_index n = 0; n < model.rows().rows(); ++n) {
                        double const r = residual_of(model, n, as_view(theta));
                        at_anchor += printed_log_student_t_bound(r, residual_of(model, n, as_view(theta_star)), nu, s);
                        at_top += printed_log_student_t_bound(r, 0, nu, s);
                    }
                    CHECK(collapsed_value(anchored, as_view(theta)) == doctest::Approx(at_anchor).epsilon(1e-11));
                    CHECK(collapsed_value(untuned, as_view(theta)) == doctest::Approx(at_top).epsilon(1e-11));
                    CHECK(at_anchor <= naive_log_likelihood(model, as_view(theta)));
                    CHECK(at_top <= naive_log_likelihood(model, as_view(theta)));
                }
            }
}

TEST_CASE("collapsed Student-t bound plus gaps is the log likelihood, anchored and untuned") {
    std::vector<row_index> all(12);
    for (row_index n = 0; n < 12; ++n) all[n] = n;
    for (auto const& settings : all_settings()) {
        auto const model = awkward(settings);
        vector const theta_star = vector_of({0.3, -0.2, 1.1});
        for (auto const& bound : {student_t_bound::anchored(model, theta_star), student_t_bound::untuned(model)})
            for (std::uint64_t seed = 340; seed < 345; ++seed) {
                vector const theta = near(as_view(theta_star), 1, seed);
                batch<scalar_notes> b(3);
                model.rows().request(all, b);
                model.rows().collect(b);
                bound.annotate(b);
                evaluation values;
                values.resize(12, 1);
                std::vector<double> d(3);
                for (std::size_t i = 0; i < 3; ++i) d[i] = theta(i) - bound.anchor()[i];
                predict(b.list(), d, values.delta);
                bound.gap(0, b, values);
                double const collapsed = collapsed_value(bound, as_view(theta));
                double sum = collapsed;
                for (double const gap : values.gap) sum += gap;
                // untuned, the outliers' bounds and gaps are of the size of their residuals squared
                CHECK(std::abs(sum - naive_log_likelihood(model, as_view(theta))) < 1e-12 * (100 + std::abs(collapsed)));
                CHECK(values.gap[0] == values.gap[1]);  // equal rows
            }
    }
}

TEST_CASE("an anchored Student-t bound has no gap at a row of zeros, so that its datum is never bright") {
    auto const bound = student_t_bound::anchored(single(3), vector_of({0.7}));
    CHECK(at(bound, 3, 0).gap == 0);
    CHECK(log_bright_factor(at(bound, 3, 0).gap) == -infinity);
}

TEST_CASE("a datum of robust regression is annotated alike in every batch, to the last bit") {
    for (std::size_t const columns : {3u, 11u, 30u}) {
        auto const [features, target] = contaminated(103, columns, 315);
        auto const model = make_robust(features, target, gaussian_prior(1));
        auto const bound = student_t_bound::anchored(model, near(as_view(zeros(columns)), 1, 316));
        auto const annotated = [&](std::vector<row_index> const& indices) {
            batch<scalar_notes> b(columns);
            model.rows().request(indices, b);
            model.rows().collect(b);
            bound.annotate(b);
            return b;
        };
        std::vector<row_index> all(103);
        for (row_index n = 0; n < 103; ++n) all[n] = n;
        batch<scalar_notes> const together = annotated(all);
        for (row_index n = 0; n < 103; ++n) {
            batch<scalar_notes> const alone = annotated({n});
            CHECK(alone.notes.contact[0] == together.notes.contact[n]);
            CHECK(alone.notes.everywhere[0] == together.notes.everywhere[n]);
        }
    }
}

TEST_CASE("the untuned Student-t bound touches every likelihood at its top, and counts from zero") {
    auto const bound = student_t_bound::untuned(awkward({}));
    for (double const anchor : bound.anchor()) CHECK(anchor == 0);
    for (double const target : {0.0, 1.5, -1e4}) {
        CHECK(at(bound, target, target).gap == 0);
        CHECK(at(bound, target, target).curvature == 1.25);
        for (double const r : {-20.0, -1.0, 0.3, 5.0})
            CHECK(at(bound, target, target - r).gap == doctest::Approx(static_cast<double>(printed_gap(r, 0, 4))).epsilon(1e-11));
    }
}

TEST_CASE("a bound says what is wrong with its anchor, and a joint with its bound") {
    auto const model = awkward({});
    CHECK_THROWS_WITH_AS(student_t_bound::anchored(model, zeros(2)),
                         "student_t_bound: the anchor has 2 numbers but the model has 3 parameters", invalid_argument);
    vector theta = zeros(3);
    theta(1) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(student_t_bound::anchored(model, theta),
                         "student_t_bound: number 1 of the anchor is nan; give finite ones", invalid_argument);
    theta(1) = infinity;
    CHECK_THROWS_AS(student_t_bound::anchored(model, theta), invalid_argument);
    CHECK_THROWS_WITH_AS(joint(model, student_t_bound::untuned(single(1))),
                         "joint: the bound has 1 parameters but the model has 3; make the bound from this model", invalid_argument);
}
