/// What holds for every tangent bound, whatever its curvature.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// These rows of a model, annotated.
template <Model M, Bound B>
batch<typename B::notes> annotated(M const& model, B const& bound, std::vector<row_index> const& indices) {
    batch<typename B::notes> rows(model.rows().columns());
    model.rows().request(indices, rows);
    model.rows().collect(rows);
    bound.annotate(rows);
    return rows;
}

struct gaps_and_slopes {
    evaluation values;
    std::vector<double> slope;
};

template <Bound B>
gaps_and_slopes evaluate(B const& bound, batch<typename B::notes> const& data, vector_view delta) {
    gaps_and_slopes result{{}, std::vector<double>(delta.size())};
    result.values.resize(data.size(), delta.size() / data.size());
    std::ranges::copy(delta, result.values.delta.begin());
    bound.gap(0, data, result.values);
    bound.slope(0, data, result.values, result.slope);
    return result;
}

/// Of all data at once and one by one.
template <Model M, Bound B>
void check_one_by_one(M const& model, B const& bound) {
    std::size_t const width = model.likelihood().width();
    std::vector<row_index> all(model.rows().rows());
    for (row_index n = 0; n < all.size(); ++n) all[n] = n;
    std::vector<double> delta(all.size() * width);
    random_source({.seed = 771}).normals(delta);
    auto const together = annotated(model, bound, all);
    auto const at_once = evaluate(bound, together, delta);
    for (row_index n = 0; n < all.size(); ++n) {
        CAPTURE(n);
        vector_view const step = vector_view(delta).subspan(n * width, width);
        auto const alone = evaluate(bound, annotated(model, bound, {n}), step);
        CHECK(at_once.values.gap[n] == alone.values.gap[0]);
        CHECK(bound.gap_of(0, together, n, step) == doctest::Approx(alone.values.gap[0]).epsilon(1e-9).scale(1e-6));
        for (std::size_t k = 0; k < width; ++k) CHECK(at_once.slope[n * width + k] == alone.slope[k]);
    }
}

/// All rows of a model, annotated.
template <Model M, Bound B>
batch<typename B::notes> all_rows(M const& model, B const& bound) {
    std::vector<row_index> indices(model.rows().rows());
    for (row_index n = 0; n < indices.size(); ++n) indices[n] = n;
    return annotated(model, bound, indices);
}

/// On points in the region, in the ring about it, where there is one, and beyond: gaps are not negative, log L less the gap sums to the collapsed form, the slope is the gap's
/// derivative, single gaps are those of the batch, and the region is what the norm says.
template <Model M, CurvedBound B>
void check_bound(M const& model, B const& bound, anchor const& at, double radius, std::uint64_t seed) {
    REQUIRE((bound.regions() == 2 || bound.regions() == 3));
    auto const rows = all_rows(model, bound);
    std::size_t const size = rows.size(), width = model.likelihood().width();
    evaluation values;
    values.resize(size, width);
    std::vector<double> eta(size * width), log_likelihood(size), slope(size * width), scratch(at.theta.size());
    random_source random({.seed = seed});
    std::vector<int> met(3);
    for (int i = 0; i < 60; ++i) {
        vector d = zeros(at.theta.size());
        random.normals(as_out(d));
        at.precision.solve_upper(as_out(d));
        d *= radius / std::sqrt(at.precision.squared_norm(as_view(d))) * (i % 6 == 0 ? 1.7 : i % 6 == 3 ? 1.2 : random.uniform());
        std::size_t const region = bound.region(as_view(d));
        CHECK(region == (i % 6 == 0 ? bound.regions() - 1 : i % 6 == 3 ? 1 : 0));
        CHECK(bound.region_at(bound.squared_distance(as_view(d))) == region);
        ++met[region];

        predict(rows.list(), as_view(d), values.delta);
        bound.gap(region, rows, values);
        vector const theta = at.theta + d;
        predict(rows.list(), as_view(theta), eta);
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
    CHECK(met == (bound.regions() == 2 ? std::vector{40, 20, 0} : std::vector{40, 10, 10}));
}

/// No bound is looser than that of a region further out, in the sense of its trace against the predictors' covariance.
template <Model M, CurvedBound B>
void check_sharper(M const& model, B const& bound, anchor const& at) {
    auto const rows = all_rows(model, bound);
    std::size_t const square = model.likelihood().width() * model.likelihood().width();
    std::vector<double> inner(rows.size() * square), outer(inner.size()), covariance(inner.size());
    block_buffer buffer;
    predictor_spread(at.precision).covariances(model.rows().block(0, buffer).rows, model.likelihood().width(), covariance);
    for (std::size_t region = 1; region < bound.regions(); ++region) {
        bound.curvature(region - 1, rows, inner);
        bound.curvature(region, rows, outer);
        for (std::size_t n = 0; n < rows.size(); ++n) {
            double less = 0;
            for (std::size_t k = n * square; k < (n + 1) * square; ++k) less += (outer[k] - inner[k]) * covariance[k];
            CHECK(less >= -1e-14);
        }
    }
}

template <CurvedBound B, Model M>
void check_at_radii(M const& model, std::uint64_t seed) {
    anchor const at = find_map(model);
    for (double const radius : {0.3, 2.0, 8.0}) {
        CAPTURE(radius);
        for (auto const& radii : {std::vector{radius}, {radius, 1.4 * radius}}) {
            CAPTURE(radii.size());
            B const bound = B::anchored(model, at.theta, ellipsoid(at.precision, radii));
            check_bound(model, bound, at, radius, seed);
            check_sharper(model, bound, at);
        }
    }
}

}  // namespace

