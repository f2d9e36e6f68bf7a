/// Exactness of chains with learned scales: closed forms, quadrature, and joint-distribution tests with s drawn as well.
///
/// s of a half-Cauchy distribution has no mean, and θ given s has none either: what is watched are logarithms and bounded functions of them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"
#include "support/problems.hpp"
#include "support/scaled_chains.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr std::uint64_t never = 1'000'000;

// ---- joint distributions ----

constexpr std::size_t none = 99;

/// Half-Cauchy: of this scale, or of another one that is learned.
struct scale_law {
    double a;
    std::size_t above = none;
    scale_law(double of) : a(of) {}
    static scale_law below(std::size_t other) {
        scale_law result(0);
        result.above = other;
        return result;
    }
};

/// What a coefficient's scale is: that of a group, or a number.
struct coefficient {
    std::size_t group;  // none where it is beyond all groups
    double scale = 0;
    term_kind kind = term_kind::normal;  // or Laplace, or Student-t with three degrees of freedom; flat stands for 1/σ
};

struct scaled_problem {
    std::string name;
    std::vector<scale_law> cauchy;  // of each scale
    std::vector<coefficient> coefficients;
    std::size_t rows;
    double noise = 0;  // where it is not: σ is half-Cauchy of this scale, 1/σ the last coordinate, and groups are in units of σ
    std::function<double(random_source&, std::size_t, vector_view)> draw_target;
    std::function<double(std::size_t, double, vector_view)> log_likelihood, log_bound;
    std::function<any_firefly_density(vector const&, vector_view)> firefly;
    std::function<any_density(vector const&, vector_view)> regular;
};

template <class Bound>
scaled_problem erase(std::string name, std::vector<scale_law> cauchy, std::vector<coefficient> coefficients,
                     by_definition<Bound, composed_prior> const& d) {
    return {
        std::move(name),
        std::move(cauchy),
        std::move(coefficients),
        d.rows(),
        0,
        [d](random_source& random, std::size_t n, vector_view theta) { return d.draw(n, theta, random); },
        [d](std::size_t n, double target, vector_view theta) { return d.log_likelihood(n, target, theta); },
        [d](std::size_t n, double target, vector_view theta) { return d.log_bound(n, target, theta); },
        [d](vector const& targets, vector_view theta) { return any_firefly_density(firefly_density(d.target(targets), theta)); },
        [d](vector const& targets, vector_view theta) { return any_density(regular_density(d.model(targets), theta)); }};
}

struct scaled_state {
    std::vector<double> log_scales;
    vector theta, targets;
    std::vector<bool> bright;
};

scaled_state exact_draw(scaled_problem const& p, random_source& random) {
    scaled_state s{std::vector<double>(p.cauchy.size()), zeros(p.coefficients.size()), zeros(p.rows), std::vector<bool>(p.rows)};
    for (std::size_t g = 0; g < p.cauchy.size(); ++g) {
        auto const [a, above] = p.cauchy[g];
        s.log_scales[g] =
            (above == none ? std::log(a) : s.log_scales[above]) + std::log(std::tan(std::numbers::pi / 2 * random.uniform()));
    }
    double const sigma = p.noise > 0 ? p.noise * std::tan(std::numbers::pi / 2 * random.uniform()) : 1;
    random.normals(as_out(s.theta));
    for (std::size_t i = 0; i < s.theta.size(); ++i) {
        auto const& [group, scale, kind] = p.coefficients[i];
        if (kind == term_kind::laplace) s.theta(i) = random.exponential() - random.exponential();
        if (kind == term_kind::student_t) {
            double three[3];
            random.normals(three);
            s.theta(i) /= std::sqrt((three[0] * three[0] + three[1] * three[1] + three[2] * three[2]) / 3);
        }
        s.theta(i) *= group < p.cauchy.size() ? std::exp(s.log_scales[group]) : scale / sigma;
    }
    if (p.noise > 0) s.theta(s.theta.size() - 1) = 1 / sigma;
    for (std::size_t n = 0; n < p.rows; ++n) {
        s.targets(n) = p.draw_target(random, n, as_view(s.theta));
        double const gap = p.log_likelihood(n, s.targets(n), as_view(s.theta)) - p.log_bound(n, s.targets(n), as_view(s.theta));
        s.bright[n] = random.uniform() < -std::expm1(-gap);
    }
    return s;
}

