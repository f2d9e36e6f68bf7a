#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

import firefly.external;
import firefly;
import firefly.program.input;

using firefly::column_scale;
using firefly::to_vector;
using firefly::program::data_scale;

TEST_CASE("coefficients of standardized columns become those of the columns themselves") {
    // η = φ₀ + φ₁ (x − 10)/2 = (φ₀ − 10 φ₁/2) + φ₁/2 · x
    data_scale const scale(column_scale(to_vector(std::vector{0.0, 10.0}), to_vector(std::vector{1.0, 2.0})));
    CHECK(scale.changes());
    auto theta = to_vector(std::vector{3.0, 4.0});
    scale(theta);
    CHECK(theta(0) == 3 - 10 * 2);
    CHECK(theta(1) == 2);
}

TEST_CASE("of a softmax each class is rescaled by itself") {
    data_scale const scale(column_scale(to_vector(std::vector{0.0, 1.0}), to_vector(std::vector{1.0, 4.0})));
    auto theta = to_vector(std::vector{1.0, 8.0, 5.0, -4.0});
    scale(theta);
    CHECK(theta(0) == -1);
    CHECK(theta(1) == 2);
    CHECK(theta(2) == 6);
    CHECK(theta(3) == -1);
}

TEST_CASE("of centred columns only the intercept changes") {
    data_scale const scale(column_scale(to_vector(std::vector{0.0, 10.0, -3.0})));
    auto theta = to_vector(std::vector{1.0, 0.1, 0.7});
    scale(theta);
    CHECK(theta(0) == doctest::Approx(1 - 1 + 2.1));
    CHECK(theta(1) == 0.1);
    CHECK(theta(2) == 0.7);
}

TEST_CASE("cutpoints, which the predictor is subtracted from, move the other way, and all coefficients are divided") {
    // c − φ₁ (x − 10)/2 − φ₂ (w + 3)/4 = (c + 10 φ₁/2 − 3 φ₂/4) − φ₁/2 · x − φ₂/4 · w
    data_scale const scale(column_scale(to_vector(std::vector{10.0, -3.0}), to_vector(std::vector{2.0, 4.0})), 3);
    auto theta = to_vector(std::vector{6.0, 8.0, -1.0, 0.5, 7.0});
    scale(theta);
    CHECK(theta(0) == 3);
    CHECK(theta(1) == 2);
    CHECK(theta(2) == -1 + 30 - 6);
    CHECK(theta(3) == 0.5 + 30 - 6);
    CHECK(theta(4) == 7 + 30 - 6);
    data_scale const divided(column_scale(to_vector(std::vector{0.0, 0.0}), to_vector(std::vector{2.0, 4.0})), 1);
    theta = to_vector(std::vector{6.0, 8.0, -1.0});
    divided(theta);
    CHECK(theta == to_vector(std::vector{3.0, 2.0, -1.0}));
}

TEST_CASE("an intercept keeps its digits where large terms cancel") {
    // 0.1 and −0.1 times 10⁹ + 1 and 10⁹: the terms have rounding errors of 10⁻⁸ each, and their difference is a tenth of one.
    data_scale const scale(column_scale(to_vector(std::vector{0.0, 1e9 + 1, 1e9})));
    auto theta = to_vector(std::vector{0.3, 0.1, -0.1});
    scale(theta);
    CHECK(theta(0) == doctest::Approx(0.2).epsilon(1e-15));
    // The predictor at the centres is what it was, to the rounding of the intercept itself.
    data_scale const far(column_scale(to_vector(std::vector{0.0, 1e9 + 0.25})));
    theta = to_vector(std::vector{0.3, 1.0 / 3});
    far(theta);
    CHECK(std::fma(theta(1), 1e9 + 0.25, theta(0)) == doctest::Approx(0.3).epsilon(1e-7));
}

TEST_CASE("where nothing was changed nothing changes") {
    data_scale const none;
    auto theta = to_vector(std::vector{1.5, 2.5});
    none(theta);
    CHECK_FALSE(none.changes());
    CHECK(theta(0) == 1.5);
    CHECK(theta(1) == 2.5);
}

TEST_CASE("draws of β/σ and 1/σ become draws of β and σ, on the scale of the data, and so do small moves") {
    data_scale scale(column_scale(to_vector(std::vector{0.0, 10.0}), to_vector(std::vector{1.0, 2.0})));
    scale.set_noise();
    auto const before = to_vector(std::vector{6.0, 8.0, 2.0});  // φ = (3, 4), σ = 1/2
    auto theta = before;
    scale(theta);
    CHECK(theta == to_vector(std::vector{3.0 - 10 * 2, 2.0, 0.5}));
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr double size = 1e-6;
        auto there = before, step = to_vector(std::vector{0.0, 0.0, 0.0});
        there(i) += size;
        step(i) = size;
        scale(there);
        scale(before, step);
        for (std::size_t j = 0; j < 3; ++j) CHECK(std::abs(there(j) - theta(j) - step(j)) < 1e-4 * size);
    }
    data_scale unchanged;
    CHECK_FALSE(unchanged.changes());
    unchanged.set_noise();
    CHECK(unchanged.changes());
    theta = before;
    unchanged(theta);
    CHECK(theta == to_vector(std::vector{3.0, 4.0, 0.5}));
}

TEST_CASE("people see θ without groups, learned scales of the prior in units of the target, and then the groups") {
    // (intercept, x, two levels, 1/σ), all but the last divided by σ = 4.
    data_scale scale(column_scale(to_vector(std::vector{0.0, 10.0, 0.0, 0.0})));
    scale.set_noise();
    scale.set_levels(2, 2);
    CHECK(scale.has_groups());
    auto const seen = scale.shown(to_vector(std::vector{3.0, 0.5, 1.0, -2.0, 0.25}), to_vector(std::vector{0.5}));
    std::vector<double> const expected{12 - 10 * 2, 2, 4, 2, 4, -8};
    REQUIRE(seen.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(seen(i) == expected[i]);
    // What is sampled on a grid comes before the scales, as it is.
    auto const gridded = scale.shown(to_vector(std::vector{3.0, 0.5, 1.0, -2.0, 0.25}), to_vector(std::vector{0.5}), 7);
    CHECK(gridded == to_vector(std::vector{12 - 10 * 2.0, 2.0, 4.0, 7.0, 2.0, 4.0, -8.0}));
}
