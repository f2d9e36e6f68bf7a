/// Chains of regressions whose noise has an unknown scale: posteriors by quadrature, and exact draws of scale, coefficients, data and brightness.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"
#include "support/weighted_sums.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"
#include "support/weighted_points.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr double freedom = 4, spread = 1.2, scale_of_noise = 0.8;

/// One coefficient and nine data, one of them far out.
vector const x = vector_of({-1.5, -0.5, 0.3, 1, 2, 0.5, -1, 0, 1.3}), y = vector_of({-1.1, 0.2, 0.6, 0.4, 1.9, -0.5, -1, 0.1, 5});

matrix as_column(vector const& values) {
    matrix result = zeros(values.size(), 1);
    for (std::size_t n = 0; n < values.size(); ++n) result(n, 0) = values(n);
    return result;
}

auto small_model() {
    return with_noise(student_t({.degrees_of_freedom = freedom}), gaussian_prior(spread), scale_of_noise,
                      dense_rows(as_column(x), y));
}

/// Of (β, log σ), as the model is told to people. With a Laplace prior of the same scale, or a Gaussian one.
template <bool is_laplace = false>
double log_posterior(double beta, double log_sigma) {
    double const sigma = std::exp(log_sigma);
    double sum = is_laplace ? -std::abs(beta) / spread : -beta * beta / (2 * spread * spread);
    sum += log_sigma - std::log(1 + sigma * sigma / (scale_of_noise * scale_of_noise));
    for (std::size_t n = 0; n < x.size(); ++n) {
        double const r = (y(n) - beta * x(n)) / sigma;
        sum -= log_sigma + (freedom + 1) / 2 * std::log1p(r * r / freedom);
    }
    return sum;
}

/// Of (β̃, τ).
numbers functionals(vector_view theta) {
    double const beta = theta[0] / theta[1], log_sigma = -std::log(theta[1]), sigma = 1 / theta[1];
    return {beta, beta * beta, log_sigma, log_sigma * log_sigma, beta * log_sigma, 1 / (1 + sigma), log_posterior(beta, log_sigma)};
}

/// Points (β̃, τ) by the trapezoidal rule in β and log σ; it converges faster than any power of the step where the integrand vanishes at the ends.
template <bool is_laplace = false>
weighted_points integrate() {
    constexpr int steps = 400;
    weighted_points q;
    double total = 0;
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j) {
            double const beta = -6 + 12.0 * i / steps, log_sigma = -5 + 9.0 * j / steps;
            double const value = std::exp(log_posterior<is_laplace>(beta, log_sigma));
            if (value < 1e-30) continue;
            q.theta.push_back(vector_of({beta * std::exp(-log_sigma), std::exp(-log_sigma)}));
            q.weight.push_back(value);
            total += value;
        }
    for (double& w : q.weight) w /= total;
    return q;
}

/// The rows by definition, with the bound that is under test.
using definition = by_definition<student_t_bound, gaussian_prior>;

definition rows_by_definition(vector const& targets) {
    matrix features = zeros(x.size(), 2);
    for (std::size_t n = 0; n < x.size(); ++n) {
        features(n, 0) = x(n);
        features(n, 1) = -targets(n);
    }
    return {student_t({.degrees_of_freedom = freedom}), gaussian_prior(1), features};
}

double bright_probability(definition const& d, std::size_t n, vector_view theta) {
    return -std::expm1(d.log_bound(n, 0, theta) - d.log_likelihood(n, 0, theta));
}

