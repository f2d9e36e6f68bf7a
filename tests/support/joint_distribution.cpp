#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "joint_distribution.hpp"

namespace firefly::testing {

namespace {

void redraw_datum(problem const& p, std::size_t n, joint_state& s, random_source& random) {
    s.targets(n) = p.draw_target(random, n, as_view(s.theta));
    s.bright[n] = random.uniform() < p.bright_probability(n, s.targets(n), as_view(s.theta));
}

/// What is watched. First the coordinates and their squares, whose expectations the prior gives. Those of z are zero in regular MCMC.
numbers functionals(problem const& p, joint_state const& s, bool has_z) {
    numbers result;
    for (double const t : s.theta) result.push_back(t);
    for (double const t : s.theta) result.push_back(t * t);
    result.push_back(s.theta(0) * s.theta(p.dimension - 1));
    result.push_back(std::sqrt(dot(as_view(s.theta), as_view(s.theta))));
    double log_likelihood = 0, log_joint = p.log_prior(as_view(s.theta)), bright = 0, predictors = 0, indices = 0;
    for (std::size_t n = 0; n < p.rows; ++n) {
        double const log_l = p.log_likelihood(n, s.targets(n), as_view(s.theta));
        log_likelihood += log_l;
        if (!has_z) continue;
        double const log_b = p.log_bound(n, s.targets(n), as_view(s.theta));
        if (s.bright[n]) {
            log_joint += log_l + std::log(-std::expm1(-std::max(log_l - log_b, 1e-12)));
            bright += 1;
            predictors += p.predictor(n, as_view(s.theta));
            indices += static_cast<double>(n);
        } else {
            log_joint += log_b;
        }
    }
    result.push_back(log_likelihood);
    if (has_z) result.insert(result.end(), {log_joint, bright, predictors, indices, s.bright.front() ? 1.0 : 0.0});
    return result;
}

/// Collects a number for each functional and chain; all have mean zero.
class differences {
public:
    void add(numbers const& after, numbers const& before) {
        values_.resize(after.size());
        for (std::size_t i = 0; i < after.size(); ++i) values_[i].push_back(after[i] - before[i]);
    }
    std::vector<estimate> means() const {
        std::vector<estimate> result;
        for (auto const& values : values_) result.push_back(independent_mean(values));
        return result;
    }

private:
    std::vector<numbers> values_;
};

std::vector<bool> bright_data(bright_set const& z) {
    std::vector<bool> bright;
    for (row_index n = 0; n < z.size(); ++n) bright.push_back(z.is_bright(n));
    return bright;
}

constexpr int paired_steps = 6, geweke_steps = 12;

/// How the functionals move on average in `iterate(state, options)`, a few iterations on an exact draw.
template <class Iterate>
std::vector<estimate> moves(trial const& run, std::size_t chains, problem const& p, bool has_z, std::uint64_t seed,
                            Iterate const& iterate) {
    differences moved;
    for (std::uint32_t c = 0; c < run.times(chains); ++c) {
        random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
        joint_state s = exact_draw(p, random);
        numbers const before = functionals(p, s, has_z);
        iterate(s, {.seed = run.seed(seed), .chain = c, .warm_up = 0});
        moved.add(functionals(p, s, has_z), before);
    }
    return moved.means();
}

/// One statistic from several independent ones: each is standard normal, and so is their sum over the root of their number (Stouffer 1949).
/// A fault that pushes all problems the same way a little is seen here first.
class pool {
public:
    void add(std::string const& name, estimate const& e) {
        if (e.standard_error > 0) scores_[name].push_back(e.mean / e.standard_error);
    }
    void report(trial& run) const {
        for (auto const& [name, scores] : scores_) {
            double sum = 0;
            for (double const score : scores) sum += score;
            run.add(normal_p(sum / std::sqrt(static_cast<double>(scores.size()))), "pooled: " + name);
        }
    }

private:
    std::map<std::string, numbers> scores_;
};

}  // namespace

joint_state exact_draw(problem const& p, random_source& random) {
    joint_state s{zeros(p.dimension), zeros(p.rows), std::vector<bool>(p.rows)};
    p.draw_prior(random, as_out(s.theta));
    for (std::size_t n = 0; n < p.rows; ++n) redraw_datum(p, n, s, random);
    return s;
}

any_firefly_density density_at(problem const& p, joint_state const& s) {
    auto density = p.firefly(s.targets, as_view(s.theta));
    light(density, s.bright);
    return density;
}

std::vector<std::string> functional_names(std::size_t dimension, bool has_z) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < dimension; ++i) names.push_back("θ" + std::to_string(i));
    for (std::size_t i = 0; i < dimension; ++i) names.push_back("θ² " + std::to_string(i));
    names.insert(names.end(), {"θθ'", "|θ|", "log L"});
    if (has_z) names.insert(names.end(), {"log joint", "M", "Σ zη", "Σ zn", "z of the first"});
    return names;
}

