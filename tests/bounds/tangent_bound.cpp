/// What holds for every tangent bound, whatever its curvature.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

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
    check(classes, jaakkola_jordan::anchored(classes, at.theta, ellipsoid(at.precision, 2)));
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
