/// Bounds that are sharp within a region: curvatures against the supremum and infimum of the secant, gaps, regions, collapsed sums.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

import firefly.external;
import firefly.bounds;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Where in [−R, R] the secant is looked at: evenly, near zero, and near both ends.
std::vector<double> steps_within(double reach) {
    std::vector<double> steps;
    for (int i = -400; i <= 400; ++i)
        if (i != 0) steps.push_back(reach * i / 400);
    for (double const share : {1e-6, 1e-4, 1e-3, 0.999999}) steps.insert(steps.end(), {share * reach, -share * reach});
    return steps;
}

std::vector<double> const reaches{1e-9, 1e-4, 0.01, 0.1, 0.5, 1, 2, 5, 20, 100};

/// k and the least curvature against every secant 2ψ/Δ² within reach. `tolerance` is what rounding may do to a secant.
template <class Secant>
void check_curvatures(double most, double least, double reach, double tolerance, Secant const& secant) {
    double highest = -infinity, lowest = infinity;
    for (double const step : steps_within(reach)) {
        highest = std::max(highest, secant(step));
        lowest = std::min(lowest, secant(step));
    }
    CHECK(most >= highest - tolerance);
    CHECK(least <= lowest + tolerance);
    CHECK(most <= highest + 0.02 * (highest - lowest) + 2e-14 + tolerance);  // sharp, as far as the grid can tell
}

}  // namespace

TEST_CASE("the logistic curvature of an interval is the largest secant within it, and the least is the smallest") {
    for (double const size : {0.0, 1e-6, 1e-3, 0.1, 0.7, 1.5, 3.0, 8.0, 30.0})
        for (double const eta : {size, -size})
            for (double const reach : reaches) {
                CAPTURE(eta);
                CAPTURE(reach);
                auto const secant = [&](double step) { return 2 * logistic::fall_below_tangent(eta, step) / step / step; };
                double const most = jaakkola_jordan_curvature::within(eta, reach);
                double const least = jaakkola_jordan_curvature::least_within(eta, reach);
                if (size >= 1e-3) check_curvatures(most, least, reach, 1e-14 * most, secant);
                CHECK(most <= jaakkola_jordan_curvature::everywhere(eta));
                CHECK(least <= sigmoid(eta) * sigmoid(-eta) * (1 + 1e-14));
                if (reach >= 2 * size) CHECK(most == doctest::Approx(jaakkola_jordan_curvature::everywhere(eta)).epsilon(1e-13));
            }
    CHECK(jaakkola_jordan_curvature::least_within(2, infinity) == 0);
    CHECK(jaakkola_jordan_curvature::within(2, 0) == doctest::Approx(sigmoid(2.0) * sigmoid(-2.0)).epsilon(1e-14));
}

TEST_CASE("the Student-t curvature of an interval is the largest secant within it, and the least lies below all of them") {
    for (student_t const& noise : {student_t({4, 1}), student_t({1.5, 0.3}), student_t({30, 7})})
        for (double const size : {0.0, 1e-6, 0.05, 0.8, 1.9, 3.5, 12.0, 1e3})
            for (double const xi : {size, -size})
                for (double const reach : reaches) {
                    CAPTURE(noise.degrees_of_freedom());
                    CAPTURE(xi);
                    CAPTURE(reach);
                    double const global = noise.tangent_curvature(xi);
                    auto const secant = [&](double step) { return 2 * noise.fall_below_tangent(xi, step) / step / step; };
                    double highest = -infinity, lowest = infinity;
                    for (double const step : steps_within(reach)) {
                        if (std::abs(step) < 1e-7 * noise.scale()) continue;  // where the secant itself has no digits left
                        highest = std::max(highest, secant(step));
                        lowest = std::min(lowest, secant(step));
                    }
                    if (highest == -infinity) continue;
                    double const most = noise.curvature_within(xi, reach), least = noise.least_curvature_within(xi, reach);
                    double const rounding = 1e-6 * global;
                    CHECK(most >= highest - rounding);
                    CHECK(most <= global * (1 + 1e-14));
                    CHECK(least <= lowest + rounding);
                    if (size >= 0.05) CHECK(most <= highest + 0.03 * (highest - lowest) + rounding);
                    if (reach >= 2 * size * noise.scale()) CHECK(most == doctest::Approx(global).epsilon(1e-12));
                }
    student_t const noise({4, 1});
    CHECK(noise.least_curvature_within(0, infinity) == doctest::Approx(-5.0 / 32));  // −(ν+1)/(8ν), at √(3ν)
}

