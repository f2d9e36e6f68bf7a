/// White box: the marginal step of learned scales. Its distribution: samplers/learned_scales.cpp.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
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

/// Which scales a step moves, in their order, each once for a slice or for two that follow each other; and where they stand in the sweep.
template <class Base>
struct recording : Base {
    using Base::Base;
    std::vector<std::vector<double>> seen;
    std::vector<double> at_sweep;
    bool rescale(vector_view log_scales) {
        seen.emplace_back(log_scales.begin(), log_scales.end());
        return Base::rescale(log_scales);
    }
    factor_weight inner_weight(std::size_t n, double bend, double u) {
        at_sweep = seen.back();
        return Base::inner_weight(n, bend, u);
    }
    std::vector<std::size_t> order() const {
        std::vector<std::size_t> result;
        for (std::size_t i = 1; i < seen.size(); ++i)
            for (std::size_t g = 0; g < seen[i].size(); ++g)
                if (seen[i][g] != seen[i - 1][g] && (result.empty() || result.back() != g)) result.push_back(g);
        return result;
    }
};

auto some_joint(std::vector<prior_term> terms = {prior_term::half_cauchy(1, 1), prior_term::half_cauchy(2, 1),
                                                 prior_term::half_cauchy(1, 0.5)}) {
    matrix features = zeros(5, 4);
    random_source({.seed = 3120}).normals({features.data(), features.size()});
    posterior const model(logistic{}, composed_prior(std::move(terms)), dense_rows(features, vector{1.0, 0.0, 1.0, 1.0, 0.0}));
    return joint(model, jaakkola_jordan::anchored(model, vector{0.2, -0.4, 0.3, 0.1}));
}

template <class Joint>
struct density_of;
template <class M, class B>
struct density_of<joint<M, B>> {
    using type = firefly_density<M, B>;
};
using density = density_of<decltype(some_joint())>::type;

/// Every test is failed.
struct refusing : random_source {
    using random_source::random_source;
    bool chance(double) { return false; }
    bool chance(double, double) { return false; }
};

/// A slice is where the density is no less than where it began.
struct climbing : random_source {
    using random_source::random_source;
    double exponential() { return 0; }
};

void light(density& target, std::vector<row_index> const& indices) {
    target.request(indices);
    target.collect();
    for (std::size_t i = 0; i < indices.size(); ++i) target.brighten(i);
}

bright_gibbs const by_itself({.centre = zeros(4), .elliptical_every = 1'000'000});

}  // namespace

TEST_CASE("the density of predictors is the normal one, and zero where two rows are the same") {
    std::vector<double> first{1, 0.5, 0, 0, 0, 0, 0, 0}, second{-0.3, 2, 0, 0, 0, 0, 0, 0};
    scaled_frame frame{{first.data(), second.data()}, vector{0.4, -0.2}};
    std::vector<double> const u{0.9, -1.1};
    std::vector<double> memory(18);
    double const a = 1.25, b = 0.7, c = 4.09, determinant = a * c - b * b;
    double const x = 0.9 - 0.3, y = -1.1 + 0.52;
    double const expected = -std::log(determinant) / 2 - (c * x * x - 2 * b * x * y + a * y * y) / (2 * determinant);
    CHECK(log_density_of_predictors(frame, u, memory) == doctest::Approx(expected).epsilon(1e-13));
    frame.rows[1] = first.data();
    CHECK(log_density_of_predictors(frame, u, memory) == -infinity);
    frame.rows.clear();
    CHECK(log_density_of_predictors(frame, {}, memory) == 0);
}

TEST_CASE("a step moves the scales in their order and then in the reverse order, whatever is bright") {
    for (auto const& bright : {std::vector<row_index>{}, {3}, {4, 1}}) {
        recording<density> target(some_joint(), as_view(vector{0.5, 0.1, -0.6, 0.2}));
        light(target, bright);
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            random_source random({.seed = seed});
            auto state = by_itself.start();
            target.seen.clear();
            by_itself.step(target, state, random);
            CHECK(target.order() == std::vector<std::size_t>{0, 1, 2, 1, 0});
        }
    }
}

