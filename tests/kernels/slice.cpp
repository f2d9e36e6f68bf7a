#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

slice_lines const both[] = {slice_lines::coordinates, slice_lines::random_direction};

/// Where independent chains were before their steps and are after them, each started at its own draw of `start`.
struct paired_points {
    std::vector<vector> before, after;
};

template <class Formula, class Start>
paired_points run_from(Formula const& formula, Start const& start, slice const& kernel, std::size_t chains, int steps,
                       std::uint64_t seed) {
    paired_points result;
    for (std::size_t c = 0; c < chains; ++c) {
        random_source random({.seed = seed, .chain = static_cast<std::uint32_t>(c)});
        vector const from = start(random);
        analytic_density target(formula, from);
        auto state = kernel.start();
        for (int i = 0; i < steps; ++i) kernel.step(target, state, random);
        result.before.push_back(from);
        result.after.push_back(target.current().theta);
    }
    return result;
}

/// The functionals that a wrong sampler would shift are on average after the steps what they were before.
void check_unchanged(trial& run, paired_points const& points) {
    auto const check = [&](auto const& functional) {
        std::vector<double> difference;
        for (std::size_t i = 0; i < points.before.size(); ++i)
            difference.push_back(functional(points.after[i]) - functional(points.before[i]));
        run.equal(independent_mean(difference), 0);
    };
    std::size_t const last = points.before[0].size() - 1;
    check([](vector const& x) { return x(0); });
    check([&](vector const& x) { return x(last); });
    check([](vector const& x) { return x(0) * x(0); });
    check([&](vector const& x) { return x(0) * x(last); });
    check([](vector const& x) { return std::abs(x(0)) < 1 ? 1.0 : 0.0; });
    check([](vector const& x) { return std::cos(3 * x(0)); });
    check([](vector const& x) { return x(0) > 2.5 ? 1.0 : 0.0; });
}

/// All that a step draws, written down beforehand.
struct written_random {
    double level;                  // what `exponential` gives
    std::size_t split;             // what `pick` gives
    std::vector<double> uniforms;  // the first one lays the interval
    std::vector<double> noise = {};
    std::size_t splits = 0;  // what `pick` was asked for
    std::size_t next = 0;

    double exponential() { return level; }
    std::size_t pick(std::size_t n) { return splits = n, split; }
    double uniform() { return uniforms.at(next++); }
    void normals(vector_out out) { std::ranges::copy(noise, out.begin()); }
    bool accept(double) { throw std::logic_error("slice sampling accepts nothing"); }
    bool chance(double) { throw std::logic_error("slice sampling takes no chances"); }
    bool chance(double, double) { throw std::logic_error("slice sampling takes no chances"); }
    void exponentials(vector_out) { throw std::logic_error("slice sampling takes one exponential"); }
    row_index skip(double) { throw std::logic_error("slice sampling skips nothing"); }
};

/// log π = −½|θ|², noting where it is evaluated.
struct noting {
    std::vector<vector>* points;

    double operator()(vector_view theta, vector_out) const {
        points->push_back(to_vector(theta));
        return -dot(theta, theta) / 2;
    }
};

/// An exact draw of `two_humps`.
vector humps_draw(random_source& random, std::size_t dimension) {
    vector x = zeros(dimension);
    random.normals(as_out(x));
    for (double& t : x) t += random.pick(2) == 0 ? 2 : -2;
    return x;
}

/// Uniform on [0, 3) and [4, 10).
struct plateaus {
    double operator()(vector_view theta, vector_out) const {
        double const x = theta[0];
        return x >= 0 && x < 10 && !(x >= 3 && x < 4) ? 0 : -infinity;
    }
};

/// An exact draw of them.
vector on_plateaus(random_source& random) {
    double const u = 9 * random.uniform();
    return vector_of({u < 3 ? u : u + 1});
}

/// Pearson's p-value of points in their nine cells of length one.
double cells_p(std::vector<vector> const& points) {
    std::vector<double> counts(9);
    for (auto const& x : points) {
        REQUIRE(plateaus{}(as_view(x), {}) == 0);
        ++counts[static_cast<std::size_t>(x(0) < 3 ? x(0) : x(0) - 1)];
    }
    return pearson_p(counts, std::vector<double>(9, static_cast<double>(points.size()) / 9));
}