TEST_CASE("the softmax falls below its tangent by no more and no less than the interval's curvatures say") {
    // 2000 random η* and δ for each number of classes, seeds 701 to 703; spreads from 1e-8 to 30
    std::uint64_t seed = 701;
    for (std::size_t const classes : {2u, 3u, 10u}) {
        random_source random({.seed = seed++});
        std::vector<double> eta(classes), delta(classes);
        for (int i = 0; i < 2000; ++i) {
            random.normals(eta);
            random.normals(delta);
            for (double& x : eta) x *= 3;
            double const size = std::pow(10, -8 + 9.5 * random.uniform());
            for (double& x : delta) x *= size;
            double const spread = softmax_interval::spread(delta), square = softmax_interval::square(eta, delta);
            double const fall = softmax::fall_below_tangent(eta, delta);
            CHECK(softmax_interval::most(spread) * square / 2 >= fall * (1 - 1e-12));
            CHECK(softmax_interval::least(spread) * square / 2 <= fall * (1 + 1e-12));
            std::vector<double> product(classes), matrix(classes * classes);
            softmax_interval::multiply(eta, delta, product);
            CHECK(dot(product, delta) == doctest::Approx(square).epsilon(1e-10));
            softmax_interval::write_out(eta, 1, matrix);
            double written = 0;
            for (std::size_t k = 0; k < classes; ++k)
                for (std::size_t l = 0; l < classes; ++l) written += delta[k] * matrix[k * classes + l] * delta[l];
            CHECK(written == doctest::Approx(square).epsilon(1e-6));
        }
    }
}

namespace {

/// All rows of a model as a batch that a bound has annotated.
template <Model M, Bound B>
batch<typename B::notes> all_rows(M const& model, B const& bound) {
    batch<typename B::notes> rows(model.rows().columns());
    std::vector<row_index> indices(model.rows().rows());
    for (row_index n = 0; n < indices.size(); ++n) indices[n] = n;
    model.rows().request(indices, rows);
    model.rows().collect(rows);
    bound.annotate(rows);
    return rows;
}

/// On points in and out of the region: gaps are not negative, log L less the gap sums to the collapsed form, the slope is the gap's
/// derivative, single gaps are those of the batch, and the region is what the norm says.
template <Model M, CurvedBound B>
void check_bound(M const& model, B const& bound, anchor const& at, double radius, std::uint64_t seed) {
    REQUIRE(bound.regions() == 2);
    auto const rows = all_rows(model, bound);
    std::size_t const size = rows.size(), width = model.likelihood().width();
    evaluation values;
    values.resize(size, width);
    std::vector<double> eta(size * width), log_likelihood(size), slope(size * width), scratch(at.theta.size());
    random_source random({.seed = seed});
    int inside = 0;
    for (int i = 0; i < 60; ++i) {
        vector d = zeros(at.theta.size());
        random.normals(as_out(d));
        at.precision.solve_upper(as_out(d));
        d *= radius / std::sqrt(at.precision.squared_norm(as_view(d))) * (i % 3 == 0 ? 1.7 : random.uniform());
        std::size_t const region = bound.region(as_view(d));
        CHECK(region == (i % 3 == 0 ? 1 : 0));
        CHECK(bound.region_at(bound.squared_distance(as_view(d))) == region);
        inside += region == 0;

        predict(rows.view(), as_view(d), values.delta);
        bound.gap(region, rows, values);
        vector const theta = at.theta + d;
        predict(rows.view(), as_view(theta), eta);
        model.likelihood().log_likelihood(rows.target, eta, log_likelihood);
        bound.slope(region, rows, values, slope);
        double sum = 0;
        for (std::size_t n = 0; n < size; ++n) {
            CAPTURE(n);
            CHECK(values.gap[n] >= -1e-13);
            sum += log_likelihood[n] - values.gap[n];
            vector_view const delta = vector_view(values.delta).subspan(n * width, width);
            CHECK(bound.gap_of(region, rows, n, delta) == doctest::Approx(values.gap[n]).epsilon(1e-9).scale(1e-6));
            if (region == 0) CHECK(bound.is_within_reach(rows, n, delta));
            for (std::size_t k = 0; k < width; ++k) {
                std::vector<double> up(delta.begin(), delta.end()), down = up;
                up[k] += 1e-5;
                down[k] -= 1e-5;
                double const difference = (bound.gap_of(region, rows, n, up) - bound.gap_of(region, rows, n, down)) / 2e-5;
                CHECK(slope[n * width + k] == doctest::Approx(difference).epsilon(1e-5).scale(1e-4));
            }
        }
        CHECK(bound.collapsed(region).value(as_view(d), scratch) == doctest::Approx(sum).epsilon(1e-10));
    }
    CHECK(inside == 40);
}

/// The inner bound is nowhere looser than the outer one, in the sense of its trace against the predictors' covariance.
template <Model M, CurvedBound B>
void check_sharper(M const& model, B const& bound, anchor const& at) {
    auto const rows = all_rows(model, bound);
    std::size_t const square = model.likelihood().width() * model.likelihood().width();
    std::vector<double> inner(rows.size() * square), outer(inner.size()), covariance(inner.size());
    bound.curvature(0, rows, inner);
    bound.curvature(1, rows, outer);
    predictor_covariances(triangular_inverse(at.precision), rows.view(), model.likelihood().width(), covariance);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        double less = 0;
        for (std::size_t k = n * square; k < (n + 1) * square; ++k) less += (outer[k] - inner[k]) * covariance[k];
        CHECK(less >= -1e-14);
    }
}

