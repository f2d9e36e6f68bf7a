/// Chains of ordinal regressions: posteriors of three parameters by quadrature, one of eighteen against all data; joint draws of parameters, categories
/// and brightness.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"
#include "support/weighted_points.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// One coefficient and three categories, each with few data: narrow categories are skewed, and cutpoints come close to each other.
vector const x = vector_of({-1.5, -0.5, 0.3, 1, 2, 0.5, -1, 0}), y = vector_of({0, 1, 1, 2, 2, 0, 1, 2});
constexpr double prior_scale = 1.2;

/// Data of one column and three categories, with offsets and weights.
struct cases {
    vector x, y, offset, weight;

    /// σ(a) − σ(b), in long double: θ is of moderate size here.
    double log_posterior(vector_view theta) const {
        auto const sigma = [](long double a) { return 1 / (1 + std::exp(-a)); };
        long double sum = -theta[0] * theta[0] / (2 * prior_scale * prior_scale);
        for (std::size_t n = 0; n < x.size(); ++n) {
            long double const eta = static_cast<long double>(x(n)) * theta[0] + offset(n), a = theta[1] - eta, b = theta[2] - eta;
            sum += weight(n) * std::log(y(n) == 0   ? sigma(a)
                                        : y(n) == 2 ? sigma(-b)
                                        : a > 0     ? sigma(-a) - sigma(-b)
                                                    : sigma(b) - sigma(a));
        }
        return static_cast<double>(sum);
    }

    /// The logistic rows by definition, with the bound that is under test: targets are ones.
    template <class Bound>
    by_definition<Bound, gaussian_prior> rows(typename bound_by_definition<Bound>::likelihood const& side) const {
        std::vector<std::vector<double>> rows, adjustments;
        for (std::size_t n = 0; n < x.size(); ++n) {
            if (y(n) < 2) {
                rows.push_back({-x(n), y(n) == 0 ? 1.0 : 0.0, y(n) == 0 ? 0.0 : 1.0});
                adjustments.push_back({1, -offset(n), weight(n)});
            }
            if (y(n) > 0) {
                rows.push_back({x(n), y(n) == 1 ? -1.0 : 0.0, y(n) == 1 ? 0.0 : -1.0});
                adjustments.push_back({1, offset(n), weight(n)});
            }
        }
        by_definition<Bound, gaussian_prior> d{side, gaussian_prior(1), zeros(rows.size(), 3)};
        if (target_numbers<typename bound_by_definition<Bound>::likelihood> > 1) d.cases = zeros(rows.size(), 3);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::ranges::copy(rows[i], &d.features(i, 0));
            if (d.cases.size() > 0) std::ranges::copy(adjustments[i], &d.cases(i, 0));
        }
        return d;
    }

    matrix features() const {
        matrix result = zeros(x.size(), 1);
        for (std::size_t n = 0; n < x.size(); ++n) result(n, 0) = x(n);
        return result;
    }
    auto plain() const { return ordinal(gaussian_prior(prior_scale), dense_rows(features(), y)); }
    auto adjusted() const {
        return ordinal(gaussian_prior(prior_scale), rows_with_cases(features(), y, {.offset = offset, .weight = weight}));
    }

    /// What is compared: moments, the width of the middle category, the log posterior.
    numbers functionals(vector_view theta) const {
        numbers result;
        for (double const t : theta) result.insert(result.end(), {t, t * t});
        double const width = theta[2] - theta[1];
        result.insert(result.end(),
                      {theta[0] * theta[1], theta[1] * theta[2], std::log(width), 1 / (1 + width), log_posterior(theta)});
        return result;
    }
};

cases const simple{x, y, zeros(8), vector_of({1, 1, 1, 1, 1, 1, 1, 1})};
cases const adjusted_cases{x, y, vector_of({0.5, -1, 0, 0.3, 2, -0.4, 0.8, 0.1}), vector_of({1, 2, 0.5, 1, 0, 1.5, 1, 2.5})};