TEST_CASE("an untuned bound has the gaps and slopes of its data one by one, however many there are") {
    // more than fit into what a bound takes at a time: 256 predictors
    auto const classes = synthetic_posterior(600, 3, 772);
    check_one_by_one(classes, jaakkola_jordan::untuned(classes));
    auto const [features, target] = contaminated(600, 3, 773);
    auto const robust = make_robust(features, target, gaussian_prior(1));
    check_one_by_one(robust, student_t_bound::untuned(robust));
    auto const several = synthetic_softmax(200, 3, 3, 774);
    check_one_by_one(several, bohning::untuned(several, 1.5));
    check_one_by_one(several, jebara_choromanska::untuned(several));
}

TEST_CASE("notes follow their rows from batch to batch, with a region and without") {
    auto const check = [](auto const& model, auto const& bound) {
        using rows_of = batch<typename std::remove_cvref_t<decltype(bound)>::notes>;
        std::size_t const width = model.likelihood().width();
        rows_of const from = annotated(model, bound, {3, 1, 4, 15, 9});
        rows_of moved(from.columns());
        for (std::size_t const i : {4u, 0u, 2u, 3u}) moved.append(from, i);
        moved.replace_by_last(1);  // 9, 15, 4
        rows_of const fresh = annotated(model, bound, {9, 15, 4});
        REQUIRE(moved.index == fresh.index);
        std::vector<double> const delta(3 * width, 0.25);
        auto const a = evaluate(bound, moved, delta), b = evaluate(bound, fresh, delta);
        CHECK(a.values.gap == b.values.gap);
        CHECK(a.slope == b.slope);
        std::vector<double> curvature(3 * width * width), expected(curvature.size());
        for (std::size_t region = 0; region < bound.regions(); ++region) {
            bound.curvature(region, moved, curvature);
            bound.curvature(region, fresh, expected);
            CHECK(curvature == expected);
            bound.least_curvature(region, moved, curvature);
            bound.least_curvature(region, fresh, expected);
            CHECK(curvature == expected);
        }
        moved.clear();
        moved.append(from, 3);
        CHECK(evaluate(bound, moved, vector_view(delta).first(width)).values.gap[0] == b.values.gap[1]);
    };
    auto const classes = synthetic_posterior(60, 3, 775);
    anchor const at = find_map(classes);
    check(classes, jaakkola_jordan::untuned(classes));
    check(classes, jaakkola_jordan::anchored(classes, at.theta));
    check(classes, jaakkola_jordan::anchored(classes, at.theta, ellipsoid(at.precision, {2, 3})));
    auto const several = synthetic_softmax(60, 2, 3, 776);
    anchor const there = find_map(several);
    check(several, bohning::anchored(several, there.theta, ellipsoid(there.precision, 2)));
    check(several, jebara_choromanska::anchored(several, there.theta, ellipsoid(there.precision, 2)));
    check(several, jebara_choromanska::untuned(several));
}

TEST_CASE("a softmax bound's anchor must be finite and its region of the model's dimension, as every tangent bound's") {
    auto const several = synthetic_softmax(60, 2, 3, 776);
    anchor const there = find_map(several), other = find_map(synthetic_posterior(60, 3, 775));
    vector theta = there.theta;
    theta(4) = infinity;
    CHECK_THROWS_WITH_AS(bohning::anchored(several, theta), "bohning: number 4 of the anchor is inf; give finite ones",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(jebara_choromanska::anchored(several, there.theta, ellipsoid(other.precision, 2)),
                         "jebara_choromanska: the region has 3 dimensions but the model has 6 parameters", invalid_argument);
}

TEST_CASE("bounds with a region stay below the likelihood and collapse in all regions, for every model") {
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
