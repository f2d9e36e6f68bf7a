/// Single steps of bright Gibbs. Its distribution: given_brightness.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.kernels;

using namespace firefly;
using namespace firefly::testing;

namespace {

struct fitted {
    logistic_posterior model = synthetic_posterior(60, 3, 791);
    anchor at = find_map(model);
};

fitted const& some() {
    static fitted const made;
    return made;
}

constexpr std::uint64_t never = 1'000'000;

using density = firefly_density<logistic_posterior, jaakkola_jordan>;

bright_gibbs kernel_with(std::uint64_t elliptical_every, std::size_t elliptical_steps = 4) {
    anchor const& at = some().at;
    return bright_gibbs({.centre = at.theta,
                         .shape = preconditioner(at.precision),
                         .elliptical_every = elliptical_every,
                         .elliptical_steps = elliptical_steps});
}

void light(density& target, std::vector<row_index> const& indices) {
    target.request(indices);
    target.collect();
    for (std::size_t i = 0; i < indices.size(); ++i) target.brighten(i);
}

bright_gibbs::info one_step(bright_gibbs const& kernel, density& target, std::uint64_t seed) {
    auto state = kernel.start();
    random_source random({.seed = seed});
    auto const info = kernel.step(target, state, random);
    CHECK(state.steps == 1);
    return info;
}

/// What a step leads to, by the formulas at the head of the kernel, in dense algebra; for one predictor a datum.
struct swept {
    std::vector<double> u;
    double acceptance = 1;  // the last test passes where nothing but the inner density counts
};

swept sweep_by_definition(density& target, std::uint64_t seed) {
    bright_frame const frame = target.frame();
    vector const& shift = target.inner().shift;
    std::size_t const data = frame.u.size(), dimension = shift.size();
    auto const row = [&](std::size_t n) { return vector_view(frame.rows[n], dimension); };
    matrix gram = zeros(data, data);
    for (std::size_t i = 0; i < data; ++i)
        for (std::size_t j = 0; j < data; ++j) gram(i, j) = dot(row(i), row(j));
    matrix const q = cholesky(gram).inverse();
    random_source random({.seed = seed});
    std::vector<double> noise(6 * data + dimension), c(data), weight(data);
    random.normals(noise);

    swept result{frame.u};
    auto const weigh = [&](std::size_t n, double u, double gap) {
        return std::log(std::expm1(gap) / (c[n] * u * u)) - c[n] * u * u / 2;
    };
    for (std::size_t n = 0; n < data; ++n) {
        c[n] = std::min(frame.bend[n], 0.95 / gram(n, n));
        weight[n] = weigh(n, frame.u[n], frame.gap[n]);
    }
    auto const move = [&](std::size_t n, double const* zeta) {
        double pull = 0;
        for (std::size_t j = 0; j < data; ++j) pull += q(n, j) * (result.u[j] - dot(row(j), as_view(shift)));
        double const rest = q(n, n) - c[n], mean = (q(n, n) * result.u[n] - pull) / rest;
        bool const is_near = random.chance(mean * mean / (mean * mean + 1 / rest));
        double const chi = is_near ? std::abs(zeta[0]) : std::hypot(zeta[0], zeta[1], zeta[2]);
        double const above = mean + chi / std::sqrt(rest), below = mean - chi / std::sqrt(rest);
        double const proposal = random.chance(above * above / (above * above + below * below)) ? above : below;
        double const moved = weigh(n, proposal, target.inner_gap(n, {&proposal, 1}));
        double const probability = std::min(1.0, std::exp(moved - weight[n]));
        result.acceptance += probability;
        if (!random.chance(probability)) return;
        result.u[n] = proposal;
        weight[n] = moved;
    };
    for (std::size_t n = 0; n < data; ++n) move(n, &noise[3 * n]);
    for (std::size_t n = data; n-- > 0;) move(n, &noise[3 * (data + n)]);
    result.acceptance /= static_cast<double>(2 * data + 1);
    return result;
}

/// Notes along which coordinates a slice goes, and how many points it asks for; those of ellipses differ in all coordinates.
template <class Target>
struct watched : Target {
    explicit watched(Target target) : Target(std::move(target)) {}
    using Target::evaluate;
    double evaluate(vector_view theta) {
        std::vector<std::size_t> moved;
        for (std::size_t i = 0; i < theta.size(); ++i)
            if (theta[i] != Target::current().theta(i)) moved.push_back(i);
        if (moved.size() == 1) {
            ++evaluations;
            if (lines.empty() || lines.back() != moved[0]) lines.push_back(moved[0]);
        }
        return Target::evaluate(theta);
    }
    std::vector<std::size_t> lines;
    std::size_t evaluations = 0;
};

}  // namespace

