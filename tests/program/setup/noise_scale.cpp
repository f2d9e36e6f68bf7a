#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using namespace firefly::program;

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

auto scale_of(data_set data, model_kind model, double nu = 4) {
    sample_options options;
    options.model = model;
    options.nu = nu;
    return likeliest_noise_scale(any_rows(dense_rows(std::move(data))), options);
}

/// Of Student-t noise.
auto scale_of(data_set data, double nu) {
    return scale_of(std::move(data), model_kind::robust, nu);
}

}  // namespace

TEST_CASE("the likeliest scale of Student-t noise is that of its quantiles") {
    auto const found = scale_of(noisy_line(2000, 0.7), 2).value();
    CHECK(found.value == doctest::Approx(0.7).epsilon(0.01));
    CHECK(found.passes > 2);
    CHECK(found.passes < 100);
    CHECK(scale_of(noisy_line(2000, 7), 2).value().value == doctest::Approx(10 * found.value).epsilon(1e-5));
}

TEST_CASE("of very many rows a part is tried first, and the scale is the same") {
    auto const few = scale_of(noisy_line(2000, 0.7), 2).value();
    auto const many = scale_of(noisy_line(120'000, 0.7), 2).value();
    CHECK(many.value == doctest::Approx(few.value).epsilon(0.01));
    CHECK(many.passes < few.passes);
}

TEST_CASE("without noise there is no scale") {
    CHECK_FALSE(scale_of(noisy_line(50, 0), 4));
    CHECK_FALSE(scale_of(noisy_line(130'000, 0), 4));
}

TEST_CASE("noise that is small against the target is found") {
    data_set data = noisy_line(2000, 0.7);
    for (double& value : data.target) value += 1e9;
    auto const found = scale_of(std::move(data), 2);
    REQUIRE(found);
    CHECK(found->value == doctest::Approx(0.7).epsilon(0.01));
}

TEST_CASE("a part without noise does not hide that of the other rows") {
    // The blocks that are tried first have none: one in ten, the first among them.
    data_set data = noisy_line(130'000, 0);
    for (std::size_t i = 0; i < 130'000; ++i)
        if (i / block_rows % 10 != 0) data.target(i) += i % 2 == 0 ? 0.5 : -0.5;
    auto const found = scale_of(std::move(data), 4);
    REQUIRE(found);
    CHECK(found->value > 0.2);
    CHECK(found->value < 0.7);
}

TEST_CASE("the likeliest scale of normal noise is the standard deviation of the residuals") {
    // Residuals that no column explains, as they come twice with either sign: their mean square is what least squares leaves.
    data_set data = noisy_line(2000, 0);
    double squares = 0;
    for (std::size_t i = 0; i < 2000; i += 2) {
        double const residual = std::sin(static_cast<double>(i));
        for (std::size_t j = 0; j < data.features.shape(1); ++j) data.features(i + 1, j) = data.features(i, j);
        data.target(i) = 3 + 2 * data.features(i, 1) + residual;
        data.target(i + 1) = 3 + 2 * data.features(i, 1) - residual;
        squares += 2 * residual * residual;
    }
    auto const found = scale_of(std::move(data), model_kind::gaussian);
    REQUIRE(found);
    CHECK(found->value == doctest::Approx(std::sqrt(squares / 2000)).epsilon(1e-9));
}

TEST_CASE("at the likeliest scale of the noise the likelihood has its maximum") {
    // dℓ/d log s = Σ (u ρ'(u) − 1) over residuals u in scales: at fixed coefficients, which have a maximum of their own.
    for (model_kind const model : {model_kind::gaussian, model_kind::log_cosh, model_kind::huber}) {
        CAPTURE(name_of(model));
        data_set const data = noisy_line(2000, 0.7);
        double const scale = scale_of(data, model).value().value;
        auto const total = [&](auto const& likelihood) {
            return find_map(posterior(likelihood, gaussian_prior(1000), dense_rows(data))).log_posterior;
        };
        auto const log_likelihood = [&](double s) {
            if (model == model_kind::gaussian) return total(gaussian({.scale = s}));
            if (model == model_kind::log_cosh) return total(log_cosh({.scale = s}));
            return total(huber({.scale = s}));
        };
        double const here = log_likelihood(scale), step = 1e-3;
        double const above = log_likelihood(scale * std::exp(step)), below = log_likelihood(scale * std::exp(-step));
        CHECK(above < here);
        CHECK(below < here);
        // The top of the parabola is within a hundredth of a standard error.
        double const bend = above - 2 * here + below, off = step * (below - above) / (2 * bend);
        CHECK(std::abs(off) < 0.01 * step / std::sqrt(-bend));
    }
}