std::vector<estimate> paired(trial const& run, std::size_t chains, problem const& p, any_kernel<any_firefly_density> const& kernel,
                             std::function<any_updater(vector const& targets)> const& make_updater, std::uint64_t seed) {
    return moves(run, chains, p, true, seed, [&](joint_state& s, chain_options const& options) {
        chain sampler(density_at(p, s), kernel, make_updater(s.targets), options);
        for (int i = 0; i < paired_steps; ++i) sampler.advance();
        s.theta = sampler.current().theta;
        s.bright = bright_data(sampler.density().brightness());
    });
}

std::vector<estimate> paired(trial const& run, std::size_t chains, problem const& p, named_sampler const& with,
                             std::uint64_t seed) {
    return paired(run, chains, p, with.kernel, [&](vector const&) { return with.updater; }, seed);
}

std::vector<estimate> paired_regular(trial const& run, std::size_t chains, problem const& p, any_kernel<any_density> const& kernel,
                                     std::uint64_t seed) {
    return moves(run, chains, p, false, seed, [&](joint_state& s, chain_options const& options) {
        chain sampler(p.regular(s.targets, as_view(s.theta)), kernel, no_update{}, options);
        for (int i = 0; i < paired_steps; ++i) sampler.advance();
        s.theta = sampler.current().theta;
    });
}

std::vector<estimate> geweke(trial const& run, std::size_t chains, problem const& p, named_sampler const& with,
                             std::uint64_t seed) {
    differences moved;
    for (std::uint32_t c = 0; c < run.times(chains); ++c) {
        random_source data({.seed = run.seed(seed), .chain = c, .use = purpose::data});
        joint_state s = exact_draw(p, data);
        numbers expected = functionals(p, s, true);
        for (std::size_t i = 0; i < p.dimension; ++i) {
            expected[i] = 0;
            expected[p.dimension + i] = p.prior_variance;
        }
        numbers mean(expected.size());
        auto kernel_state = with.kernel.start();
        auto updater_state = with.updater.start();
        std::vector<row_index> wanted;
        draw outcome;
        for (std::uint64_t step = 0; step < geweke_steps; ++step) {
            auto density = density_at(p, s);
            auto const random = [&](purpose use) { return random_source({run.seed(seed), c, use, step}); };
            iterate(density, with.kernel, kernel_state, with.updater, updater_state, wanted, random, outcome);
            s.theta = outcome.theta;
            s.bright = bright_data(density.brightness());
            for (std::size_t n = 0; n < p.rows; ++n)
                if (data.pick(2) == 0) redraw_datum(p, n, s, data);
            numbers const now = functionals(p, s, true);
            for (std::size_t i = 0; i < now.size(); ++i) mean[i] += now[i] / geweke_steps;
        }
        moved.add(mean, expected);
    }
    return moved.means();
}

void cover(std::vector<problem> const& list, std::uint64_t first_seed,
           std::function<std::vector<estimate>(trial const&, problem const&, named_sampler const&, std::uint64_t)> const& test) {
    std::size_t const runs = std::max(kernel_count(), updater_count());
    bool sound = true;
    judge_now([&](trial& all) {
        pool scores;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t r = 0; sound && r < runs; ++r) {
                if (!has_turn(i * runs + r)) continue;
                auto const with = sampler(r, r + i, list[i].dimension, list[i].rows);
                auto const names = functional_names(list[i].dimension, true);
                auto const measure = [&](trial& run) {
                    auto const found = test(run, list[i], with, first_seed + i * runs + r);
                    for (std::size_t j = 0; j < found.size(); ++j) {
                        run.equal(found[j], 0, names[j]);
                        if (run.again() != all.again()) continue;
                        scores.add(names[j], found[j]);
                        scores.add(names[j] + ", kernel " + std::to_string(r % kernel_count()), found[j]);
                        scores.add(names[j] + ", updater " + std::to_string((r + i) % updater_count()), found[j]);
                    }
                };
                CAPTURE(list[i].name);
                CAPTURE(with.name);
                if (all.again()) {
                    trial run(true);
                    measure(run);
                } else {
                    sound = judge_now(measure);
                }
            }
        if (sound) scores.report(all);
    });
}

}  // namespace firefly::testing