TEST_CASE("a step moves the predictors of every bright datum there and back as the formulas say") {
    for (auto const& [rows, columns, scale] : {std::tuple{60, 5, 1.0}, {5, 8, 1.0}, {5, 8, 100.0}}) {
        CAPTURE(rows);
        logistic_posterior const model(
            logistic{}, gaussian_prior(scale),
            dense_rows(synthetic_logistic(
                {.rows = static_cast<row_index>(rows), .columns = static_cast<std::size_t>(columns), .seed = 800})));
        anchor const at = find_map(model);
        bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision), .elliptical_every = never});
        for (auto const& bound : {jaakkola_jordan::untuned(model), jaakkola_jordan::anchored(model, at.theta)}) {
            CAPTURE(bound.touches_at_anchor());
            joint const target(model, bound);
            for (std::uint64_t seed = 801; seed < 821; ++seed) {
                CAPTURE(seed);
                density here(target, as_view(near(target.bound().anchor(), 0.7, seed)));
                light(here, {1, 4, 0, 2});
                here.darken(0);  // 2 takes the place of 1, and keeps its own slot
                density there = here;
                swept const expected = sweep_by_definition(there, seed);
                CHECK(one_step(kernel, here, seed).acceptance == doctest::Approx(expected.acceptance).epsilon(1e-7));
                for (std::size_t n = 0; n < 3; ++n) CHECK(here.frame().u[n] == doctest::Approx(expected.u[n]).epsilon(1e-6));
            }
        }
    }
}

TEST_CASE("a datum whose factor is beyond all numbers moves as any other, and the density stays right") {
    // So large a region that the bound reaches far: there the datum's likelihood is e^1000 times its bound.
    auto const& [model, at] = some();
    joint const target(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 1e4)));
    block_buffer buffer;
    vector_view const x = model.rows().block(0, buffer).rows.common.row(4);
    vector far = at.theta;
    for (std::size_t i = 0; i < far.size(); ++i) far(i) += 2000 * x[i] / dot(x, x);
    bool has_moved = false;
    for (std::uint64_t seed = 830; seed < 840; ++seed) {
        CAPTURE(seed);
        density here(target, as_view(far));
        REQUIRE(here.current().region == 0);
        light(here, {4});
        REQUIRE(here.bright_factors()[0] == infinity);
        double const before = here.frame().u[0];
        one_step(kernel_with(never), here, seed);
        has_moved = has_moved || here.frame().u[0] != before;
        vector const theta = here.current().theta;
        CHECK(here.current().log_density == doctest::Approx(here.evaluate(as_view(theta))).epsilon(1e-9));
    }
    CHECK(has_moved);
}

TEST_CASE("without bright data bright Gibbs draws θ from the pseudo-prior, wherever it was") {
    auto const& [model, at] = some();
    joint const target(model, jaakkola_jordan::anchored(model, at.theta));
    std::vector<double> white(3), d(3);
    random_source({.seed = 792}).normals(white);
    for (std::size_t i = 0; i < 3; ++i) white[i] += target.inner().shift(i);
    target.inner().scale.unwhiten(white, d);
    for (std::uint64_t const start : {793u, 794u}) {
        density here(target, as_view(near(as_view(at.theta), 0.5, start)));
        auto const info = one_step(kernel_with(never), here, 792);
        CHECK(info.acceptance == doctest::Approx(1).epsilon(1e-9));
        CHECK(info.step == 0);
        for (std::size_t i = 0; i < 3; ++i) CHECK(here.current().theta(i) == doctest::Approx(at.theta(i) + d[i]).epsilon(1e-12));
    }
}

TEST_CASE("what no bright datum sees is drawn afresh, and its own predictor moves by two queries") {
    auto const& [model, at] = some();
    joint const target(model, jaakkola_jordan::anchored(model, at.theta));
    density here(target, as_view(near(as_view(at.theta), 0.3, 795)));
    light(here, {7});
    vector const before = here.current().theta;
    std::uint64_t const asked = here.queries();
    auto const info = one_step(kernel_with(never), here, 796);
    CHECK(here.queries() - asked == 2);
    CHECK(info.acceptance > 0);
    CHECK(info.acceptance <= 1);
    CHECK(here.current().theta != before);
    CHECK(here.current().log_density == doctest::Approx(here.evaluate(as_view(vector(here.current().theta)))).epsilon(1e-10));
}

TEST_CASE("outside of the region bright Gibbs stays, and the elliptical steps of its schedule lead back") {
    auto const& [model, at] = some();
    joint const target(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 0.5)));
    vector const outside = at.theta + vector_of({1, -1, 1});
    density here(target, as_view(outside));
    light(here, {3});
    REQUIRE(here.current().region == 1);
    CHECK(one_step(kernel_with(never), here, 797).acceptance == 0);
    CHECK(here.current().theta == outside);
    one_step(kernel_with(1), here, 797);
    CHECK(here.current().theta != outside);
}

