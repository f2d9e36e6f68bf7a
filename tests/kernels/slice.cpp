#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

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
    gaussian const narrow{matrix_of({{100, 0}, {0, 100}}), zeros(2)};
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
    gaussian const stretched{matrix_of({{1e6, 0}, {0, 1e-6}}), zeros(2)};
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

TEST_CASE("slice sampling says what is wrong with its settings") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(slice({.width = 0}), "slice: width must be positive and finite, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.width = nan}), "slice: width must be positive and finite, got nan", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.width = infinity}), "slice: width must be positive and finite, got inf", invalid_argument);
    CHECK_THROWS_WITH_AS(slice({.most_widths = 0}), "slice: most_widths must be at least 1, got 0", invalid_argument);
}
