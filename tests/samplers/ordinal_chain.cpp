/// Chains of ordinal regressions: a posterior of three parameters by quadrature, one of eighteen against all data.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// One coefficient and three categories, each with few data: narrow categories are skewed, and cutpoints come close to each other.
vector const x = vector_of({-1.5, -0.5, 0.3, 1, 2, 0.5, -1, 0}), y = vector_of({0, 1, 1, 2, 2, 0, 1, 2});
constexpr double prior_scale = 1.2;

auto small_model() {
    matrix features = zeros(x.size(), 1);
    for (std::size_t n = 0; n < x.size(); ++n) features(n, 0) = x(n);
    return ordinal(gaussian_prior(prior_scale), dense_rows(features, y));
}

/// σ(a) − σ(b), in long double: θ is of moderate size here.
double log_posterior(vector_view theta) {
    auto const sigma = [](long double a) { return 1 / (1 + std::exp(-a)); };
    long double sum = -theta[0] * theta[0] / (2 * prior_scale * prior_scale);
    for (std::size_t n = 0; n < x.size(); ++n) {
        long double const eta = static_cast<long double>(x(n)) * theta[0], a = theta[1] - eta, b = theta[2] - eta;
        sum += std::log(y(n) == 0 ? sigma(a) : y(n) == 2 ? sigma(-b) : a > 0 ? sigma(-a) - sigma(-b) : sigma(b) - sigma(a));
    }
    return static_cast<double>(sum);
}

/// The logistic rows by definition, with the bound that is under test.
using definition = by_definition<jaakkola_jordan, gaussian_prior>;

definition rows_by_definition() {
    std::vector<std::vector<double>> rows;
    for (std::size_t n = 0; n < x.size(); ++n) {
        if (y(n) < 2) rows.push_back({-x(n), y(n) == 0 ? 1.0 : 0.0, y(n) == 0 ? 0.0 : 1.0});
        if (y(n) > 0) rows.push_back({x(n), y(n) == 1 ? -1.0 : 0.0, y(n) == 1 ? 0.0 : -1.0});
    }
    matrix features = zeros(rows.size(), 3);
    for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], &features(i, 0));
    return {logistic{}, gaussian_prior(1), features};
}

/// What is compared: moments, the width of the middle category, the log posterior.
numbers functionals(vector_view theta) {
    numbers result;
    for (double const t : theta) result.insert(result.end(), {t, t * t});
    double const width = theta[2] - theta[1];
    result.insert(result.end(), {theta[0] * theta[1], theta[1] * theta[2], std::log(width), 1 / (1 + width), log_posterior(theta)});
    return result;
}

struct quadrature {
    std::vector<vector> theta;
    numbers weight;  // adds up to one

    numbers expect(auto const& values) const {
        numbers sums;
        for (std::size_t i = 0; i < theta.size(); ++i) {
            numbers const here = values(as_view(theta[i]));
            sums.resize(here.size());
            for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += weight[i] * here[j];
        }
        return sums;
    }
};

/// Simpson's rule in β, c_1 and log(c_2 − c_1). The integrand vanishes at the ends to nine digits; half the step changes nothing in the first
/// five.
quadrature integrate() {
    constexpr int steps = 100;
    auto const weight = [](int i) { return i == 0 || i == steps ? 1.0 : i % 2 == 0 ? 2.0 : 4.0; };
    quadrature q;
    numbers logs;
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; k <= steps; ++k) {
                double const b = -7 + 14.0 * i / steps, c = -13 + 20.0 * j / steps, log_width = -7 + 10.3 * k / steps;
                vector const theta = vector_of({b, c, c + std::exp(log_width)});
                double const value = log_posterior(as_view(theta)) + log_width;
                if (value < -45) continue;
                q.theta.push_back(theta);
                q.weight.push_back(weight(i) * weight(j) * weight(k) * std::exp(value));
            }
    double total = 0;
    for (double const w : q.weight) total += w;
    for (double& w : q.weight) w /= total;
    return q;
}

/// `make(options)` starts a chain; `brightness(chain, n)` is z_n.
void compare(trial& run, numbers const& exact, std::uint64_t seed, auto const& make, auto const& brightness) {
    std::size_t const of_theta = functionals(as_view(vector_of({0, 0, 1}))).size();
    constexpr std::uint64_t warm_up = 300, iterations = 4000;
    std::vector<numbers> means(exact.size());
    bool in_order = true;
    for (std::uint32_t c = 0; c < run.times(24); ++c) {
        auto const chain = make(chain_options{.seed = run.seed(seed), .chain = c, .warm_up = warm_up});
        numbers sums(exact.size());
        for (std::uint64_t i = 0; i < warm_up + iterations; ++i) {
            chain->advance();
            vector const& theta = chain->current().theta;
            in_order = in_order && theta(1) < theta(2);
            if (chain->current().warm_up) continue;
            numbers const values = functionals(as_view(theta));
            for (std::size_t j = 0; j < of_theta; ++j) sums[j] += values[j];
            for (std::size_t n = 0; n < exact.size() - of_theta; ++n) sums[of_theta + n] += brightness(*chain, n);
        }
        for (std::size_t j = 0; j < exact.size(); ++j) means[j].push_back(sums[j] / static_cast<double>(iterations));
    }
    CHECK(in_order);
    for (std::size_t j = 0; j < exact.size(); ++j)
        run.equal(independent_mean(means[j]), exact[j], "functional " + std::to_string(j));
}

