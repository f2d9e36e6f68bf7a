#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/grid_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// An intercept and a column of normal numbers, with targets of this likelihood.
template <class L>
dense_rows made_rows(std::size_t rows, L const& likelihood, double intercept, double slope, std::uint64_t seed) {
    matrix x = zeros(rows, 2);
    vector y = zeros(rows);
    random_source random({.seed = seed, .use = purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        x(n, 0) = 1;
        random.normals({&x(n, 1), 1});
        y(n) = draw_target(likelihood, {intercept + slope * x(n, 1)}, random);
    }
    return dense_rows(x, y);
}

using count_model = posterior<negative_binomial, gaussian_prior, dense_rows>;

grid_parameter<count_model> counts(std::size_t rows) {
    return {.model_at = [data = made_rows(rows, negative_binomial({.size = 2}), 0.5, 0.4, 331)](
                            double r) { return posterior(negative_binomial({.size = r}), gaussian_prior(5), data); },
            .least = 0.01,
            .most = 1e4,
            .log_prior = [](double r) { return -0.5 * std::log(r) - std::log1p(r); }};
}

using noise_model = noise_posterior<student_t, gaussian_prior, dense_rows>;

grid_parameter<noise_model> degrees_of_freedom(std::size_t rows) {
    student_t const noise({.degrees_of_freedom = 4, .scale = 0.5});
    return {.model_at = [data = made_rows(rows, noise, 0.7, -0.4, 311)](
                            double nu) { return with_noise(student_t({.degrees_of_freedom = nu}), gaussian_prior(10), 1, data); },
            .least = 1,
            .most = 200,
            .log_prior = [](double nu) { return std::log(nu) - 0.1 * nu; }};
}

}  // namespace

TEST_CASE("a plan of a parameter on a grid has its values about the likeliest, says why, and draws them") {
    grid_plan const plan(counts(2000));
    grid_values const& grid = plan.values();
    CHECK(std::abs(std::log(grid.values[grid.likeliest] / 2)) < 0.4);
    CHECK(plan.reasons().size() == 3);
    CHECK(plan.reasons()[0].starts_with("Grid: "));
    CHECK(*plan.chosen().algorithm == algorithm_kind::firefly);
    CHECK(*plan.chosen().kernel == kernel_kind::bright_gibbs);
    CHECK(plan.expected()->bright > 0);
    double changes = 0, before = 0;
    for (draw const& d : first_draws(plan.draws({.seed = 3, .warm_up = 100}), 600)) {
        if (d.warm_up) continue;
        CHECK(std::abs(std::log(*d.on_grid / 2)) < 1.5);
        changes += *d.on_grid != before;
        before = *d.on_grid;
    }
    CHECK(changes > 100);
}

TEST_CASE("degrees of freedom are found near those that made the data, and a range that is none is refused") {
    auto parameter = degrees_of_freedom(4000);
    auto const grid = find_grid_values(parameter);
    double const likeliest = grid.values[grid.likeliest], ratio = grid.values[1] / grid.values[0];
    CHECK(std::abs(std::log(likeliest / 4)) < 5 * std::log(ratio));
    CHECK(ratio > 1.03);
    CHECK(ratio < 1.15);
    parameter.most = 1;
    CHECK_THROWS_WITH_AS(find_grid_values(parameter),
                         "grid: the least value must be positive and the most above it and finite, got 1 and 1", invalid_argument);
}

TEST_CASE("chains on several threads draw the same as one after the other, whoever makes a set") {
    auto const run = [](bool together) {
        grid_plan const plan(counts(500));
        std::vector<std::vector<draw>> draws(3);
        auto const one = [&](std::size_t c) {
            draws[c] = advance(*plan.make_chain({.seed = 5, .chain = static_cast<std::uint32_t>(c), .warm_up = 20}), 100);
        };
        if (together) {
            std::vector<std::thread> threads;
            for (std::size_t c = 0; c < draws.size(); ++c) threads.emplace_back(one, c);
            for (auto& thread : threads) thread.join();
        } else {
            for (std::size_t c = draws.size(); c-- > 0;) one(c);
        }
        return draws;
    };
    CHECK(run(true) == run(false));
}

TEST_CASE("what a plan on a grid chose gives the same draws again") {
    auto const parameter = counts(500);
    grid_plan const plan(parameter), again(parameter, plan.chosen());
    CHECK(again.chosen() == plan.chosen());
    CHECK(first_draws(again.draws({.seed = 2}), 50) == first_draws(plan.draws({.seed = 2}), 50));
}

TEST_CASE("a chain on a grid that was saved goes on bit for bit, in a grid whose sets are made again") {
    for (bool const regular : {false, true}) {
        CAPTURE(regular);
        auto const make = [regular] {
            choices wanted;
            if (regular) wanted.algorithm = algorithm_kind::regular;
            return grid_plan(degrees_of_freedom(200), wanted).make_chain({.seed = 7, .chain = 1, .warm_up = 60});
        };
        auto const chain = make();
        std::vector<double> values;
        for (int const piece : {0, 1, 30, 40, 100}) {
            auto const again = make();
            again->load(chain->save());
            CHECK(again->save() == chain->save());
            auto const draws = advance(*chain, piece);
            CHECK(advance(*again, piece) == draws);
            CHECK(again->save() == chain->save());
            for (draw const& d : draws) values.push_back(*d.on_grid);
        }
        std::ranges::sort(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        CHECK(values.size() > 3);
    }
}

TEST_CASE("choices that a grid does not have are refused in one line") {
    auto const parameter = counts(100);
    grid_values const grid{.values = {1, 2}, .log_priors = {0, 0}, .likeliest = 0, .reach = 1};
    auto const message = [&](choices const& wanted) -> std::string {
        try {
            grid_plan const plan(parameter, grid, wanted);
            return "";
        } catch (invalid_argument const& failure) { return failure.what(); }
    };
    CHECK(message({.kernel = kernel_kind::mala}) ==
          "kernel mala: a parameter on a grid is sampled with bright-gibbs only; leave it out");
    CHECK(message({.algorithm = algorithm_kind::regular, .kernel = kernel_kind::independence}) ==
          "kernel independence: a parameter on a grid is sampled with elliptical-slice only; leave it out");
    CHECK(message({.updater = updater_kind::full_gibbs}) ==
          "updater gibbs: a parameter on a grid is sampled with clocked only; leave it out");
    CHECK(message({.anchor = anchor_kind::pilot_mean}) ==
          "anchor pilot: a parameter on a grid is sampled with map only; leave it out");
    CHECK(message({.start = start_kind::prior}) ==
          "start prior: a parameter on a grid is sampled with laplace or map only; leave it out");
    CHECK(message({.bound = bound_kind::bohning}) == "bound bohning: not a bound of this model; use secant or auto");
    CHECK(message({.algorithm = algorithm_kind::regular, .region = 2.0}) ==
          "algorithm regular: it has no bound, region, updater or candidates; leave them out");
    CHECK(message({.region = none, .candidates = 5.0, .start = start_kind::maximum}) == "");
}