numbers functionals(scaled_problem const& p, scaled_state const& s, bool has_z) {
    numbers result;
    for (double const x : s.log_scales) {
        result.push_back(x);
        result.push_back(std::abs(x));
    }
    double const tau = p.noise > 0 ? s.theta(s.theta.size() - 1) : 1;
    for (std::size_t i = 0; i < s.theta.size(); ++i) {
        auto const& [group, fixed, kind] = p.coefficients[i];
        double const scale = group < p.cauchy.size() ? std::exp(s.log_scales[group]) : fixed * tau, ratio = s.theta(i) / scale;
        result.insert(result.end(), {std::asinh(s.theta(i)), std::log(std::abs(s.theta(i)))});
        if (kind == term_kind::normal) result.insert(result.end(), {ratio, ratio * ratio});
        if (kind == term_kind::laplace || kind == term_kind::student_t)
            result.insert(result.end(), {std::tanh(ratio), std::abs(std::tanh(ratio))});
    }
    if (p.noise > 0) result.insert(result.end(), {std::log(tau) * s.log_scales[0], 1 / (1 + tau)});
    double log_likelihood = 0, bright = 0, indices = 0;
    for (std::size_t n = 0; n < p.rows; ++n) {
        log_likelihood += p.log_likelihood(n, s.targets(n), as_view(s.theta));
        if (!s.bright[n] || !has_z) continue;
        ++bright;
        indices += static_cast<double>(n);
    }
    result.insert(result.end(), {std::asinh(log_likelihood), std::tanh(s.theta(0)) * s.log_scales.back(),
                                 std::tanh(s.theta(0)) * std::tanh(s.theta(s.theta.size() - 1))});
    if (has_z) result.insert(result.end(), {bright, indices, bright * s.log_scales[0]});
    return result;
}

any_firefly_density density_at(scaled_problem const& p, scaled_state const& s) {
    auto density = p.firefly(s.targets, as_view(s.theta));
    light(density, s.bright);
    for (std::size_t g = 0; g < s.log_scales.size(); ++g) density.set_scale(g, s.log_scales[g]);
    return density;
}

template <class Density>
void keep_point(Density const& density, scaled_state& s) {
    s.theta = density.current().theta;
    s.log_scales.assign(density.log_scales().begin(), density.log_scales().end());
}

void keep(any_firefly_density const& density, scaled_state& s) {
    keep_point(density, s);
    for (std::size_t n = 0; n < s.bright.size(); ++n) s.bright[n] = density.brightness().is_bright(n);
}

/// How functionals move on average in `move(state, options)` on exact draws.
template <class Move>
std::vector<estimate> moves(trial const& run, std::size_t chains, scaled_problem const& p, bool has_z, std::uint64_t seed,
                            Move const& move) {
    std::vector<numbers> values;
    for (std::uint32_t c = 0; c < run.times(chains); ++c) {
        random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
        scaled_state s = exact_draw(p, random);
        numbers const before = functionals(p, s, has_z);
        move(s, chain_options{.seed = run.seed(seed), .chain = c, .warm_up = 0});
        numbers const after = functionals(p, s, has_z);
        values.resize(after.size());
        for (std::size_t f = 0; f < after.size(); ++f) values[f].push_back(after[f] - before[f]);
    }
    std::vector<estimate> means;
    for (auto const& v : values) means.push_back(independent_mean(v));
    return means;
}

matrix metric(std::size_t dimension) {
    matrix precision = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) precision(i, j) = i == j ? 2 : 0.5;
    return precision;
}