/// Simpson's rule in β, c_1 and log(c_2 − c_1). The integrand vanishes at the ends to nine digits; half the step changes nothing in the first
/// five.
weighted_points integrate(cases const& data) {
    constexpr int steps = 100;
    auto const weight = [](int i) { return i == 0 || i == steps ? 1.0 : i % 2 == 0 ? 2.0 : 4.0; };
    weighted_points q;
    numbers logs;
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; k <= steps; ++k) {
                double const b = -7 + 14.0 * i / steps, c = -13 + 20.0 * j / steps, log_width = -7 + 10.3 * k / steps;
                vector const theta = vector_of({b, c, c + std::exp(log_width)});
                double const value = data.log_posterior(as_view(theta)) + log_width;
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
void compare(trial& run, cases const& data, numbers const& exact, std::uint64_t seed, auto const& make, auto const& brightness) {
    std::size_t const of_theta = data.functionals(as_view(vector_of({0, 0, 1}))).size();
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
            numbers const values = data.functionals(as_view(theta));
            for (std::size_t j = 0; j < of_theta; ++j) sums[j] += values[j];
            for (std::size_t n = 0; n < exact.size() - of_theta; ++n) sums[of_theta + n] += brightness(*chain, n);
        }
        for (std::size_t j = 0; j < exact.size(); ++j) means[j].push_back(sums[j] / static_cast<double>(iterations));
    }
    CHECK(in_order);
    for (std::size_t j = 0; j < exact.size(); ++j)
        run.equal(independent_mean(means[j]), exact[j], "functional " + std::to_string(j));
}

/// Firefly with the bound in its forms and every kernel, regular MCMC, and what a plan chooses.
template <class Bound, Model M>
void check_by_quadrature(cases const& data, M const& model, typename bound_by_definition<Bound>::likelihood const& side,
                         std::uint64_t seed) {
    anchor const at = find_map(model);
    weighted_points const q = integrate(data);
    numbers const of_theta = q.expect([&](vector_view theta) { return data.functionals(theta); });
    std::size_t const rows = model.rows().rows();
    auto d = data.rows<Bound>(side);
    REQUIRE(d.rows() == rows);

    std::size_t next = 0;
    auto const check_firefly = [&](std::string const& name, Bound const& bound) {
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
                    run, data, exact, seed + next,
                    [&](chain_options const& options) {
                        return start_firefly_chain(any_firefly_density(firefly_density(target, as_view(at.theta))), with.kernel,
                                                   with.updater, options);
                    },
                    [](auto const& chain, std::size_t n) { return chain.density().brightness().is_bright(n) ? 1.0 : 0.0; });
            });
        }
    };
    if constexpr (requires { Bound::untuned(model, 1.5); }) {
        d.constant = 1.5;
        check_firefly("untuned", Bound::untuned(model, 1.5));  // about zero, where cutpoints are out of order
    }
    d.anchor = at.theta;
    check_firefly("anchored", Bound::anchored(model, at.theta));
    d.region.emplace(at.precision, 1.5);
    check_firefly("with a region", Bound::anchored(model, at.theta, ellipsoid(at.precision, 1.5)));

    for (auto const& [name, kernel] : every_regular_kernel(3)) {
        CAPTURE(name);
        judge([&](trial& run) {
            compare(
                run, data, of_theta, seed + 100 + next++,
                [&](chain_options const& options) {
                    return start_regular_chain(any_density(regular_density(model, as_view(at.theta))), kernel, options);
                },
                [](auto const&, std::size_t) { return 0.0; });
        });
    }
    plan const chosen(model, {.algorithm = algorithm_kind::firefly});
    judge([&](trial& run) {
        compare(
            run, data, of_theta, seed + 200, [&](chain_options const& options) { return chosen.make_chain(options); },
            [](auto const&, std::size_t) { return 0.0; });
    });
}

/// Behind the data three more, one in each category, with x = 0: a flat prior of cutpoints cannot be drawn from, but their distribution given
/// these three can. With u = σ(c) it has the density (u₂ − u₁)/((1 − u₁) u₂) ≤ 1 where u₁ < u₂.
cases with_three_more(cases const& data) {
    auto const longer = [](vector const& v, std::initializer_list<double> more) {
        std::vector<double> all(v.begin(), v.end());
        all.insert(all.end(), more);
        return to_vector(all);
    };
    return {longer(data.x, {0, 0, 0}), longer(data.y, {0, 1, 2}), longer(data.offset, {0, 0, 0}), longer(data.weight, {1, 1, 1})};
}