/// `make(options)` starts a chain; `brightness(chain, n)` is z_n.
void compare(trial& run, numbers const& exact, std::uint64_t seed, auto const& make, auto const& brightness) {
    std::size_t const of_theta = functionals(as_view(vector_of({0, 1}))).size();
    constexpr std::uint64_t warm_up = 300, iterations = 4000;
    std::vector<numbers> means(exact.size());
    bool positive = true;
    for (std::uint32_t c = 0; c < run.times(24); ++c) {
        auto const chain = make(chain_options{.seed = run.seed(seed), .chain = c, .warm_up = warm_up});
        numbers sums(exact.size());
        for (std::uint64_t i = 0; i < warm_up + iterations; ++i) {
            chain->advance();
            vector const& theta = chain->current().theta;
            positive = positive && theta(1) > 0;
            if (chain->current().warm_up) continue;
            numbers const values = functionals(as_view(theta));
            for (std::size_t j = 0; j < of_theta; ++j) sums[j] += values[j];
            for (std::size_t n = 0; n < exact.size() - of_theta; ++n) sums[of_theta + n] += brightness(*chain, n);
        }
        for (std::size_t j = 0; j < exact.size(); ++j) means[j].push_back(sums[j] / static_cast<double>(iterations));
    }
    CHECK(positive);
    for (std::size_t j = 0; j < exact.size(); ++j)
        run.equal(independent_mean(means[j]), exact[j], "functional " + std::to_string(j));
}

/// Regression with Gaussian noise: given σ everything else is known in closed form, and σ is integrated on a grid.
struct linear_regression {
    static constexpr std::size_t columns = 3;
    static constexpr double prior = 1.5, scale = 0.7;
    matrix features;
    vector target;

    explicit linear_regression(row_index rows) : features(zeros(rows, columns)), target(zeros(rows)) {
        random_source random({.seed = 991});
        random.normals({features.data(), features.size()});
        random.normals(as_out(target));
        for (row_index n = 0; n < rows; ++n)
            target(n) = 0.6 * target(n) + 0.5 * features(n, 0) - 1.2 * features(n, 1) + 0.1 * features(n, 2);
    }

    static numbers functionals(vector_view theta) {
        double const tau = theta.back(), log_sigma = -std::log(tau);
        numbers result{log_sigma, log_sigma * log_sigma, 1 / tau};
        for (double const b : theta.first(columns)) result.insert(result.end(), {b / tau, b * b / (tau * tau)});
        return result;
    }
    numbers expected() const {
        matrix gram = zeros(columns, columns);
        vector moment = zeros(columns);
        double square = 0;
        for (row_index n = 0; n < target.size(); ++n) {
            square += target(n) * target(n);
            for (std::size_t i = 0; i < columns; ++i) {
                moment(i) += features(n, i) * target(n);
                for (std::size_t j = 0; j < columns; ++j) gram(i, j) += features(n, i) * features(n, j);
            }
        }
        auto const size = static_cast<double>(target.size());
        weighted_sums sums;
        double largest = -infinity;
        for (int turn = 0; turn < 2; ++turn)  // the first finds the largest
            for (int k = 0; k <= 4000; ++k) {
                double const log_sigma = std::log(0.6) + (k - 2000) / 2000.0 * 8 / std::sqrt(size), sigma = std::exp(log_sigma);
                matrix precision = gram / (sigma * sigma);
                for (std::size_t i = 0; i < columns; ++i) precision(i, i) += 1 / (prior * prior);
                cholesky const factor(precision);
                vector mean = moment / (sigma * sigma);
                factor.solve(as_out(mean));
                double value = -size * log_sigma - (square - dot(as_view(moment), as_view(mean))) / (2 * sigma * sigma);
                for (std::size_t i = 0; i < columns; ++i) value -= std::log(factor.lower()(i, i));
                value += log_sigma - std::log(1 + sigma * sigma / (scale * scale));
                if (turn == 0) {
                    largest = std::max(largest, value);
                    continue;
                }
                matrix const inverse = factor.inverse();
                numbers here{log_sigma, log_sigma * log_sigma, sigma};
                for (std::size_t i = 0; i < columns; ++i) here.insert(here.end(), {mean(i), mean(i) * mean(i) + inverse(i, i)});
                sums.add(std::exp(value - largest), here);
            }
        return sums.means();
    }
};

}  // namespace