/// Student-t noise of unknown scale: a Laplace coefficient on the scale of the data, and two of one term in units of the noise.
scaled_problem noise_problem(std::string name, double radius, prior_term const& term, std::vector<scale_law> cauchy,
                             std::vector<coefficient> two) {
    constexpr double of_noise = 0.8, of_first = 0.9;
    student_t const noise({.degrees_of_freedom = 4});
    matrix const features = some_rows(6, 3);
    vector const anchor = vector_of({0.3, -0.2, 0.4, 1.1});
    matrix const precision = metric(4);
    composed_prior const prior({prior_term::laplace(1, of_first), term});
    auto const rows = [=](std::size_t n, double target) {
        by_definition<student_t_bound, gaussian_prior> d{noise, gaussian_prior(1), zeros(features.shape(0), 4), anchor};
        for (std::size_t j = 0; j < 3; ++j) d.features(n, j) = features(n, j);
        d.features(n, 3) = -target;
        d.region.emplace(cholesky(precision), radius);
        return d;
    };
    auto const model = [=](vector const& targets) { return with_noise(noise, prior, of_noise, dense_rows(features, targets)); };
    return {
        std::move(name),
        std::move(cauchy),
        {{none, of_first, term_kind::laplace}, two[0], two[1], {none, 1, term_kind::flat}},
        6,
        of_noise,
        [=](random_source& random, std::size_t n, vector_view theta) {
            double const eta = dot(vector_view(&features(n, 0), 3), theta.first(3));
            return draw_target(noise, {eta}, random) / theta[3];
        },
        [=](std::size_t n, double target, vector_view theta) {
            return std::log(theta[3]) + rows(n, target).log_likelihood(n, 0, theta);
        },
        [=](std::size_t n, double target, vector_view theta) {
            return std::log(theta[3]) + rows(n, target).log_bound(n, 0, theta);
        },
        [=](vector const& targets, vector_view theta) {
            auto const shipped = model(targets);
            ellipsoid const region(cholesky(precision), radius);
            return any_firefly_density(firefly_density(joint(shipped, student_t_bound::anchored(shipped, anchor, region)), theta));
        },
        [=](vector const& targets, vector_view theta) { return any_density(regular_density(model(targets), theta)); }};
}

