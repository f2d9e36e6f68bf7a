#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Gives what it was told to: noise, how far below the point its slice lies, and where on the bracket to look next.
struct told_random {
    std::vector<double> noise;
    double below;
    std::vector<double> places;
    std::size_t asked = 0;

    void normals(vector_out out) { std::ranges::copy(noise, out.begin()); }
    double exponential() { return below; }
    double uniform() { return places.at(asked++); }
    bool accept(double) { throw std::logic_error("an elliptical slice accepts nothing"); }
    bool chance(double) { throw std::logic_error("an elliptical slice takes no chance"); }
    bool chance(double, double) { throw std::logic_error("an elliptical slice takes no chance"); }
    void exponentials(vector_out) { throw std::logic_error("an elliptical slice takes one exponential"); }
    std::size_t pick(std::size_t) { throw std::logic_error("an elliptical slice picks nothing"); }
    row_index skip(double) { throw std::logic_error("an elliptical slice skips nothing"); }
};
static_assert(Random<told_random>);

/// A density that is not cheap on a plane, made of one that is.
template <class Target>
struct without_plane {
    Target target;

    std::size_t dimension() const { return target.dimension(); }
    point const& current() const { return target.current(); }
    double evaluate(vector_view theta) { return target.evaluate(theta); }
    void commit() { target.commit(); }
    vector_out scratch(std::size_t i) { return target.scratch(i); }
    std::uint64_t queries() const { return target.queries(); }
};

}  // namespace

TEST_CASE("on its own base an elliptical slice takes the first point: θ* + (θ − θ*) cos φ + ν sin φ") {
    gaussian_formula const base{matrix_of({{2, 0.6}, {0.6, 1}}), vector_of({1, -2})};
    cholesky const precision(base.precision);
    elliptical_slice const kernel({.centre = base.mean, .shape = preconditioner(precision)});
    vector const start = vector_of({1.7, -2.4});
    analytic_density target(base, start);
    told_random random{.noise = {0.8, -1.1}, .below = 1e-3, .places = {0.2}};
    auto const info = kernel.step(target, {}, random);
    CHECK(info.evaluations == 1);
    CHECK(info.acceptance == 1);
    vector noise = vector_of({0.8, -1.1});
    precision.solve_upper(as_out(noise));
    double const angle = 2 * std::numbers::pi * 0.2;
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(target.current().theta(i) ==
              doctest::Approx(base.mean(i) + (start(i) - base.mean(i)) * std::cos(angle) + noise(i) * std::sin(angle))
                  .epsilon(1e-13));
}

TEST_CASE("a point below the slice cuts the bracket on its own side of θ") {
    // The slice is θ > 0.9, with the centre at 0, θ = 1 and ν = 0.5.
    std::vector<double> tried;
    auto const formula = [&](vector_view theta, vector_out) {
        tried.push_back(theta[0]);
        return theta[0] > 0.9 ? 0.0 : -infinity;
    };
    analytic_density target(formula, vector_of({1}));
    tried.clear();
    told_random random{.noise = {0.5}, .below = 0.1, .places = {0.5, 0.25, 0.5}};
    auto const info = elliptical_slice({.centre = vector_of({0}), .shape = {}}).step(target, {}, random);
    // The bracket is (−π, π) with π tried first; half of what is above −π/2 is π/4.
    auto const at = [](double angle) { return std::cos(angle) + 0.5 * std::sin(angle); };
    double const pi = std::numbers::pi;
    REQUIRE(tried.size() == 3);
    CHECK(info.evaluations == 3);
    CHECK(tried[0] == doctest::Approx(at(pi)));
    CHECK(tried[1] == doctest::Approx(at(-pi / 2)).scale(1));
    CHECK(tried[2] == doctest::Approx(at(pi / 4)));
    CHECK(target.current().theta(0) == tried[2]);
}

TEST_CASE("a slice that rounding leaves without a point ends where it began") {
    bool is_first = true;
    auto const formula = [&](vector_view, vector_out) { return std::exchange(is_first, false) ? 0.0 : -infinity; };
    analytic_density target(formula, vector_of({1}));
    random_source random({.seed = 781});
    elliptical_slice({.centre = vector_of({0}), .shape = {}}).step(target, {}, random);
    CHECK(target.current().theta(0) == 1);
}

TEST_CASE("a slice ends at θ when its bracket is narrower than 1e-14, and not before") {
    std::vector<double> tried;
    auto const formula = [&](vector_view theta, vector_out) {
        tried.push_back(theta[0]);
        return tried.size() == 1 ? 0.0 : -infinity;
    };
    analytic_density target(formula, vector_of({1}));
    // Tried are 0.75e-14, −0.5e-14 and 0.25e-14: between the last two nothing more is.
    double const turn = 2 * std::numbers::pi;
    told_random random{.noise = {0.5}, .below = 0.1, .places = {0.75e-14 / turn, 1 - 1.25e-14 / turn, 0.6, 0.5}};
    auto const info = elliptical_slice({.centre = vector_of({0}), .shape = {}}).step(target, {}, random);
    CHECK(random.asked == 4);
    CHECK(tried.size() == 1 + 3);
    CHECK(info.evaluations == 3);
    CHECK(info.acceptance == 1);
    CHECK(info.step == 0);
    CHECK(target.current().theta(0) == 1);
}

TEST_CASE("elliptical slices go the same way on a plane and point by point") {
    auto const model = synthetic_posterior(60, 3, 782);
    anchor const at = find_map(model);
    elliptical_slice const kernel({.centre = at.theta, .shape = preconditioner(at.precision)});
    firefly_density on_plane(joint(model, jaakkola_jordan::untuned(model)), as_view(at.theta));
    std::vector<row_index> const bright{3, 8, 21, 40};
    on_plane.request(bright);
    on_plane.collect();
    for (std::size_t i = 0; i < bright.size(); ++i) on_plane.brighten(i);
    without_plane<decltype(on_plane)> by_point{on_plane};
    static_assert(PlaneDensity<decltype(on_plane)> && !PlaneDensity<decltype(by_point)>);
    for (std::uint64_t i = 0; i < 30; ++i) {
        random_source one({.seed = 783, .iteration = i}), other({.seed = 783, .iteration = i});
        CHECK(kernel.step(on_plane, {}, one).evaluations == kernel.step(by_point, {}, other).evaluations);
        for (std::size_t d = 0; d < 3; ++d)
            CHECK(on_plane.current().theta(d) == doctest::Approx(by_point.current().theta(d)).epsilon(1e-9));
    }
}

TEST_CASE("an elliptical slice says what is wrong with its centre") {
    CHECK_THROWS_WITH_AS(elliptical_slice({.centre = vector_of({0, std::nan("")}), .shape = {}}),
                         "elliptical_slice: number 1 of the centre is nan; give finite ones", invalid_argument);
}