/// Five ordered categories of fourteen columns, drawn from the model.
auto large_model(row_index rows) {
    constexpr std::size_t columns = 14;
    matrix features = zeros(rows, columns);
    vector target = zeros(rows);
    random_source random({.seed = 4711});
    random.normals({features.data(), features.size()});
    for (row_index n = 0; n < rows; ++n) {
        double eta = 0;
        for (std::size_t d = 0; d < columns; ++d) eta += features(n, d) * (d % 2 == 0 ? 0.3 : -0.25);
        double const u = random.uniform(), latent = eta + std::log(u / (1 - u));
        for (double const cutpoint : {-2.0, -0.8, 0.5, 1.8}) target(n) += latent > cutpoint ? 1 : 0;
    }
    return ordinal(gaussian_prior(2.5), dense_rows(features, target));
}

}  // namespace

TEST_CASE("chains of an ordinal posterior have its moments by quadrature, and every row's brightness, and cutpoints stay in order" *
          doctest::test_suite("statistics")) {
    auto const model = small_model();
    anchor const at = find_map(model);
    quadrature const q = integrate();
    numbers const of_theta = q.expect([](vector_view theta) { return functionals(theta); });
    std::size_t const rows = model.rows().rows();
    vector const ones = vector_of({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    REQUIRE(ones.size() == rows);

    std::size_t next = 0;
    auto const check_firefly = [&](std::string const& name, definition const& d, jaakkola_jordan const& bound) {
        numbers exact = of_theta;
        numbers const bright = q.expect([&](vector_view theta) {
            numbers result;
            for (std::size_t n = 0; n < rows; ++n)
                result.push_back(-std::expm1(d.log_bound(n, 1, theta) - d.log_likelihood(n, 1, theta)));
            return result;
        });
        exact.insert(exact.end(), bright.begin(), bright.end());
        joint const target(model, bound);
        for (std::size_t k = 0; k < kernel_count(); ++k, ++next) {
            auto const with = sampler(k, next + next / kernel_count(), 3, rows);
            CAPTURE(name);
            CAPTURE(with.name);
            judge([&](trial& run) {
                compare(
                    run, exact, 31'000 + next,
                    [&](chain_options const& options) {
                        return start_firefly_chain(any_firefly_density(firefly_density(target, as_view(at.theta))), with.kernel,
                                                   with.updater, options);
                    },
                    [](auto const& chain, std::size_t n) { return chain.density().brightness().is_bright(n) ? 1.0 : 0.0; });
            });
        }
    };
    definition d = rows_by_definition();
    d.constant = 1.5;
    check_firefly("untuned", d, jaakkola_jordan::untuned(model, 1.5));  // about zero, where cutpoints are out of order
    d.anchor = at.theta;
    check_firefly("anchored", d, jaakkola_jordan::anchored(model, at.theta));
    d.region.emplace(at.precision, 1.5);
    check_firefly("with a region", d, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 1.5)));

    for (auto const& [name, kernel] : every_regular_kernel(3)) {
        CAPTURE(name);
        judge([&](trial& run) {
            compare(
                run, of_theta, 31'100 + next++,
                [&](chain_options const& options) {
                    return start_regular_chain(any_density(regular_density(model, as_view(at.theta))), kernel, options);
                },
                [](auto const&, std::size_t) { return 0.0; });
        });
    }
    plan const chosen(model, {.algorithm = algorithm_kind::firefly});
    judge([&](trial& run) {
        compare(
            run, of_theta, 31'200, [&](chain_options const& options) { return chosen.make_chain(options); },
            [](auto const&, std::size_t) { return 0.0; });
    });
}

TEST_CASE("an ordinal posterior of 18 parameters: firefly has the moments of all data, and as few bright as forecast" *
          doctest::test_suite("statistics")) {
    auto const model = large_model(1000);
    plan const chosen(model, {.algorithm = algorithm_kind::firefly});
    judge([&](trial& run) {
        auto const moments = [&](auto const& make, std::uint64_t seed) {
            std::vector<numbers> means(3 * model.dimension());
            numbers bright, accepted;
            for (std::uint32_t c = 0; c < run.times(16); ++c) {
                auto const chain = make(chain_options{.seed = run.seed(seed), .chain = c, .warm_up = 100});
                numbers sums(means.size());
                double lit = 0, acceptance = 0;
                constexpr int iterations = 1500;
                for (int i = 0; i < 100 + iterations; ++i) {
                    chain->advance();
                    if (chain->current().warm_up) continue;
                    vector const& theta = chain->current().theta;
                    for (std::size_t j = 0; j < theta.size(); ++j) {
                        sums[3 * j] += theta(j);
                        sums[3 * j + 1] += theta(j) * theta(j);
                        sums[3 * j + 2] += theta(j) * theta((j + 1) % theta.size());
                    }
                    lit += static_cast<double>(chain->current().z.bright);
                    acceptance += chain->current().acceptance;
                }
                for (std::size_t j = 0; j < means.size(); ++j) means[j].push_back(sums[j] / iterations);
                bright.push_back(lit / iterations);
                accepted.push_back(acceptance / iterations);
            }
            std::vector<estimate> result;
            for (auto const& each : means) result.push_back(independent_mean(each));
            return std::tuple(result, independent_mean(bright).mean, independent_mean(accepted).mean);
        };
        auto const [fast, bright, accepted] = moments([&](auto const& options) { return chosen.make_chain(options); }, 31'300);
        auto const [slow, no_bright, all_accepted] =
            moments([&](auto const& options) { return chosen.make_control(kernel_kind::independence, options); }, 31'400);
        for (std::size_t j = 0; j < fast.size(); ++j) run.equal(fast[j], slow[j], "functional " + std::to_string(j));
        double const forecast = chosen.expected()->bright;
        INFO("bright ", bright, ", forecast ", forecast, ", accepted ", accepted);
        CHECK(no_bright == 0);
        CHECK(all_accepted > 0.5);
        CHECK(bright < 1.25 * forecast);
        CHECK(bright > 0.75 * forecast);
        CHECK(accepted > 0.85);
    });
}
