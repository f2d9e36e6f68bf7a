/// White box: what a density keeps for bright Gibbs.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.models;

using namespace firefly;

namespace {

/// 40 rows of three classes.
auto three_classes() {
    data_set data = synthetic_logistic({.rows = 40, .columns = 2, .seed = 761});
    for (std::size_t n = 0; n < 40; n += 3) data.target(n) = 2;
    return posterior(softmax(3), gaussian_prior(1), dense_rows(std::move(data)));
}

/// Packed rows with their frame, in step.
template <Model M, CurvedBound B>
struct packed_frame {
    joint<M, B> const& target;
    batch<typename B::notes> bright{layout_of(target.model().rows())};
    frame_keeper<M, B> keeper{bright.layout(), target.model().likelihood().width()};
    evaluation values = {};

    std::size_t width() const { return target.model().likelihood().width(); }

    /// With predictors, a gap and a factor that tell which row it is.
    void light(row_index n) {
        evaluation of_row;
        of_row.resize(1, width());
        for (std::size_t k = 0; k < width(); ++k) of_row.delta[k] = static_cast<double>(n) * static_cast<double>(k + 1);
        of_row.gap[0] = 0.5 + static_cast<double>(n);
        of_row.factor[0] = 0.25 + static_cast<double>(n);
        values.append(of_row, 0, width());
        batch<typename B::notes> fresh(bright.layout());
        target.model().rows().request({&n, 1}, fresh);
        target.model().rows().collect(fresh);
        target.bound().annotate(fresh);
        bright.append(fresh, 0);
        keeper.append(n);
    }
    void darken(std::size_t i) {
        keeper.replace_by_last(i, bright.index);
        bright.replace_by_last(i);
        values.replace_by_last(i, width());
    }
    bright_frame const& build() { return keeper.build(target, bright, values); }
};

/// Whitened predictors and bends by their definitions, values those of each row, and back again.
template <Model M, CurvedBound B>
void check_frame(packed_frame<M, B>& packed) {
    joint<M, B> const& target = packed.target;
    batch<typename B::notes> const& bright = packed.bright;
    bright_frame const& frame = packed.build();
    evaluation back;
    back.resize(bright.size(), packed.width());
    packed.keeper.unpack(frame.u, frame.gap, back);
    CHECK(back.gap == packed.values.gap);
    std::size_t const width = target.model().likelihood().width(), dimension = target.dimension();
    contrasts const e(width);
    REQUIRE(frame.rows_each == e.count());
    CHECK(std::ranges::is_sorted(frame.index));
    vector white = zeros(dimension), d = zeros(dimension);
    random_source({.seed = 762}).normals(as_out(white));
    target.inner().scale.unwhiten(as_view(white), as_out(d));
    std::vector<double> s(bright.size() * width * width), least(s.size()), first(bright.size() * width);
    target.bound().curvature(0, bright, s);
    if (target.bound().regions() > 1)
        target.bound().least_curvature(0, bright, least);
    else
        target.model().likelihood().derivatives(bright.target, target.bound().contact(bright), first, least);
    for (std::size_t k = 0; k < s.size(); ++k) s[k] -= least[k];
    for (std::size_t i = 0; i < frame.index.size(); ++i) {
        std::size_t const place = static_cast<std::size_t>(std::ranges::find(bright.index, frame.index[i]) - bright.index.begin());
        REQUIRE(place < bright.size());
        std::vector<double> delta(width), u(e.count()), bend(e.count() * e.count());
        CHECK(frame.gap[i] == 0.5 + static_cast<double>(frame.index[i]));
        CHECK(frame.factor[i] == 0.25 + static_cast<double>(frame.index[i]));
        e.reduce(vector_view(packed.values.delta).subspan(place * width, width), u);
        for (std::size_t j = 0; j < e.count(); ++j) CHECK(frame.u[i * e.count() + j] == u[j]);
        e.expand(u, delta);
        for (std::size_t k = 0; k < width; ++k) CHECK(back.delta[place * width + k] == delta[k]);
        predict(matrix_view(bright.row(place).data(), 1, bright.columns()), as_view(d), delta);
        e.reduce(delta, u);
        e.reduce_matrix(vector_view(s).subspan(place * width * width, width * width), bend);
        for (std::size_t j = 0; j < e.count(); ++j) {
            vector_view const row(frame.rows[i * e.count() + j], dimension);
            CHECK(dot(row, as_view(white)) == doctest::Approx(u[j]).epsilon(1e-10).scale(1e-3));
        }
        for (std::size_t k = 0; k < bend.size(); ++k)
            CHECK(frame.bend[i * bend.size() + k] == doctest::Approx(bend[k]).epsilon(1e-12).scale(1e-3));
    }
}

/// Data become bright and dark between frames.
template <Model M, CurvedBound B>
void check_keeping(joint<M, B> const& target) {
    packed_frame<M, B> packed{target};
    CHECK(packed.build().index.empty());
    for (row_index const n : {20u, 3u, 11u}) packed.light(n);
    check_frame(packed);
    CHECK(packed.keeper.frame().index == std::vector<row_index>{3, 11, 20});
    CHECK(packed.keeper.position(0) == 1);
    packed.darken(0);  // 11, which is known, takes the place of 20
    packed.light(39);
    packed.light(5);
    packed.darken(0);  // 5, which is not, that of 11
    check_frame(packed);
    CHECK(packed.keeper.frame().index == std::vector<row_index>{3, 5, 39});
    packed.light(8);
    packed.darken(1);  // 8, which is not known, takes a place that is not the first
    check_frame(packed);
    CHECK(packed.keeper.frame().index == std::vector<row_index>{5, 8, 39});
    while (packed.bright.size() > 0) packed.darken(packed.bright.size() - 1);
    CHECK(packed.build().index.empty());
}

/// With whitened predictors on demand and in a table: the same.
template <Model M, CurvedBound B>
void check_keeping(M const& model, B const& bound) {
    joint const on_demand(model, bound, 0), in_table(model, bound);
    CHECK(on_demand.white().is_empty());
    CHECK(!in_table.white().is_empty());
    check_keeping(on_demand);
    check_keeping(in_table);
    packed_frame<M, B> here{on_demand}, there{in_table};
    for (row_index const n : {31u, 2u, 17u, 0u, 39u}) {
        here.light(n);
        there.light(n);
    }
    bright_frame const &first = here.build(), &second = there.build();
    REQUIRE(first.rows.size() == second.rows.size());
    for (std::size_t i = 0; i < first.rows.size(); ++i)
        CHECK(std::equal(first.rows[i], first.rows[i] + padded(model.dimension()), second.rows[i]));
}

}  // namespace

