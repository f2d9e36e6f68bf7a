#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

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
    auto const found = likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 0.7))), 2);
    CHECK(found.scale == doctest::Approx(0.7).epsilon(0.01));
    CHECK(found.passes > 2);
    CHECK(found.passes < 100);
    CHECK(likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 7))), 2).scale ==
          doctest::Approx(10 * found.scale).epsilon(1e-5));
}

TEST_CASE("of very many rows a part is tried first, and the scale is the same") {
    auto const few = likeliest_noise_scale(any_rows(dense_rows(noisy_line(2000, 0.7))), 2);
    auto const many = likeliest_noise_scale(any_rows(dense_rows(noisy_line(120'000, 0.7))), 2);
    CHECK(many.scale == doctest::Approx(few.scale).epsilon(0.01));
    CHECK(many.passes < few.passes);
}

TEST_CASE("without noise there is no scale, and a number is asked for") {
    any_rows const exact(dense_rows(noisy_line(50, 0)));
    CHECK(complaint<invalid_argument>([&] { likeliest_noise_scale(exact, 4); }) ==
          "--noise-scale auto: the columns explain the target exactly; give the scale as a number");
}
