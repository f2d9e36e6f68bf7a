/// How heavy are the tails? The degrees of freedom of Student-t noise are sampled with the coefficients and the scale of the noise.
///
/// Any parameter of a likelihood can be sampled so, on a grid of values: say how the model looks with a value, between which values it lies, and what
/// its prior is. `draw::on_grid` is the value of a draw.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>

import firefly;

namespace views = ranges::views;

TEST_CASE("degrees of freedom are found with the coefficients and the scale of the noise") {
    constexpr std::size_t count = 5000;
    firefly::matrix x = firefly::zeros(count, 2);
    firefly::vector y = firefly::zeros(count);
    firefly::random_source random({.seed = 5, .use = firefly::purpose::data});
    for (std::size_t n = 0; n < count; ++n) {
        double normals[6];
        random.normals(normals);
        x(n, 0) = 1;
        x(n, 1) = normals[0];
        double chi = 0;  // of four degrees of freedom
        for (std::size_t i = 1; i < 5; ++i) chi += normals[i] * normals[i];
        y(n) = 0.5 - 2 * x(n, 1) + 0.7 * normals[5] / std::sqrt(chi / 4);
    }
    firefly::dense_rows const rows(x, y);
    auto const model_at = [&](double nu) {
        return firefly::with_noise(firefly::student_t({.degrees_of_freedom = nu}), firefly::gaussian_prior(10), 2.5, rows);
    };
    firefly::grid_plan const plan(firefly::grid_parameter<decltype(model_at(1))>{
        .model_at = model_at, .least = 1, .most = 200, .log_prior = [](double nu) { return std::log(nu) - 0.1 * nu; }});

    constexpr int draws = 2000;
    double nu = 0, sigma = 0;
    auto const stream = plan.draws({.seed = 1});
    for (auto const& draw : stream | views::drop_while(&firefly::draw::warm_up) | views::take(draws)) {
        nu += draw.on_grid.value() / draws;
        sigma += 1 / draw.theta(2) / draws;
    }
    // Standard deviations of the posterior: about 0.3 and 0.012.
    CHECK(std::abs(nu - 4) < 1.2);
    CHECK(std::abs(sigma - 0.7) < 0.05);
}
