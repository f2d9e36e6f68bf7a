/// White box: what `frame_keeper` reduces predictors with.
module;
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.core;

using namespace firefly;

TEST_CASE("contrasts are orthonormal and orthogonal to what is common to all predictors") {
    for (std::size_t const width : {2u, 3u, 7u}) {
        contrasts const e(width);
        REQUIRE(e.count() == width - 1);
        for (std::size_t i = 0; i < e.count(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < width; ++k) sum += e(k, i);
            CHECK(std::abs(sum) < 1e-15);
            for (std::size_t j = 0; j < e.count(); ++j) {
                double product = 0;
                for (std::size_t k = 0; k < width; ++k) product += e(k, i) * e(k, j);
                CHECK(product == doctest::Approx(i == j ? 1 : 0).epsilon(1e-14).scale(1));
            }
        }
    }
}

TEST_CASE("stacked rows times the weights of all predictors are the reduced predictors") {
    for (std::size_t const width : {1u, 2u, 4u}) {
        CAPTURE(width);
        contrasts const e(width);
        std::vector<double> const rows{1, -2, 0.5, 3, 1, -1}, weights{0.3, -1, 2, 0.7, 1.1, -0.4, 5, 0.2, -3, 1, 2, 0.9};
        std::vector<double> memory;
        vector_view const stacked = e.stack(
                              2, [&](std::size_t i) { return vector_view(rows).subspan(3 * i, 3); }, memory),
                          theta = vector_view(weights).first(3 * width);
        REQUIRE(stacked.size() == 2 * e.count() * theta.size());
        for (std::size_t i = 0; i < 2; ++i) {
            std::vector<double> delta(width), u(e.count());
            for (std::size_t k = 0; k < width; ++k) delta[k] = dot(vector_view(rows).subspan(3 * i, 3), theta.subspan(3 * k, 3));
            e.reduce(delta, u);
            for (std::size_t j = 0; j < e.count(); ++j)
                CHECK(dot(stacked.subspan((i * e.count() + j) * theta.size(), theta.size()), theta) ==
                      doctest::Approx(u[j]).epsilon(1e-13));
        }
    }
}

TEST_CASE("reducing forgets the mean of the predictors, and expanding brings back all else") {
    contrasts const e(3);
    std::vector<double> const delta{2, -1, 5};
    std::vector<double> u(2), again(3), u_again(2);
    e.reduce(delta, u);
    e.expand(u, again);
    for (std::size_t k = 0; k < 3; ++k) CHECK(again[k] == doctest::Approx(delta[k] - 2).epsilon(1e-14));
    e.reduce(again, u_again);
    for (std::size_t j = 0; j < 2; ++j) CHECK(u_again[j] == doctest::Approx(u[j]).epsilon(1e-14));
}

TEST_CASE("a reduced matrix has the value of the whole one at expanded vectors") {
    contrasts const e(3);
    std::vector<double> const s{4, 1, -2, 1, 3, 0.5, -2, 0.5, 6}, u{0.7, -1.3};
    std::vector<double> reduced(4), delta(3);
    e.reduce_matrix(s, reduced);
    e.expand(u, delta);
    double whole = 0, small = 0;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) whole += delta[k] * s[3 * k + l] * delta[l];
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) small += u[i] * reduced[2 * i + j] * u[j];
    CHECK(small == doctest::Approx(whole).epsilon(1e-14));
}

TEST_CASE("of one predictor nothing is left out") {
    contrasts const e(1);
    CHECK(e.width() == 1);
    CHECK(e.count() == 1);
    CHECK(e(0, 0) == 1);
    double const delta = -3.5;
    double u = 0;
    e.reduce({&delta, 1}, {&u, 1});
    CHECK(u == delta);
}