template <CurvedBound B, Model M>
void check_at_radii(M const& model, std::uint64_t seed) {
    anchor const at = find_map(model);
    for (double const radius : {0.3, 2.0, 8.0}) {
        CAPTURE(radius);
        B const bound = B::anchored(model, at.theta, ellipsoid(at.precision, radius));
        check_bound(model, bound, at, radius, seed);
        check_sharper(model, bound, at);
    }
}

}  // namespace

TEST_CASE("bounds with a region stay below the likelihood and collapse in both regions, for every model") {
    check_at_radii<jaakkola_jordan>(synthetic_posterior(60, 3, 711), 712);
    matrix features = zeros(60, 3);
    vector target = zeros(60);
    random_source noise({.seed = 713});
    noise.normals({features.data(), features.size()});
    noise.normals(as_out(target));
    for (std::size_t n = 0; n < 60; n += 7) target(n) *= 8;  // some outliers
    check_at_radii<student_t_bound>(make_robust(features, target, gaussian_prior(1.5), {.degrees_of_freedom = 4, .scale = 0.7}),
                                    714);
    check_at_radii<bohning>(synthetic_softmax(60, 2, 3, 715), 716);
    check_at_radii<jebara_choromanska>(synthetic_softmax(60, 2, 3, 715), 717);
}

TEST_CASE("a region that is too wide leaves the bound that holds everywhere") {
    auto const model = synthetic_posterior(40, 3, 718);
    anchor const at = find_map(model);
    auto const bound = jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 1e4));
    auto const rows = all_rows(model, bound);
    for (std::size_t n = 0; n < rows.size(); ++n)
        CHECK(rows.notes.within[n] == doctest::Approx(rows.notes.everywhere[n]).epsilon(1e-12));
}

TEST_CASE("a region must have a radius and the model's dimension") {
    auto const model = synthetic_posterior(40, 3, 718);
    anchor const at = find_map(model), other = find_map(synthetic_posterior(40, 2, 718));
    CHECK_THROWS_WITH_AS(ellipsoid(at.precision, 0), "ellipsoid: the radius must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_AS(ellipsoid(at.precision, infinity), invalid_argument);
    CHECK_THROWS_WITH_AS(jaakkola_jordan::anchored(model, at.theta, ellipsoid(other.precision, 3)),
                         "jaakkola_jordan: the region has 2 dimensions but the model has 3 parameters", invalid_argument);
}

TEST_CASE("reach and norm come from one factor: no row moves further than its reach inside the region") {
    // 4000 points on the boundary, where a row's predictor moves most: along H⁻¹x; seed 719
    auto const model = synthetic_posterior(4000, 5, 719);
    anchor const at = find_map(model);
    ellipsoid const region(at.precision, 4.5);
    auto const bound = jaakkola_jordan::anchored(model, at.theta, region);
    auto const rows = all_rows(model, bound);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        vector d = to_vector(rows.view().row(n));
        at.precision.solve(as_out(d));
        d *= 4.5 / std::sqrt(at.precision.squared_norm(as_view(d)));
        while (bound.region(as_view(d)) != 0) d *= 1 - 1e-15;
        double const delta = dot(rows.view().row(n), as_view(d));
        CHECK(bound.is_within_reach(rows, n, std::span(&delta, 1)));
        double const beyond = delta * (1 + 1e-6);
        CHECK(!bound.is_within_reach(rows, n, std::span(&beyond, 1)));
    }
}
