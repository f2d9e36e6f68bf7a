#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using firefly::program::likeliest_noise_scale;

namespace {

/// Residuals that are quantiles of a Student-t with two degrees of freedom, times `scale`: x = (2u − 1)/√(2u(1 − u)).
data_set noisy_line(std::size_t rows, double scale) {
    data_set data = synthetic_logistic({.rows = rows, .columns = 2, .seed = 8});
    for (std::size_t i = 0; i < rows; ++i) {
        double const u = (static_cast<double>(i) + 0.5) / static_cast<double>(rows);
        data.target(i) = 3 + 2 * data.features(i, 1) + scale * (2 * u - 1) / std::sqrt(2 * u * (1 - u));
    }
    return data;
}

}  // namespace

TEST_CASE("the likeliest scale of Student-t noise is that of its quantiles") {
    auto const found = likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 0.7))), 2).value();
    CHECK(found.scale == doctest::Approx(0.7).epsilon(0.01));
    CHECK(found.passes > 2);
    CHECK(found.passes < 100);
    CHECK(likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 7))), 2).value().scale ==
          doctest::Approx(10 * found.scale).epsilon(1e-5));
}

TEST_CASE("of very many rows a part is tried first, and the scale is the same") {
    auto const few = likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 0.7))), 2).value();
    auto const many = likeliest_noise_scale(any_rows(dense_rows(noisy_line(120'000, 0.7))), 2).value();
    CHECK(many.scale == doctest::Approx(few.scale).epsilon(0.01));
    CHECK(many.passes < few.passes);
}

TEST_CASE("without noise there is no scale") {
    CHECK_FALSE(likeliest_noise_scale(any_rows(dense_rows(noisy_line(50, 0))), 4));
    CHECK_FALSE(likeliest_noise_scale(any_rows(dense_rows(noisy_line(130'000, 0))), 4));
}

TEST_CASE("noise that is small against the target is found") {
    data_set data = noisy_line(2000, 0.7);
    for (double& value : data.target) value += 1e9;
    auto const found = likeliest_noise_scale(any_rows(dense_rows(std::move(data))), 2);
    REQUIRE(found);
    CHECK(found->scale == doctest::Approx(0.7).epsilon(0.01));
}

TEST_CASE("a part without noise does not hide that of the other rows") {
    // The blocks that are tried first have none: one in ten, the first among them.
    data_set data = noisy_line(130'000, 0);
    for (std::size_t i = 0; i < 130'000; ++i)
        if (i / block_rows % 10 != 0) data.target(i) += i % 2 == 0 ? 0.5 : -0.5;
    auto const found = likeliest_noise_scale(any_rows(dense_rows(std::move(data))), 4);
    REQUIRE(found);
    CHECK(found->scale > 0.2);
    CHECK(found->scale < 0.7);
}