/// One scale and several, with reference scales that are right for none; bounds without a region, with one, and with a ring about it; data that are
/// bright most of the time, and data that never are; priors that leave a remainder.
std::vector<scaled_problem> problems() {
    std::vector<scaled_problem> list;
    {
        composed_prior const prior({prior_term::normal(1, 1.2), prior_term::half_cauchy(3, 0.8)});
        std::vector<coefficient> const of{{none, 1.2}, {0}, {0}, {0}};
        by_definition<jaakkola_jordan, composed_prior> d{logistic{}, prior, some_rows(7, 4), {}, 1.5};
        list.push_back(erase("logistic, untuned, one scale", {0.8}, of, d));
        d.anchor = vector_of({0.3, -0.4, 0.2, 0.5});
        list.push_back(erase("logistic, anchored, one scale", {0.8}, of, d));
    }
    {
        auto const prior = composed_prior({prior_term::half_cauchy(1, 0.5), prior_term::normal(1, 0.9),
                                           prior_term::half_cauchy(2, 1), prior_term::half_cauchy(1, 2)})
                               .with_scales(std::vector<double>{1.1, 0.4, 0.7});
        std::vector<coefficient> const of{{0}, {none, 0.9}, {1}, {1}, {2}};
        by_definition<jaakkola_jordan, composed_prior> d{logistic{}, prior, some_rows(6, 5),
                                                         vector_of({0.2, 0.4, -0.3, 0.1, -0.5})};
        d.region.emplace(cholesky(metric(5)), 2.2);
        list.push_back(erase("logistic, with a region, three scales", {0.5, 1, 2}, of, d));
        d.region.emplace(cholesky(metric(5)), std::vector{1.4, 2.4});
        list.push_back(erase("logistic, with a ring, three scales", {0.5, 1, 2}, of, d));
    }
    {
        composed_prior const prior({prior_term::half_cauchy(2, 0.7), prior_term::half_cauchy(2, 1.4)});
        std::vector<coefficient> const of{{0}, {0}, {1}, {1}};
        by_definition<student_t_bound, composed_prior> d{student_t({4, 1}), prior, some_rows(5, 4),
                                                         vector_of({0.5, -0.2, 0.3, 0.8})};
        d.region.emplace(cholesky(metric(4)), 2.5);
        list.push_back(erase("Student-t, with a region, two scales", {0.7, 1.4}, of, d));
        by_definition<secant_bound<gaussian>, composed_prior> g{gaussian({.scale = 0.9}), prior, some_rows(5, 4),
                                                                vector_of({0.5, -0.2, 0.3, 0.8})};
        list.push_back(erase("Gaussian, all dark, two scales", {0.7, 1.4}, of, g));
    }
    {
        composed_prior const prior({prior_term::normal(1, 0.8), prior_term::half_cauchy(1, 0.6)});
        std::vector<coefficient> const of{{none, 0.8}, {0}, {none, 0.8}, {0}, {none, 0.8}, {0}};
        by_definition<bohning, composed_prior> d{softmax(3), prior, some_rows(4, 2), vector_of({0.3, -0.2, 0.1, 0.4, -0.5, 0.2})};
        list.push_back(erase("softmax, one scale for all classes", {0.6}, of, d));
    }
    list.push_back(
        noise_problem("Student-t with noise of unknown scale, one scale", 2, prior_term::half_cauchy(2, 0.6), {0.6}, {{0}, {0}}));
    auto const below = scale_law::below;
    {
        auto const prior =
            composed_prior({prior_term::normal(1, 0.9), prior_term::horseshoe(3, 0.6), prior_term::half_cauchy(1, 1)})
                .with_scales(std::vector<double>{0.5, 0.3, 1.2, 0.7, 0.8});
        std::vector<coefficient> const of{{none, 0.9}, {1}, {2}, {3}, {4}};
        by_definition<jaakkola_jordan, composed_prior> d{logistic{}, prior, some_rows(6, 5),
                                                         vector_of({0.2, 0.4, -0.3, 0.1, -0.5})};
        d.region.emplace(cholesky(metric(5)), 2.2);
        list.push_back(erase("logistic, with a region, a horseshoe beside a scale", {0.6, below(0), below(0), below(0), 1}, of, d));
    }
    {
        composed_prior const prior({prior_term::horseshoe(2, 0.7), prior_term::horseshoe(2, 1.4)});
        by_definition<secant_bound<gaussian>, composed_prior> g{gaussian({.scale = 0.9}), prior, some_rows(5, 4),
                                                                vector_of({0.5, -0.2, 0.3, 0.8})};
        list.push_back(erase("Gaussian, all dark, two horseshoes", {0.7, below(0), below(0), 1.4, below(3), below(3)},
                             {{1}, {2}, {4}, {5}}, g));
    }
    {
        composed_prior const prior({prior_term::normal(1, 0.8), prior_term::horseshoe(1, 0.6)});
        std::vector<coefficient> const of{{none, 0.8}, {1}, {none, 0.8}, {1}, {none, 0.8}, {1}};
        by_definition<bohning, composed_prior> d{softmax(3), prior, some_rows(4, 2), vector_of({0.3, -0.2, 0.1, 0.4, -0.5, 0.2})};
        list.push_back(erase("softmax, a horseshoe for all classes", {0.6, below(0)}, of, d));
    }
    list.push_back(noise_problem("Student-t with noise of unknown scale, a horseshoe", 2, prior_term::horseshoe(2, 0.6),
                                 {0.6, below(0), below(0)}, {{1}, {2}}));
    {
        auto const prior =
            composed_prior({prior_term::laplace(1, 0.7), prior_term::half_cauchy(2, 0.9), prior_term::student_t(1, 3, 0.8)});
        std::vector<coefficient> const of{{none, 0.7, term_kind::laplace}, {0}, {0}, {none, 0.8, term_kind::student_t}};
        by_definition<jaakkola_jordan, composed_prior> d{logistic{}, prior.with_scales(std::vector<double>{0.5}), some_rows(6, 4),
                                                         vector_of({0.2, 0.4, -0.3, 1.6})};
        d.region.emplace(cholesky(metric(4)), 2.0);
        list.push_back(erase("logistic, with a region, Laplace and Student-t beside a scale", {0.9}, of, d));
    }
    return list;
}

/// All kernels, and bright Gibbs whose scales move by the marginal step alone.
std::vector<named<any_kernel<any_firefly_density>>> kernels_for(std::size_t dimension) {
    auto list = every_kernel(dimension);
    list.push_back({"bright Gibbs alone", any_kernel<any_firefly_density>(
                                              bright_gibbs({.centre = zeros(dimension), .shape = {}, .elliptical_every = never}))});
    return list;
}