TEST_CASE(
    "chains of a posterior with unknown noise have its moments by quadrature, and every row's brightness, with every sampler" *
    doctest::test_suite("statistics")) {
    auto const model = small_model();
    anchor const at = find_map(model);
    weighted_points const q = integrate();
    numbers const of_theta = q.expect([](vector_view theta) { return functionals(theta); });
    std::size_t next = 0;
    auto const check_firefly = [&](std::string const& name, definition const& d, student_t_bound const& bound) {
        numbers exact = of_theta;
        numbers const bright = q.expect([&](vector_view theta) {
            numbers result;
            for (std::size_t n = 0; n < x.size(); ++n) result.push_back(bright_probability(d, n, theta));
            return result;
        });
        exact.insert(exact.end(), bright.begin(), bright.end());
        joint const target(model, bound);
        for (std::size_t k = 0; k < kernel_count(); ++k, ++next) {
            auto const with = sampler(k, next + next / kernel_count(), 2, x.size());
            CAPTURE(name);
            CAPTURE(with.name);
            judge([&](trial& run) {
                compare(
                    run, exact, 32'000 + next,
                    [&](chain_options const& options) {
                        return start_firefly_chain(any_firefly_density(firefly_density(target, as_view(at.theta))), with.kernel,
                                                   with.updater, options);
                    },
                    [](auto const& chain, std::size_t n) { return chain.density().brightness().is_bright(n) ? 1.0 : 0.0; });
            });
        }
    };
    definition d = rows_by_definition(y);
    check_firefly("untuned", d, student_t_bound::untuned(model));  // about zero, where there is no noise
    d.anchor = at.theta;
    check_firefly("anchored", d, student_t_bound::anchored(model, at.theta));
    d.region.emplace(at.precision, 1.5);
    check_firefly("with a region", d, student_t_bound::anchored(model, at.theta, ellipsoid(at.precision, 1.5)));

    for (auto const& [name, kernel] : every_regular_kernel(2)) {
        CAPTURE(name);
        judge([&](trial& run) {
            compare(
                run, of_theta, 32'100 + next++,
                [&](chain_options const& options) {
                    return start_regular_chain(any_density(regular_density(model, as_view(at.theta))), kernel, options);
                },
                [](auto const&, std::size_t) { return 0.0; });
        });
    }
    plan const chosen(model, {.algorithm = algorithm_kind::firefly});
    judge([&](trial& run) {
        compare(
            run, of_theta, 32'200, [&](chain_options const& options) { return chosen.make_chain(options); },
            [](auto const&, std::size_t) { return 0.0; });
    });
}

TEST_CASE("so have those with unknown noise and a Laplace prior, whose kink lies where β is zero whatever the noise" *
          doctest::test_suite("statistics")) {
    auto const model =
        with_noise(student_t({.degrees_of_freedom = freedom}), laplace_prior(spread), scale_of_noise, dense_rows(as_column(x), y));
    numbers const exact = integrate<true>().expect([](vector_view theta) { return functionals(theta); });
    for (auto const kernel : {kernel_kind::bright_gibbs, kernel_kind::mala, kernel_kind::elliptical_slice}) {
        plan const chosen(model, {.algorithm = algorithm_kind::firefly, .kernel = kernel});
        judge([&](trial& run) {
            compare(
                run, exact, 32'300, [&](chain_options const& options) { return chosen.make_chain(options); },
                [](auto const&, std::size_t) { return 0.0; });
        });
    }
}