TEST_CASE("a frame has the whitened predictors and bends of the bright data, in the order of their indices, as z changes") {
    posterior const model(logistic{}, gaussian_prior(1), dense_rows(synthetic_logistic({.rows = 40, .columns = 3, .seed = 763})));
    anchor const at = find_map(model);
    check_keeping(model, jaakkola_jordan::anchored(model, at.theta));
    check_keeping(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2)));
}

TEST_CASE("a softmax datum brings one predictor less than there are classes") {
    auto const model = three_classes();
    anchor const at = find_map(model);
    check_keeping(model, jebara_choromanska::anchored(model, at.theta, ellipsoid(at.precision, 1)));
    check_keeping(model, bohning::anchored(model, at.theta));
}

TEST_CASE("bends are those of targets that have several numbers, by offset, trials and weight") {
    data_set data = synthetic_logistic({.rows = 40, .columns = 2, .seed = 764});
    vector weight = zeros(40), trials = zeros(40);
    matrix with_weights = zeros(40, 3);
    for (std::size_t n = 0; n < 40; ++n) {
        weight(n) = with_weights(n, 2) = 0.5 + 0.25 * static_cast<double>(n % 7);
        trials(n) = 1 + static_cast<double>(n % 3);
        for (std::size_t d = 0; d < 2; ++d) with_weights(n, d) = data.features(n, d);
    }
    posterior const counted(adjusted(binomial{}), gaussian_prior(1),
                            rows_with_cases(data.features, data.target, {.trials = trials, .offset = weight, .weight = weight}));
    check_keeping(counted, secant_bound<adjusted<binomial>>::anchored(counted, find_map(counted).theta));
    for (std::size_t n = 0; n < 40; n += 3) data.target(n) = 2;
    posterior const classes(weighted_softmax(3), gaussian_prior(1),
                            cased_rows(dense_rows(with_weights, data.target), case_layout(1, {{.column = 0}})));
    anchor const at = find_map(classes);
    check_keeping(classes, weighted_jebara_choromanska::anchored(classes, at.theta, ellipsoid(at.precision, 1)));
    check_keeping(classes, weighted_bohning::anchored(classes, at.theta));
}

TEST_CASE("separated, a frame has data first that are independent of those before them, and all else in the same order") {
    matrix features = zeros(6, 3);
    std::ranges::copy(std::vector<double>{1, 2, 0, 1, 2, 0, 0, 1, 1, 2, 5, 1, 1, 0, 0, 0, 3, 1}, features.begin());
    posterior const model(logistic{}, gaussian_prior(1), dense_rows(features, vector{1.0, 0.0, 1.0, 0.0, 1.0, 1.0}));
    joint const target(model, jaakkola_jordan::anchored(model, find_map(model).theta));
    packed_frame packed{target};
    for (row_index const n : {5u, 3u, 1u, 0u, 2u}) packed.light(n);
    bright_frame const before = packed.build();
    packed.keeper.separate(1e-5);
    bright_frame const& frame = packed.keeper.frame();
    CHECK(frame.index == std::vector<row_index>{0, 2, 5, 1, 3});
    CHECK(frame.dependence.independent == 3);
    CHECK(frame.dependence.others() == 2);
    for (std::size_t i = 0; i < 5; ++i) {
        std::size_t const was = frame.dependence.order[i];
        CHECK(frame.index[i] == before.index[was]);
        CHECK(frame.rows[i] == before.rows[was]);
        CHECK(frame.bend[i] == before.bend[was]);
        CHECK(frame.u[i] == before.u[was]);
        CHECK(frame.gap[i] == before.gap[was]);
        CHECK(frame.factor[i] == before.factor[was]);
        CHECK(packed.bright.index[packed.keeper.position(i)] == frame.index[i]);
    }
    double const expected[2][3] = {{1, 0, 0}, {2, 1, 0}};
    for (std::size_t other = 0; other < 2; ++other)
        for (std::size_t k = 0; k < 3; ++k)
            CHECK(frame.dependence.weights_of(other)[k] == doctest::Approx(expected[other][k]).epsilon(1e-9).scale(1e-9));
    CHECK(packed.build().index == before.index);  // as if nothing had been
    CHECK(packed.bright.index[packed.keeper.position(1)] == 1);
}