/// A ridge that bends: log π = −½x² − (y − ½x²)².
struct bent {
    double operator()(vector_view t, vector_out) const {
        double const r = t[1] - t[0] * t[0] / 2;
        return -t[0] * t[0] / 2 - r * r;
    }
};

struct skewed {
    double operator()(vector_view t, vector_out) const { return t[0] - std::exp(t[0]) - t[0] * t[0] / 2; }
};

/// E h by the trapezoid rule of step 0.05 on [−9, 9] × [−9, 30], far into the tails.
template <class Formula, class Functional>
double by_quadrature(Formula const& formula, std::size_t dimension, Functional const& functional) {
    double sum = 0, total = 0;
    std::vector<double> unused(dimension);
    for (double x = -9; x < 9; x += 0.05)
        for (double y = dimension == 1 ? 0 : -9; y < (dimension == 1 ? 0.01 : 30); y += 0.05) {
            std::vector<double> const at = dimension == 1 ? std::vector{x} : std::vector{x, y};
            double const weight = std::exp(formula(at, unused));
            total += weight;
            sum += weight * functional(to_vector(at));
        }
    return sum / total;
}

/// 60,000 steps after 1000 of warm-up: mean, square and mixed moments are those of quadrature.
template <class Formula>
void check_against_quadrature(Formula const& formula, std::size_t dimension, slice const& kernel, std::uint64_t seed) {
    judge([&](trial& run) {
        analytic_density target(formula, zeros(dimension));
        auto state = kernel.start();
        random_source random({.seed = run.seed(seed)});
        std::vector<vector> draws;
        for (std::uint64_t i = 0; i < 1000 + run.times(60'000); ++i) {
            auto const info = kernel.step(target, state, random);
            if (i < 1000)
                kernel.adapt(state, info, i);
            else
                draws.push_back(target.current().theta);
        }
        auto const check = [&](auto const& functional) {
            std::vector<double> values;
            for (auto const& x : draws) values.push_back(functional(x));
            run.equal(chain_mean(values), by_quadrature(formula, dimension, functional));
        };
        check([](vector const& x) { return x(0); });
        check([](vector const& x) { return x(0) * x(0); });
        check([&](vector const& x) { return x(dimension - 1); });
        check([&](vector const& x) { return x(0) * x(0) * x(dimension - 1); });
        check([&](vector const& x) { return std::abs(x(dimension - 1)); });
    });
}

}  // namespace

TEST_CASE("slice sampling has the moments of a skewed density and of a bent ridge by quadrature" *
          doctest::test_suite("statistics")) {
    std::uint64_t seed = 300;
    for (auto const lines : both) {
        check_against_quadrature(skewed{}, 1, slice({.lines = lines}), ++seed);
        check_against_quadrature(bent{}, 2, slice({.lines = lines}), ++seed);
    }
}