vector draw_parameters(random_source& random) {
    double low = 0, high = 0;
    do {
        low = random.uniform();
        high = random.uniform();
        if (low > high) std::swap(low, high);
    } while (random.uniform() * (1 - low) * high > high - low);
    double normal = 0;
    random.normals({&normal, 1});
    return vector_of({prior_scale * normal, std::log(low / (1 - low)), std::log(high / (1 - high))});
}

/// θ, then categories of the first `free` data given θ, then z given both, then a few shipped iterations: on average nothing has moved.
template <class Bound>
void check_joint(cases const& free, typename bound_by_definition<Bound>::likelihood const& side, auto const& make_model,
                 std::uint64_t seed) {
    measuring_region const region(cholesky(matrix_of({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})), std::vector{1.5, 2.2});
    for (std::size_t k = 0; k < kernel_count(); ++k) {
        CAPTURE(sampler(k, k, 3, 8).name);
        judge([&](trial& run) {
            std::vector<numbers> moved;
            for (std::uint32_t c = 0; c < run.times(3000); ++c) {
                random_source random({.seed = run.seed(seed + k), .chain = c, .use = purpose::data});
                vector const theta = draw_parameters(random);
                cases data = with_three_more(free);
                for (std::size_t n = 0; n < free.x.size(); ++n) {
                    double const u = random.uniform(), latent = data.x(n) * theta(0) + data.offset(n) + std::log(u / (1 - u));
                    data.y(n) = (latent > theta(1) ? 1 : 0) + (latent > theta(2) ? 1 : 0);
                }
                auto d = data.rows<Bound>(side);
                d.anchor = vector_of({0.2, -0.9, 0.8});
                d.region.emplace(region);
                std::vector<bool> bright;
                for (std::size_t n = 0; n < d.rows(); ++n)
                    bright.push_back(random.uniform() <
                                     -std::expm1(d.log_bound(n, 1, as_view(theta)) - d.log_likelihood(n, 1, as_view(theta))));
                auto const model = make_model(data);
                any_firefly_density density(
                    firefly_density(joint(model, Bound::anchored(model, *d.anchor, region)), as_view(theta)));
                light(density, bright);
                auto const watched = [&](vector const& at, auto const& is_bright) {
                    numbers result = data.functionals(as_view(at));
                    double lit = 0, indices = 0;
                    for (std::size_t n = 0; n < d.rows(); ++n)
                        if (is_bright(n)) {
                            lit += 1;
                            indices += static_cast<double>(n) * at(0);
                        }
                    result.insert(result.end(), {lit, indices});
                    return result;
                };
                numbers const before = watched(theta, [&](std::size_t n) { return bright[n]; });
                auto const with = sampler(k, k, 3, d.rows());
                chain moving(std::move(density), with.kernel, with.updater, {.seed = run.seed(seed + k), .chain = c, .warm_up = 0});
                for (int i = 0; i < 6; ++i) moving.advance();
                numbers const after =
                    watched(moving.current().theta, [&](std::size_t n) { return moving.density().brightness().is_bright(n); });
                moved.resize(after.size());
                for (std::size_t j = 0; j < after.size(); ++j) moved[j].push_back(after[j] - before[j]);
            }
            for (std::size_t j = 0; j < moved.size(); ++j)
                run.equal(independent_mean(moved[j]), 0, "functional " + std::to_string(j));
        });
    }
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
    check_by_quadrature<jaakkola_jordan>(simple, simple.plain(), logistic{}, 31'000);
}

TEST_CASE("so they have with offsets and weights, one of which is zero" * doctest::test_suite("statistics")) {
    check_by_quadrature<secant_bound<adjusted_side>>(adjusted_cases, adjusted_cases.adjusted(), adjusted_side(binomial{}), 31'500);
}

TEST_CASE("firefly iterations leave exact joint draws of an ordinal model's parameters, categories and brightness exact" *
          doctest::test_suite("statistics")) {
    // Weights of one: another power of a likelihood is no distribution.
    cases const free{vector_of({1, -1.5, 0.7, 2}), zeros(4), zeros(4), vector_of({1, 1, 1, 1})};
    check_joint<jaakkola_jordan>(free, logistic{}, [](cases const& data) { return data.plain(); }, 31'600);
    cases shifted = free;
    shifted.offset = vector_of({0.3, -1, 0.6, 1.5});
    check_joint<secant_bound<adjusted_side>>(
        shifted, adjusted_side(binomial{}), [](cases const& data) { return data.adjusted(); }, 31'700);
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