TEST_CASE("linear regression with unknown noise has its closed form, and reads no row after set-up" *
          doctest::test_suite("statistics")) {
    for (row_index const rows : {row_index{100}, row_index{10'000}}) {
        linear_regression const data(rows);
        plan const chosen(with_noise(gaussian(), gaussian_prior(linear_regression::prior), linear_regression::scale,
                                     dense_rows(data.features, data.target)),
                          {.algorithm = algorithm_kind::firefly});
        numbers const exact = data.expected();
        judge([&](trial& run) {
            std::vector<numbers> means(exact.size());
            std::uint64_t queries = 0, bright = 0;
            double accepted = 0;
            constexpr int warm_up = 50, iterations = 3000;
            std::size_t const chains = run.times(20);
            for (std::uint32_t c = 0; c < chains; ++c) {
                auto const chain = chosen.make_chain({.seed = run.seed(33'000 + rows), .chain = c, .warm_up = warm_up});
                numbers sums(exact.size());
                for (int i = 0; i < warm_up + iterations; ++i) {
                    chain->advance();
                    queries += chain->current().queries();
                    bright += chain->current().z.bright;
                    if (chain->current().warm_up) continue;
                    accepted += chain->current().acceptance / (iterations * static_cast<double>(chains));
                    numbers const values = linear_regression::functionals(as_view(chain->current().theta));
                    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += values[j];
                }
                for (std::size_t j = 0; j < sums.size(); ++j) means[j].push_back(sums[j] / iterations);
            }
            CHECK(queries == 0);
            CHECK(bright == 0);
            // All that is refused is what the terms of τ have beyond their second order: 0.165/√N, and a little of the prior.
            CHECK(accepted > 1 - 0.3 / std::sqrt(static_cast<double>(rows)));
            for (std::size_t j = 0; j < exact.size(); ++j)
                run.equal(independent_mean(means[j]), exact[j], "functional " + std::to_string(j));
        });
    }
}

TEST_CASE("iterations leave exact joint draws of noise, coefficient, data and brightness exact, with every sampler" *
          doctest::test_suite("statistics")) {
    noise_prior<gaussian_prior> const prior(gaussian_prior(spread), 1, {.prior_scale = scale_of_noise});
    vector const anchor_point = vector_of({0.5, 1.1});
    cholesky const precision(matrix_of({{3, 0.5}, {0.5, 4}}));
    // Bounded, or with all moments: σ has none.
    auto const watched = [&](vector_view theta, vector const& targets, std::vector<bool> const& bright) {
        double const beta = std::tanh(theta[0] / theta[1]), log_sigma = -std::log(theta[1]);
        double const lit = static_cast<double>(std::ranges::count(bright, true));
        double const near_end = 1 / (1 + 1 / theta[1]), first = std::tanh(targets(0) * theta[1]);
        return numbers{log_sigma, near_end, beta, beta * log_sigma, beta * beta, lit, lit * near_end, first * beta};
    };
    for (std::size_t k = 0; k < std::max(kernel_count(), updater_count()); ++k) {
        auto const with = sampler(k, k, 2, x.size());
        CAPTURE(with.name);
        judge([&](trial& run) {
            std::vector<numbers> moved(8);
            for (std::uint32_t c = 0; c < run.times(4000); ++c) {
                random_source random({.seed = run.seed(34'000 + k), .chain = c, .use = purpose::data});
                vector theta = zeros(2), targets = zeros(x.size());
                prior.draw(random, as_out(theta));
                for (std::size_t n = 0; n < x.size(); ++n)
                    targets(n) = draw_target(student_t({.degrees_of_freedom = freedom}), {theta(0) * x(n)}, random) / theta(1);
                definition d = rows_by_definition(targets);
                d.anchor = anchor_point;
                d.region.emplace(precision, 1.5);
                std::vector<bool> bright;
                for (std::size_t n = 0; n < x.size(); ++n)
                    bright.push_back(random.uniform() < bright_probability(d, n, as_view(theta)));
                auto const model = with_noise(student_t({.degrees_of_freedom = freedom}), gaussian_prior(spread), scale_of_noise,
                                              dense_rows(as_column(x), targets));
                joint const target(model, student_t_bound::anchored(model, anchor_point, ellipsoid(precision, 1.5)));
                any_firefly_density density(firefly_density(target, as_view(theta)));
                light(density, bright);
                numbers const before = watched(as_view(theta), targets, bright);
                chain sampled(std::move(density), with.kernel, with.updater,
                              {.seed = run.seed(34'000 + k), .chain = c, .warm_up = 0});
                for (int i = 0; i < 4; ++i) sampled.advance();
                std::vector<bool> after;
                for (row_index n = 0; n < x.size(); ++n) after.push_back(sampled.density().brightness().is_bright(n));
                numbers const now = watched(as_view(sampled.current().theta), targets, after);
                for (std::size_t j = 0; j < now.size(); ++j) moved[j].push_back(now[j] - before[j]);
            }
            for (std::size_t j = 0; j < moved.size(); ++j)
                run.equal(independent_mean(moved[j]), 0, "functional " + std::to_string(j));
        });
    }
}
