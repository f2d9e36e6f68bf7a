/// Problems with learned scales, and exact draws of (s, θ, y, z) from them: what joint-distribution tests start from.
///
/// s of a half-Cauchy distribution has no mean, and θ given s has none either: what is watched are logarithms and bounded functions of them.
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"
#include "support/problems.hpp"

import firefly.external;

namespace firefly::testing {

inline constexpr std::size_t none = 99;

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

inline scaled_state exact_draw(scaled_problem const& p, random_source& random) {
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

inline numbers functionals(scaled_problem const& p, scaled_state const& s, bool has_z) {
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

inline any_firefly_density density_at(scaled_problem const& p, scaled_state const& s) {
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

inline void keep(any_firefly_density const& density, scaled_state& s) {
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

inline matrix metric(std::size_t dimension) {
    matrix precision = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) precision(i, j) = i == j ? 2 : 0.5;
    return precision;
}

/// Student-t noise of unknown scale: a Laplace coefficient on the scale of the data, and two of one term in units of the noise.
inline scaled_problem noise_problem(std::string name, double radius, prior_term const& term, std::vector<scale_law> cauchy,
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
inline std::vector<scaled_problem> scaled_problems() {
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
    {
        // Two levels, and one column that all have in common: with three bright data of one level, or two of each, one is made of the others.
        matrix features = zeros(7, 4);
        for (std::size_t n = 0; n < 7; ++n) {
            features(n, 0) = 1;
            features(n, 1) = 0.4 * static_cast<double>(n) - 1;
            features(n, 2 + n % 2) = 1;
        }
        composed_prior const prior({prior_term::normal(2, 1.2), prior_term::half_cauchy(2, 0.8)});
        by_definition<jaakkola_jordan, composed_prior> d{
            logistic{}, prior.with_scales(std::vector<double>{0.5}), features, {}, 1.5};
        list.push_back(erase("logistic, several data of a level, one scale", {0.8}, {{none, 1.2}, {none, 1.2}, {0}, {0}}, d));
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

}  // namespace firefly::testing