/// Scales given θ stay where they are: what is left of bright Gibbs is one reversible step.
struct without_moves_given_theta : any_firefly_density {
    explicit without_moves_given_theta(any_firefly_density density) : any_firefly_density(std::move(density)) {}
    double scale_given_theta(std::size_t g, double x) const { return x == log_scales()[g] ? 0 : -infinity; }
};

}  // namespace

TEST_CASE("normal means with a learned scale have the posterior of their closed form, by every way of sampling" *
          doctest::test_suite("statistics")) {
    vector const y = vector_of({1.5, -0.4, 2.2, 0.1, -1.9, 0.7});
    constexpr double a = 0.7;
    matrix features = zeros(y.size(), y.size());
    for (std::size_t j = 0; j < y.size(); ++j) features(j, j) = 1;
    posterior const model(gaussian({.scale = 1}), composed_prior({prior_term::half_cauchy(y.size(), a)}), dense_rows(features, y));
    // p(log s | y) ∝ p(log s) ∏ N(y_j; 0, 1 + s²);  E[β_j | s, y] = y_j s²/(1 + s²), and E β_j² has 1/(1 + 1/s²) besides
    numbers exact(6);
    double total = 0;
    for (double x = -14; x < 10; x += 0.01) {
        double log_weight = log_density_of_log_scale(x, a), square = std::exp(2 * x), shrinkage = square / (1 + square);
        for (double const value : y) log_weight += log_normal(value, std::sqrt(1 + square));
        double const weight = std::exp(log_weight), mean = y(2) * shrinkage;
        total += weight;
        numbers const values{x, x * x, std::tanh(x), mean, mean * mean + shrinkage, x * mean};
        for (std::size_t f = 0; f < exact.size(); ++f) exact[f] += weight * values[f];
    }
    for (double& value : exact) value /= total;
    check_means(
        model, exact,
        [](draw const& d) {
            double const x = std::log(d.scales(0));
            return numbers{x, x * x, std::tanh(x), d.theta(2), d.theta(2) * d.theta(2), x * d.theta(2)};
        },
        3200, 40'000);
}

TEST_CASE(
    "a small logistic regression with a learned scale has the moments of its posterior by quadrature, by every way of sampling" *
    doctest::test_suite("statistics")) {
    matrix const features =
        matrix_of({{1, 0.5, -0.3}, {1, -1.2, 0.8}, {1, 1.7, 0.4}, {1, -0.3, -1.5}, {0.4, 1.5, 1}, {1, 0.7, 1.6}, {1, -0.8, -0.6}});
    vector const targets = vector_of({1, 0, 1, 1, 0, 1, 0});
    constexpr double a = 0.8, fixed = 1.2;
    posterior const model(logistic{}, composed_prior({prior_term::normal(1, fixed), prior_term::half_cauchy(2, a)}),
                          dense_rows(features, targets));
    // given s the coefficients lie within 7 s or 25 of zero; half as many points change nothing that the test could see
    numbers exact(7);
    double total = 0;
    constexpr int points = 61, few = 25;
    for (double x = -10; x < 7; x += 0.25) {
        double const s = std::exp(x), half = std::min(7 * s, 25.0), step = 2 * half / (points - 1);
        for (int i = 0; i < few; ++i)
            for (int j = 0; j < points; ++j)
                for (int k = 0; k < points; ++k) {
                    double const theta[]{7 * fixed * (2.0 * i / (few - 1) - 1), -half + step * j, -half + step * k};
                    double log_weight = log_density_of_log_scale(x, a) + log_normal(theta[0], fixed) + log_normal(theta[1], s) +
                                        log_normal(theta[2], s) + 2 * std::log(step);
                    if (log_weight < -40) continue;
                    for (std::size_t n = 0; n < 7; ++n) {
                        double const eta = features(n, 0) * theta[0] + features(n, 1) * theta[1] + features(n, 2) * theta[2];
                        log_weight += log_sigmoid((2 * targets(n) - 1) * eta);
                    }
                    double const weight = std::exp(log_weight);
                    total += weight;
                    numbers const values{
                        x, x * x, std::tanh(x), theta[0], std::tanh(theta[1]), std::asinh(theta[2]), x * std::tanh(theta[1])};
                    for (std::size_t f = 0; f < exact.size(); ++f) exact[f] += weight * values[f];
                }
    }
    for (double& value : exact) value /= total;
    check_means(
        model, exact,
        [](draw const& d) {
            double const x = std::log(d.scales(0));
            return numbers{
                x, x * x, std::tanh(x), d.theta(0), std::tanh(d.theta(1)), std::asinh(d.theta(2)), x * std::tanh(d.theta(1))};
        },
        3220, 40'000);
}

TEST_CASE("firefly iterations leave exact joint draws of s, θ, y and z exact, with every kernel" *
          doctest::test_suite("statistics")) {
    std::uint64_t seed = 3300;
    for (scaled_problem const& p : problems())
        for (auto const& [name, kernel] : kernels_for(p.coefficients.size())) {
            ++seed;
            auto const updater = every_updater(p.rows)[seed % updater_count()];
            CAPTURE(p.name);
            CAPTURE(name);
            CAPTURE(updater.name);
            judge([&](trial& run) {
                auto const found = moves(run, 3000, p, true, seed, [&](scaled_state& s, chain_options const& options) {
                    chain sampler(density_at(p, s), kernel, updater.use, options);
                    for (int i = 0; i < 5; ++i) sampler.advance();
                    keep(sampler.density(), s);
                });
                for (std::size_t f = 0; f < found.size(); ++f) run.equal(found[f], 0, "functional " + std::to_string(f));
            });
        }
}

TEST_CASE("regular iterations leave exact joint draws of s, θ and y exact, with every kernel" * doctest::test_suite("statistics")) {
    std::uint64_t seed = 3400;
    auto const list = problems();
    for (std::size_t i = 1; i < list.size(); i += 2)
        for (auto const& [name, kernel] : every_regular_kernel(list[i].coefficients.size())) {
            CAPTURE(list[i].name);
            CAPTURE(name);
            ++seed;
            judge([&](trial& run) {
                auto const found = moves(run, 3000, list[i], false, seed, [&](scaled_state& s, chain_options const& options) {
                    auto density = list[i].regular(s.targets, as_view(s.theta));
                    for (std::size_t g = 0; g < s.log_scales.size(); ++g) density.set_scale(g, s.log_scales[g]);
                    chain sampler(std::move(density), kernel, no_update{}, options);
                    for (int k = 0; k < 5; ++k) sampler.advance();
                    keep_point(sampler.density(), s);
                });
                for (std::size_t f = 0; f < found.size(); ++f) run.equal(found[f], 0, "functional " + std::to_string(f));
            });
        }
}

TEST_CASE("a step of bright Gibbs with learned scales is as likely backwards as it is forwards" *
          doctest::test_suite("statistics")) {
    std::uint64_t seed = 3500;
    for (scaled_problem const& p : problems()) {
        CAPTURE(p.name);
        ++seed;
        bright_gibbs const kernel({.centre = zeros(p.coefficients.size()), .shape = {}, .elliptical_every = never});
        judge([&](trial& run) {
            std::vector<numbers> products;
            for (std::uint32_t c = 0; c < run.times(8000); ++c) {
                random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
                scaled_state s = exact_draw(p, random);
                // z is fixed: whether the step is taken at all is a matter of that alone
                if (static_cast<std::size_t>(std::ranges::count(s.bright, true)) >= p.coefficients.size()) continue;
                without_moves_given_theta density(density_at(p, s));
                auto const watched = [&](scaled_state const& at) {
                    numbers values = at.log_scales;
                    for (double const t : at.theta) values.push_back(std::asinh(t));
                    values.push_back(std::abs(at.log_scales[0]));
                    return values;
                };
                numbers const before = watched(s);
                auto state = kernel.start();
                random_source moves_of({.seed = run.seed(seed), .chain = c, .use = purpose::kernel});
                kernel.step(density, state, moves_of);
                keep_point(density, s);
                numbers const after = watched(s);
                std::size_t k = 0;
                for (std::size_t i = 0; i < before.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j, ++k) {
                        if (products.size() <= k) products.emplace_back();
                        products[k].push_back(before[i] * after[j] - before[j] * after[i]);
                    }
            }
            for (numbers const& values : products) run.equal(independent_mean(values), 0);
        });
    }
}
