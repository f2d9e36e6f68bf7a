/// Chains with a parameter on a grid: posteriors by quadrature, exact draws of value, coefficients, data and brightness.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/grid_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

// ---- joint distributions ----

struct grid_state {
    std::size_t j;
    vector theta, targets;
    std::vector<bool> bright;
};

template <class Bound>
grid_state exact_draw(grid_problem<Bound> const& p, random_source& random) {
    grid_state s{0, zeros(2), zeros(p.rows()), std::vector<bool>(p.rows())};
    double total = 0;
    for (double const log_prior : p.log_priors) total += std::exp(log_prior);
    double left = random.uniform() * total;
    while (s.j + 1 < p.size() && (left -= std::exp(p.log_priors[s.j])) > 0) ++s.j;
    auto const& d = p.each[s.j];
    draw_prior(d.prior, random, as_out(s.theta));
    for (std::size_t n = 0; n < p.rows(); ++n) {
        s.targets(n) = d.draw(n, as_view(s.theta), random);
        double const gap = d.log_likelihood(n, s.targets(n), as_view(s.theta)) - d.log_bound(n, s.targets(n), as_view(s.theta));
        s.bright[n] = random.uniform() < -std::expm1(-gap);
    }
    return s;
}

template <class Bound>
numbers functionals(grid_problem<Bound> const& p, grid_state const& s) {
    double const j = static_cast<double>(s.j);
    double bright = 0, log_likelihood = 0;
    for (std::size_t n = 0; n < p.rows(); ++n) {
        bright += s.bright[n];
        log_likelihood += p.each[s.j].log_likelihood(n, s.targets(n), as_view(s.theta));
    }
    return {j,
            j * j,
            s.theta(0),
            s.theta(1),
            s.theta(0) * s.theta(0),
            s.theta(0) * s.theta(1),
            j * s.theta(0),
            j * s.theta(1) * s.theta(1),
            bright,
            j * bright,
            std::tanh(log_likelihood),
            j * std::tanh(log_likelihood),
            j * std::tanh(s.targets(0)),
            s.theta(1) * std::tanh(s.targets(1))};
}

/// How functionals move on average in a few iterations that start from exact draws: not at all.
template <class Bound>
void check_joint(grid_problem<Bound> const& p, std::uint64_t seed) {
    judge([&](trial& run) {
        std::vector<std::vector<double>> moves;
        std::size_t moved = 0;
        std::size_t const draws = run.times(4000);
        for (std::size_t c = 0; c < draws; ++c) {
            std::uint64_t const own = run.seed(seed);
            random_source random({.seed = own, .chain = static_cast<std::uint32_t>(c), .use = purpose::data});
            grid_state s = exact_draw(p, random);
            auto const before = functionals(p, s);
            auto density = p.density(s.j, s.targets, as_view(s.theta), s.bright);
            if (density.current().log_density == -infinity) continue;  // a bright datum without a gap, but for rounding
            auto const grid = p.grid(s.targets, random_walk({.step = 0.8}), implicit_update({.q = 0.4}), 2);
            grid_chain chain(grid, s.j, std::move(density), {.seed = own, .chain = static_cast<std::uint32_t>(c), .warm_up = 0});
            for (int i = 0; i < 3; ++i) chain.advance();
            std::size_t const from = s.j;
            s.j = static_cast<std::size_t>(chain.state().number);
            s.theta = chain.current().theta;
            moved += s.j != from;
            for (std::size_t n = 0; n < p.rows(); ++n) s.bright[n] = chain.density().brightness().is_bright(n);
            auto const after = functionals(p, s);
            moves.resize(before.size());
            for (std::size_t k = 0; k < before.size(); ++k) moves[k].push_back(after[k] - before[k]);
        }
        CHECK(moved > draws / 3);
        for (std::size_t k = 0; k < moves.size(); ++k) run.equal(independent_mean(moves[k]), 0, "functional " + std::to_string(k));
    });
}

// ---- quadrature ----

/// N data of a regression through two columns; every tenth far out where there is noise.
struct small_data {
    matrix x;
    vector y;
};

template <class Family>
small_data make_data(std::size_t rows, Family const& family, std::uint64_t seed) {
    small_data result{zeros(rows, 1), zeros(rows)};
    random_source random({.seed = seed, .use = purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        random.normals({&result.x(n, 0), 1});
        result.y(n) = draw_target(family, {0.6 * result.x(n, 0)}, random);
    }
    return result;
}

/// Probabilities of the values, and means of two numbers over all, from weights of points in the plane.
struct truth {
    std::vector<double> probability;
    double first = 0, second = 0;
};

/// ∫∫ over a square lattice: `log_density(j, a, b)`.
template <class LogDensity>
truth integrate(std::size_t values, double low_a, double high_a, double low_b, double high_b, std::size_t steps,
                LogDensity const& log_density) {
    std::vector<double> logs;
    double largest = -infinity;
    auto const place = [steps](double low, double high, std::size_t i) {
        return low + (high - low) * (static_cast<double>(i) + 0.5) / static_cast<double>(steps);
    };
    std::size_t const columns = low_b == high_b ? 1 : steps;
    for (std::size_t j = 0; j < values; ++j)
        for (std::size_t i = 0; i < steps; ++i)
            for (std::size_t k = 0; k < columns; ++k) {
                logs.push_back(log_density(j, place(low_a, high_a, i), place(low_b, high_b, k)));
                largest = std::max(largest, logs.back());
            }
    truth result{std::vector<double>(values)};
    double total = 0;
    std::size_t at = 0;
    for (std::size_t j = 0; j < values; ++j)
        for (std::size_t i = 0; i < steps; ++i)
            for (std::size_t k = 0; k < columns; ++k) {
                double const weight = std::exp(logs[at++] - largest);
                total += weight;
                result.probability[j] += weight;
                result.first += weight * place(low_a, high_a, i);
                result.second += weight * place(low_b, high_b, k);
            }
    for (double& p : result.probability) p /= total;
    result.first /= total;
    result.second /= total;
    return result;
}

/// A chain's share of draws at each value, and means, against the truth. `numbers_of(draw)` are the two numbers.
template <class Make, class NumbersOf>
void check_chain(trial& run, Make const& make, grid_values const& grid, truth const& exact, NumbersOf const& numbers_of,
                 std::size_t draws, std::uint64_t seed) {
    std::vector<std::vector<double>> at(grid.values.size());
    std::vector<double> first, second;
    auto const chain = make(chain_options{.seed = run.seed(seed), .warm_up = 500});
    for (std::size_t i = 0; i < 500 + run.times(draws); ++i) {
        chain->advance();
        draw const& current = chain->current();
        if (current.warm_up) continue;
        for (std::size_t j = 0; j < at.size(); ++j) at[j].push_back(*current.on_grid == grid.values[j]);
        auto const [a, b] = numbers_of(current);
        first.push_back(a);
        second.push_back(b);
    }
    for (std::size_t j = 0; j < at.size(); ++j)
        run.equal(chain_mean(at[j]), exact.probability[j], "probability of value " + std::to_string(j));
    run.equal(chain_mean(first), exact.first, "first mean");
    run.equal(chain_mean(second), exact.second, "second mean");
}

constexpr double spread = 1.3, scale_of_noise = 0.8;

}  // namespace