TEST_CASE("with as many bright predictors as parameters elliptical steps take over, as many as were asked for") {
    auto const& [model, at] = some();
    joint const target(model, jaakkola_jordan::anchored(model, at.theta));
    elliptical_slice const slices({.centre = at.theta, .shape = preconditioner(at.precision)});
    for (std::size_t const steps : {1u, 3u}) {
        density here(target, as_view(near(as_view(at.theta), 0.3, 798)));
        light(here, {1, 2, 3});
        density there = here;
        CHECK(one_step(kernel_with(never, steps), here, 799).acceptance == 1);
        random_source random({.seed = 799});
        for (std::size_t i = 0; i < steps; ++i) slices.step(there, {}, random);
        CHECK(here.current() == there.current());
    }
}

TEST_CASE(
    "a datum whose row is made of those of others is dragged along, for a query of each move that does so and two of its own") {
    matrix const rows = matrix_of({{1, 0.5, -0.3, 0.7}, {1, -1.2, 0.8, 0.2}, {2, -0.7, 0.5, 0.9}, {1, 2, 0.4, -0.5}});
    auto const model = make_posterior(rows, vector_of({1, 0, 1, 1}), 1.2);
    anchor const at = find_map(model);
    joint const target(model, jaakkola_jordan::anchored(model, at.theta));
    bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision), .elliptical_every = never});
    std::size_t moved = 0;
    for (std::uint64_t seed = 860; seed < 880; ++seed) {
        CAPTURE(seed);
        density here(target, as_view(near(as_view(at.theta), 0.7, seed)));
        light(here, {2, 1, 0});
        vector const before = here.current().theta;
        std::uint64_t const asked = here.queries();
        auto const info = one_step(kernel, here, seed);
        CHECK(here.queries() - asked >= 4 + 2);
        CHECK(here.queries() - asked <= 4 + 4 + 2);
        CHECK(info.acceptance < 1);
        vector const theta = here.current().theta;
        if (theta != before) ++moved;
        CHECK(here.frame().u[2] == doctest::Approx(here.frame().u[0] + here.frame().u[1]).epsilon(1e-9));
        CHECK(here.current().log_density == doctest::Approx(here.evaluate(as_view(theta))).epsilon(1e-9));
    }
    CHECK(moved > 15);
}

TEST_CASE("bright Gibbs says what is wrong with its settings") {
    CHECK_THROWS_WITH_AS(kernel_with(0), "bright_gibbs: elliptical_every and elliptical_steps must be at least 1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(kernel_with(1, 0), "bright_gibbs: elliptical_every and elliptical_steps must be at least 1",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(bright_gibbs({.centre = vector_of({infinity}), .shape = {}}),
                         "elliptical_slice: number 0 of the centre is inf; give finite ones", invalid_argument);
}

TEST_CASE("beside an elliptical step slices go along at most four coordinates with heavy tails, all of them in turn") {
    using coordinates = std::vector<std::size_t>;
    data_set const data = synthetic_logistic({.rows = 9, .columns = 8, .seed = 792});
    posterior const model(logistic{}, composed_prior({prior_term::normal(2, 0.5), prior_term::laplace(6, 0.5)}), dense_rows(data));
    joint const target(model, jaakkola_jordan::anchored(model, zeros(8)));
    REQUIRE(target.inner().heavy == coordinates{2, 3, 4, 5, 6, 7});
    preconditioner const shape(cholesky(target.pseudo_prior(0).precision()));
    random_source random({.seed = 793});
    {
        bright_gibbs const kernel({.centre = zeros(8), .shape = shape, .elliptical_every = 3});
        watched here(firefly_density(target, as_view(near(as_view(zeros(8)), 0.3, 794))));
        auto state = kernel.start();
        for (coordinates const& expected : {coordinates{}, {}, {6, 7, 2, 3}, {}, {}, {4, 5, 6, 7}, {}, {}, {2, 3, 4, 5}}) {
            CAPTURE(state.steps);
            here.lines.clear();
            kernel.step(here, state, random);
            CHECK(here.lines == expected);
        }
    }
    // What one costs.
    bright_gibbs const kernel({.centre = zeros(8), .shape = shape, .elliptical_every = 1});
    watched here(firefly_density(target, as_view(zeros(8))));
    auto state = kernel.start();
    for (int i = 0; i < 500; ++i) kernel.step(here, state, random);
    CHECK(here.lines.size() == 2000);
    CHECK(static_cast<double>(here.evaluations) / 2000 == doctest::Approx(5).epsilon(0.2));
}