TEST_CASE("the scales of a horseshoe move one by one given θ, and then by one number in the step, in its place in the order") {
    recording<density> target(
        some_joint({prior_term::half_cauchy(1, 1), prior_term::horseshoe(2, 1), prior_term::half_cauchy(1, 0.5)}),
        as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {4, 1});
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        random_source random({.seed = seed});
        auto state = by_itself.start();
        target.seen.clear();
        std::vector<double> const before(target.log_scales().begin(), target.log_scales().end());
        by_itself.step(target, state, random);
        std::vector<std::size_t> heads;
        for (std::size_t const g : target.order())
            if ((g == 0 || g == 1 || g == 4) && (heads.empty() || heads.back() != g)) heads.push_back(g);
        CHECK(heads == std::vector<std::size_t>{0, 1, 4, 1, 0});
        for (auto const& at : target.seen)
            for (std::size_t const g : {2u, 3u})
                CHECK(at[g] - at[1] == doctest::Approx(target.seen[0][g] - target.seen[0][1]).epsilon(1e-9));
        for (std::size_t const g : {2u, 3u}) CHECK(target.seen[0][g] - target.seen[0][1] != doctest::Approx(before[g] - before[1]));
        auto again = target;
        CHECK(again.evaluate(as_view(target.current().theta)) == doctest::Approx(target.current().log_density).epsilon(1e-9));
    }
}

TEST_CASE("where the step is refused the scales of a horseshoe move given θ all the same, and no other") {
    density target(some_joint({prior_term::half_cauchy(1, 1), prior_term::horseshoe(2, 1), prior_term::half_cauchy(1, 0.5)}),
                   as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {4, 1});
    auto const before = target.save();
    refusing random({.seed = 7});
    auto state = by_itself.start();
    by_itself.step(target, state, random);
    auto const after = target.save();
    CHECK(after.current.theta == before.current.theta);
    for (std::size_t g = 0; g < 5; ++g) CHECK((after.log_scales[g] == before.log_scales[g]) == (g == 0 || g == 4));
    auto again = target;
    CHECK(again.evaluate(as_view(target.current().theta)) == doctest::Approx(target.current().log_density).epsilon(1e-9));
}

TEST_CASE("after the sweep the scales move given the predictors that it left") {
    recording<density> target(some_joint(), as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {4, 1});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        climbing random({.seed = seed});
        auto state = by_itself.start();
        by_itself.step(target, state, random);
        std::vector<double> const after(target.log_scales().begin(), target.log_scales().end()), before = target.at_sweep;
        std::vector<double> const u = target.frame().u;
        std::vector<double> memory((padded(u.size()) + 1) * u.size());
        auto const log_density = [&](std::vector<double> const& log_scales) {
            REQUIRE(target.rescale(log_scales));
            return target.scaled().log_mass + log_density_of_predictors(target.scaled(), u, memory);
        };
        CHECK(log_density(after) >= log_density(before) - 1e-9);
    }
}

TEST_CASE("a step that is refused leaves θ, scales and everything else what it was, and the next finds nothing of it") {
    density target(some_joint(), as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {4, 1});
    density other = target;
    auto const before = target.save();
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        refusing random({.seed = seed});
        auto state = by_itself.start();
        by_itself.step(target, state, random);
        CHECK(target.save() == before);
    }
    random_source random({.seed = 9}), same({.seed = 9});
    auto state = by_itself.start(), other_state = by_itself.start();
    by_itself.step(target, state, random);
    by_itself.step(other, other_state, same);
    CHECK(target.save() == other.save());
    CHECK(target.save() != before);
}

TEST_CASE("a step in region 0 passes its last test, and θ, scales and density agree after it") {
    density target(some_joint(), as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {2});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        random_source random({.seed = seed});
        auto state = by_itself.start();
        by_itself.step(target, state, random);
        auto again = target;
        CHECK(again.evaluate(as_view(target.current().theta)) == doctest::Approx(target.current().log_density).epsilon(1e-9));
    }
}

TEST_CASE("where as many data are bright as there are parameters the scales move all the same") {
    density target(some_joint(), as_view(vector{0.5, 0.1, -0.6, 0.2}));
    light(target, {0, 1, 2, 3});
    std::vector<double> const before(target.log_scales().begin(), target.log_scales().end());
    random_source random({.seed = 3});
    auto state = by_itself.start();
    by_itself.step(target, state, random);
    for (std::size_t g = 0; g < 3; ++g) CHECK(target.log_scales()[g] != before[g]);
    auto again = target;
    CHECK(again.evaluate(as_view(target.current().theta)) == doctest::Approx(target.current().log_density).epsilon(1e-9));
}