TEST_CASE("slice sampling keeps exact draws of a mixture exact" * doctest::test_suite("statistics")) {
    // 40,000 chains of 3 steps from independent exact draws in two dimensions
    std::uint64_t seed = 310;
    preconditioner const shape{cholesky(matrix_of({{2, 0.8}, {0.8, 1}}))};
    for (auto const lines : both)
        for (auto const& with : {preconditioner{}, shape}) {
            ++seed;
            judge([&](trial& run) {
                check_unchanged(run,
                                run_from(
                                    two_humps{}, [](random_source& random) { return humps_draw(random, 2); },
                                    slice({.width = 1.5, .lines = lines, .shape = with}), run.times(40'000), 3, run.seed(seed)));
            });
        }
}

TEST_CASE("slice sampling is exact however few widths it may step out by, and however wrong the width is" *
          doctest::test_suite("statistics")) {
    // 40,000 chains of 4 steps each from independent exact draws; one dimension
    std::uint64_t seed = 320;
    for (std::size_t const most : {1u, 2u, 3u, 7u})
        for (double const width : {0.3, 2.0, 40.0}) {
            ++seed;
            judge([&](trial& run) {
                check_unchanged(run, run_from(
                                         two_humps{}, [](random_source& random) { return humps_draw(random, 1); },
                                         slice({.width = width, .most_widths = most}), run.times(40'000), 4, run.seed(seed)));
            });
        }
}

TEST_CASE("slice sampling of plateaus fills every cell alike, across a gap" * doctest::test_suite("statistics")) {
    // 90,000 chains of 3 steps from uniform starts: independent counts in nine cells of length one
    std::uint64_t seed = 340;
    for (auto const lines : both)
        for (double const width : {0.7, 5.0}) {
            ++seed;
            judge([&](trial& run) {
                slice const kernel({.width = width, .lines = lines});
                auto const points = run_from(plateaus{}, on_plateaus, kernel, run.times(90'000), 3, run.seed(seed));
                run.add(cells_p(points.after));
            });
        }
}

TEST_CASE("the ends of the plateaus are as likely as their middle: shrinkage does not pull inwards" *
          doctest::test_suite("statistics")) {
    // 400,000 chains of 3 steps from uniform starts: two cells of nine, standard error 0.0007
    judge([](trial& run) {
        auto const points = run_from(plateaus{}, on_plateaus, slice({.width = 5}), run.times(400'000), 3, run.seed(349));
        std::vector<double> at_the_end;
        for (auto const& x : points.after) at_the_end.push_back(x(0) < 1 || x(0) >= 9 ? 1 : 0);
        run.equal(independent_mean(at_the_end), 2.0 / 9);
    });
}

TEST_CASE("from one corner of the plateaus slice sampling reaches all of them" * doctest::test_suite("statistics")) {
    // 9000 chains of 50 steps, all from 0.1: Pearson's statistic against equal counts
    judge([](trial& run) {
        auto const corner = [](random_source&) { return vector_of({0.1}); };
        run.add(cells_p(run_from(plateaus{}, corner, slice({.width = 2}), run.times(9000), 50, run.seed(350)).after));
    });
}

TEST_CASE("the width adapts to the density from far too short and far too long, and costs five evaluations a line then") {
    // 3000 steps of warm-up, 3000 counted; the density has standard deviations 0.1 along both coordinates
    gaussian_formula const narrow{matrix_of({{100, 0}, {0, 100}}), zeros(2)};
    for (auto const lines : both)
        for (double const start : {1e-3, 1e3}) {
            analytic_density target(narrow, zeros(2));
            slice const kernel({.width = start, .lines = lines});
            auto state = kernel.start();
            random_source random({.seed = 360});
            for (std::uint64_t i = 0; i < 3000; ++i) {
                auto const info = kernel.step(target, state, random);
                CHECK(info.acceptance == 1);
                CHECK(info.step == state.width);
                kernel.adapt(state, info, i);
            }
            CHECK(state.width > 0.2);
            CHECK(state.width < 0.45);
            auto const before = target.queries();
            for (int i = 0; i < 3000; ++i) kernel.step(target, state, random);
            double const lines_a_step = lines == slice_lines::coordinates ? 2 : 1;
            double const evaluations = static_cast<double>(target.queries() - before) / 3000 / lines_a_step;
            CAPTURE(evaluations);
            CHECK(evaluations > 4);
            CHECK(evaluations < 6);
        }
}

TEST_CASE("each coordinate's slice is as wide as the precision says") {
    // Widths of 3/√H_ii need no stepping out of note, though the scales differ by 10⁶: evaluations a line over 2000 steps
    gaussian_formula const stretched{matrix_of({{1e6, 0}, {0, 1e-6}}), zeros(2)};
    analytic_density target(stretched, zeros(2));
    slice const kernel({.shape = preconditioner(cholesky(stretched.precision))});
    auto state = kernel.start();
    random_source random({.seed = 361});
    for (int i = 0; i < 2000; ++i) kernel.step(target, state, random);
    CHECK(static_cast<double>(target.queries()) / 4000 < 6);
}

TEST_CASE("a slice that rounding leaves empty ends where it began") {
    // Every evaluation comes out below the current value, by more than the level lies below it.
    double offset = 0;
    auto const sinking = [&offset](vector_view theta, vector_out) { return -theta[0] * theta[0] - offset; };
    for (auto const lines : both) {
        offset = 0;
        analytic_density target(sinking, vector_of({0.3}));
        offset = 1000;
        random_source random({.seed = 370});
        slice const kernel({.lines = lines});
        auto state = kernel.start();
        auto const info = kernel.step(target, state, random);
        CHECK(info.distance == 0);
        CHECK(target.current().theta(0) == 0.3);
        CHECK(target.current().log_density == -0.09);
    }
}

TEST_CASE("slice sampling goes by Neal's figures, point by point") {
    // From ±½ with e = 1 the level is that of ±1.5. The interval of width 1 is laid a quarter below (above); of the three widths to
    // step out by, one goes below (above). Points are 1e-9 without and within the slice, so that a level slightly off shows.
    double const hair = 1e-9;
    for (double const side : {1.0, -1.0}) {
        std::vector<vector> points;
        analytic_density target(noting{&points}, vector_of({side * 0.5}));
        points.clear();
        double const laid = side > 0 ? 0.25 : 0.75;
        // The ends after stepping out are −0.75 and 2.25, and the second one is then cut back to 1.95 and to 1.5 + hair.
        auto const unit = [side](double x, double end) { return side > 0 ? (x + 0.75) / (end + 0.75) : (end - x) / (end + 0.75); };
        written_random random{
            1, side > 0 ? 1u : 2u, {laid, unit(1.95, 2.25), unit(1.5 + hair, 1.95), unit(1.5 - hair, 1.5 + hair)}};
        slice const kernel({.width = 1, .most_widths = 4});
        auto state = kernel.start();
        auto const info = kernel.step(target, state, random);

        std::vector<double> const stepped = side > 0 ? std::vector{0.25, 1.25, 2.25} : std::vector{1.25, 2.25, 0.25};
        std::vector<double> expected = stepped;
        for (double const x : {1.95, 1.5 + hair, 1.5 - hair}) expected.push_back(x);
        REQUIRE(points.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) CHECK(std::abs(side * points[i](0) - expected[i]) < 1e-13);
        CHECK(std::abs(side * target.current().theta(0) - (1.5 - hair)) < 1e-13);
        CHECK(info.distance == doctest::Approx(1 - hair).epsilon(1e-12));
        CHECK(random.splits == 4);
        CHECK(random.next == 4);
    }
}

TEST_CASE("slices lie along the coordinates one after the other, or along S u with u on the unit sphere") {
    matrix const precision = matrix_of({{4, 1, 0}, {1, 3, 0}, {0, 0, 25}});
    preconditioner const shape{cholesky(precision)};
    std::vector<vector> points;
    analytic_density target(noting{&points}, vector_of({0.2, -0.3, 0.7}));
    points.clear();
    // No stepping out, and points so near that each is taken: t = −w/2 + w·0.5001
    written_random random{1, 0, {0.5, 0.5001, 0.5, 0.5001, 0.5, 0.5001}, {3, -4, 0}};
    slice const coordinates({.width = 10, .most_widths = 1, .shape = shape});
    auto state = coordinates.start();
    coordinates.step(target, state, random);
    REQUIRE(points.size() == 3);
    double const width[] = {1e-3 / 2, 1e-3 / std::sqrt(3), 1e-3 / 5};
    vector expected = vector_of({0.2, -0.3, 0.7});
    for (std::size_t step = 0; step < 3; ++step) {
        expected(step) += width[step];
        for (std::size_t i = 0; i < 3; ++i) CHECK(points[step](i) == doctest::Approx(expected(i)).epsilon(1e-10));
    }

    points.clear();
    vector const from = target.current().theta;
    random.next = 0;
    slice const anywhere({.width = 10, .most_widths = 1, .lines = slice_lines::random_direction, .shape = shape});
    anywhere.step(target, state, random);
    std::vector<double> direction = {0.6, -0.8, 0};
    shape.apply(direction);
    REQUIRE(points.size() == 1);
    for (std::size_t i = 0; i < 3; ++i) CHECK(points[0](i) == doctest::Approx(from(i) + 1e-3 * direction[i]).epsilon(1e-10));
}

TEST_CASE("the width moves towards three times the distance, by 1/√(iteration + 2)") {
    slice const kernel({.width = 2});
    auto state = kernel.start();
    kernel.adapt(state, {1, 2, 1.5}, 2);
    CHECK(state.width == doctest::Approx(2 + (4.5 - 2) / 2).epsilon(1e-14));
}

TEST_CASE("slice sampling says what is wrong with its settings") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(slice({.width = 0}), "slice: width must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.width = nan}), "slice: width must be positive and finite, got nan", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.width = infinity}), "slice: width must be positive and finite, got inf", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.most_widths = 0}), "slice: most_widths must be at least 1, got 0", invalid_argument);
}
