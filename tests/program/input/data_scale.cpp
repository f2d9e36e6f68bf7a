#include <doctest/doctest.h>

#include <vector>

import firefly;
import firefly.program.input;

using firefly::to_vector;
using firefly::program::data_scale;

TEST_CASE("coefficients of standardized columns become those of the columns themselves") {
    // η = φ₀ + φ₁ (x − 10)/2 = (φ₀ − 10 φ₁/2) + φ₁/2 · x
    data_scale const scale(to_vector(std::vector{0.0, 10.0}), to_vector(std::vector{1.0, 2.0}));
    CHECK(scale.changes());
    auto theta = to_vector(std::vector{3.0, 4.0});
    scale(theta);
    CHECK(theta(0) == 3 - 10 * 2);
    CHECK(theta(1) == 2);
}

TEST_CASE("of a softmax each class is rescaled by itself") {
    data_scale const scale(to_vector(std::vector{0.0, 1.0}), to_vector(std::vector{1.0, 4.0}));
    auto theta = to_vector(std::vector{1.0, 8.0, 5.0, -4.0});
    scale(theta);
    CHECK(theta(0) == -1);
    CHECK(theta(1) == 2);
    CHECK(theta(2) == 6);
    CHECK(theta(3) == -1);
}

TEST_CASE("where nothing was standardized nothing changes") {
    data_scale const none;
    auto theta = to_vector(std::vector{1.5, 2.5});
    none(theta);
    CHECK_FALSE(none.changes());
    CHECK(theta(0) == 1.5);
    CHECK(theta(1) == 2.5);
}