TEST_CASE("chains on a grid leave exact joint draws of value, θ, y and z exact" * doctest::test_suite("statistics")) {
    check_joint(robust_grid(), 31'000);
    check_joint(robust_grid(1.5), 31'001);
    check_joint(count_grid(), 31'002);
    check_joint(count_grid(1.5), 31'003);
    check_joint(gamma_grid(1.5), 31'004);
}

TEST_CASE(
    "degrees of freedom and the scale of the noise have the posterior that quadrature over all data has, by firefly and on all data" *
    doctest::test_suite("statistics")) {
    auto const data = make_data(50, student_t({.degrees_of_freedom = 3, .scale = 0.7}), 31'100);
    dense_rows const rows(data.x, data.y);
    grid_values const grid{.values = {1.5, 3, 6, 12, 40}, .log_priors = {-0.2, 0, 0.1, -0.3, -0.5}, .likeliest = 1, .reach = 2};
    using model = noise_posterior<student_t, gaussian_prior, dense_rows>;
    grid_plan const plan(grid_parameter<model>{.model_at =
                                                   [&](double nu) {
                                                       return with_noise(student_t({.degrees_of_freedom = nu}),
                                                                         gaussian_prior(spread), scale_of_noise, rows);
                                                   },
                                               .least = 1,
                                               .most = 100,
                                               .log_prior = [](double) { return 0.0; }},
                         grid);
    truth const exact = integrate(5, -0.6, 1.6, -2.2, 1.2, 240, [&](std::size_t j, double beta, double log_sigma) {
        double const sigma = std::exp(log_sigma), ratio = sigma / scale_of_noise;
        double sum = grid.log_priors[j] - beta * beta / (2 * spread * spread) + log_sigma - std::log1p(ratio * ratio);
        for (std::size_t n = 0; n < data.y.size(); ++n)
            sum += printed_log_student_t((data.y(n) - beta * data.x(n, 0)) / sigma, grid.values[j], sigma);
        return sum;
    });
    auto const seen = [](draw const& d) { return std::pair(d.theta(0) / d.theta(1), -std::log(d.theta(1))); };
    judge([&](trial& run) {
        check_chain(run, [&](chain_options o) { return plan.make_chain(o); }, grid, exact, seen, 60'000, 31'101);
    });
    judge([&](trial& run) {
        check_chain(run, [&](chain_options o) { return plan.make_control(o); }, grid, exact, seen, 20'000, 31'102);
    });
}

TEST_CASE("so has the size of a negative binomial" * doctest::test_suite("statistics")) {
    auto const data = make_data(60, negative_binomial({.size = 1}), 31'200);
    dense_rows const rows(data.x, data.y);
    grid_values const grid{.values = {0.3, 0.8, 1.5, 4, 20}, .log_priors = {-0.2, 0, 0.1, -0.3, -0.5}, .likeliest = 2, .reach = 1};
    using model = posterior<negative_binomial, gaussian_prior, dense_rows>;
    grid_plan const plan(
        grid_parameter<model>{
            .model_at = [&](double r) { return posterior(negative_binomial({.size = r}), gaussian_prior(spread), rows); },
            .least = 0.1,
            .most = 100,
            .log_prior = [](double) { return 0.0; }},
        grid);
    truth const exact = integrate(5, -1, 2.2, 0, 0, 4000, [&](std::size_t j, double beta, double) {
        double sum = grid.log_priors[j] - beta * beta / (2 * spread * spread);
        negative_binomial const counts({.size = grid.values[j]});
        for (std::size_t n = 0; n < data.y.size(); ++n) sum += testing::log_likelihood(counts, data.y(n), {beta * data.x(n, 0)});
        return sum;
    });
    auto const seen = [](draw const& d) { return std::pair(d.theta(0), 0.0); };
    judge([&](trial& run) {
        check_chain(run, [&](chain_options o) { return plan.make_chain(o); }, grid, exact, seen, 60'000, 31'201);
    });
    judge([&](trial& run) {
        check_chain(run, [&](chain_options o) { return plan.make_control(o); }, grid, exact, seen, 20'000, 31'202);
    });
}
