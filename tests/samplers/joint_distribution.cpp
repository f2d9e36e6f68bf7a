/// Joint-distribution tests of every sampler: the joint of (θ, y, z) is known by simulation, and a sampler that is right keeps it.
///
/// Paired:   θ ~ p(θ), y ~ p(y | θ), z ~ p(z | θ, y);  a few shipped iterations on (θ, z) given y;  no functional has moved on average.
/// Geweke:   the same start;  then in turn a shipped iteration and (y_n, z_n) ~ p(y_n | θ) p(z_n | θ, y_n) anew for a random half of the
///           data, chosen whatever the state is;  averages along the way are still those of the start (Geweke 2004, with exact starts, so
///           that nothing need converge and chains are independent).
///
/// y and z at the start come from the definitions, not from shipped code. Small data and priors that matter, so that data are often bright
/// and θ goes far. A further kernel or updater is one line in `every_sampler.hpp`, a further bound one in `add_problems`.
///
/// What they see, tried by planting it: an implicit update without q (p < 1e-30 in any single run), MALA without its acceptance (0) and
/// without the ratio of its proposals (below 1e-5 with nearly every model), a prior 5 % too wide (1e-18, the runs of one problem pooled), a
/// bound 2 % too high (1e-7, the same), a step that θ changes by 60 % (1e-7 in single runs). What they do not: such a step by 30 % (1e-4)
/// and a bound 1 % too high (0.03), which are left to enumeration and to the bounds' own tests.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

// ---- on what the samplers are tested ----

/// Anchored where it is tight, and with so small a region that half of the draws are outside.
template <class Bound, Prior P>
void add_anchored(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d) {
    vector const pattern{0.4, -0.3, 0.2, -0.1, 0.5, 0.0};
    vector close = zeros(d.dimension());
    for (std::size_t i = 0; i < close.size(); ++i) close(i) = pattern(i);
    d.anchor = close;
    list.push_back(erase(name + ", anchored", d));
    matrix precision = zeros(close.size(), close.size());
    for (std::size_t i = 0; i < close.size(); ++i)
        for (std::size_t j = 0; j < close.size(); ++j) precision(i, j) = i == j ? 2 : 0.5;
    d.region.emplace(cholesky(precision), 1.8);
    list.push_back(erase(name + ", with a region", d));
}

/// Anchored so far off that most data are bright.
template <class Bound, Prior P>
void add_far_off(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d) {
    vector const pattern{-2, 1.5, -1, 0.5, -2.5, 0};
    vector far = zeros(d.dimension());
    for (std::size_t i = 0; i < far.size(); ++i) far(i) = pattern(i);
    d.anchor = far;
    list.push_back(erase(name + ", anchored far off", d));
}

/// A bound in its forms; `constant` is that of the untuned one.
template <class Bound, Prior P>
void add_forms(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d, double constant) {
    add_anchored(list, name, d);
    add_far_off(list, name, d);
    d.constant = constant;
    list.push_back(erase(name + ", untuned", d));
}

template <Prior P>
void add_problems(std::vector<problem>& list, std::string const& prior_name, P const& prior) {
    // two rows equal, one of zeros
    matrix const wide = matrix_of({{1, 0.5}, {1, -1.2}, {1, 2}, {1, 2}, {0, 0}, {1, -0.3}, {0.4, 1.5}});
    matrix const narrow = matrix_of({{1}, {-1.5}, {0.7}, {0.7}, {2}, {0}});
    add_forms(list, "logistic, Jaakkola-Jordan, " + prior_name, by_definition<jaakkola_jordan, P>{logistic{}, prior, wide}, 1.5);
    add_forms(list, "softmax, Böhning, " + prior_name, by_definition<bohning, P>{softmax(3), prior, narrow}, 0.5);
    add_forms(list, "softmax, Jebara-Choromanska, " + prior_name, by_definition<jebara_choromanska, P>{softmax(2), prior, wide},
              1.5);
    add_forms(list, "Student-t, " + prior_name, by_definition<student_t_bound, P>{student_t({4, 1.5}), prior, wide}, 0);
}

/// Rows that look like any; the first column is an intercept.
matrix some_rows(std::size_t rows, std::size_t columns, double size = 1.5) {
    matrix result = zeros(rows, columns);
    for (std::size_t n = 0; n < rows; ++n)
        for (std::size_t d = 0; d < columns; ++d) {
            double const at = static_cast<double>(n), along = static_cast<double>(d);
            result(n, d) = d == 0 ? 1 : size * std::sin(1.7 * at * along + 0.9 * along + at);
        }
    return result;
}

/// One to six parameters, three data and many, two to six classes. With more parameters than bright data bright Gibbs sweeps over several
/// data; with long rows two classes come to their extremes within the region.
std::vector<problem> problems_of_all_sizes() {
    std::vector<problem> list;
    gaussian_prior const prior(1.2);
    using normal = gaussian_prior;
    using sizes = std::pair<std::size_t, std::size_t>;
    for (auto const& [rows, columns] : {sizes{3, 1}, {3, 3}, {9, 4}, {12, 5}, {15, 6}}) {
        std::string const size = std::to_string(rows) + " data, " + std::to_string(columns) + " columns";
        by_definition<jaakkola_jordan, normal> const d{logistic{}, prior, some_rows(rows, columns)};
        add_anchored(list, "logistic, " + size, d);
        if (columns >= 4) add_far_off(list, "logistic, " + size, d);
        if (columns >= 4)
            add_anchored(list, "Student-t, " + size,
                         by_definition<student_t_bound, normal>{student_t({4, 1.5}), prior, some_rows(rows, columns)});
    }
    matrix const long_rows = matrix_of({{1}, {-3}, {0.7}, {4}, {-0.2}});
    for (std::size_t const classes : {4, 6}) {
        std::string const size = std::to_string(classes) + " classes";
        add_anchored(list, "Böhning, " + size, by_definition<bohning, normal>{softmax(classes), prior, long_rows});
        add_anchored(list, "Jebara-Choromanska, " + size,
                     by_definition<jebara_choromanska, normal>{softmax(classes), prior, long_rows});
    }
    add_anchored(list, "Jebara-Choromanska, 3 classes, 2 columns",
                 by_definition<jebara_choromanska, normal>{softmax(3), prior, some_rows(6, 2)});
    return list;
}

std::vector<problem> problems() {
    std::vector<problem> list;
    add_problems(list, "Gaussian", gaussian_prior(1.2));
    add_problems(list, "Laplace", laplace_prior(0.8));
    return list;
}

// ---- the joint distribution ----

struct state {
    vector theta;
    vector targets;
    std::vector<bool> bright;
};

void redraw_datum(problem const& p, std::size_t n, state& s, random_source& random) {
    s.targets(n) = p.draw_target(random, n, as_view(s.theta));
    s.bright[n] = random.uniform() < p.bright_probability(n, s.targets(n), as_view(s.theta));
}

state exact_draw(problem const& p, random_source& random) {
    state s{zeros(p.dimension), zeros(p.rows), std::vector<bool>(p.rows)};
    p.draw_prior(random, as_out(s.theta));
    for (std::size_t n = 0; n < p.rows; ++n) redraw_datum(p, n, s, random);
    return s;
}

/// What is watched. First the coordinates and their squares, whose expectations the prior gives. Those of z are zero in regular MCMC.
numbers functionals(problem const& p, state const& s, bool has_z) {
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

std::vector<std::string> functional_names(std::size_t dimension, bool has_z) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < dimension; ++i) names.push_back("θ" + std::to_string(i));
    for (std::size_t i = 0; i < dimension; ++i) names.push_back("θ² " + std::to_string(i));
    names.insert(names.end(), {"θθ'", "|θ|", "log L"});
    if (has_z) names.insert(names.end(), {"log joint", "M", "Σ zη", "Σ zn", "z of the first"});
    return names;
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

// ---- the tests ----

constexpr int paired_steps = 6, geweke_steps = 12;

any_firefly_density lit(problem const& p, state const& s) {
    auto density = p.firefly(s.targets, as_view(s.theta));
    light(density, s.bright);
    return density;
}

/// How the functionals move on average in `iterate(state, options)`, a few iterations on an exact draw.
template <class Iterate>
std::vector<estimate> moves(trial const& run, std::size_t chains, problem const& p, bool has_z, std::uint64_t seed,
                            Iterate const& iterate) {
    differences moved;
    for (std::uint32_t c = 0; c < run.times(chains); ++c) {
        random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
        state s = exact_draw(p, random);
        numbers const before = functionals(p, s, has_z);
        iterate(s, {.seed = run.seed(seed), .chain = c, .warm_up = 0});
        moved.add(functionals(p, s, has_z), before);
    }
    return moved.means();
}

std::vector<estimate> paired(trial const& run, std::size_t chains, problem const& p, named_sampler const& with,
                             std::uint64_t seed) {
    return moves(run, chains, p, true, seed, [&](state& s, chain_options const& options) {
        chain sampler(lit(p, s), with.kernel, with.updater, options);
        for (int i = 0; i < paired_steps; ++i) sampler.advance();
        s.theta = sampler.current().theta;
        s.bright = bright_data(sampler.density().brightness());
    });
}

std::vector<estimate> paired_regular(trial const& run, std::size_t chains, problem const& p, any_kernel<any_density> const& kernel,
                                     std::uint64_t seed) {
    return moves(run, chains, p, false, seed, [&](state& s, chain_options const& options) {
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
        state s = exact_draw(p, data);
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
            auto density = lit(p, s);
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

/// `test(run, problem, sampler, seed)` on a design in which each two of problem, kernel and updater meet: run r of problem i has
/// kernel r and updater r + i, counted round. Each run is judged; then all of them together, those of each kernel, and those of each
/// updater. Stops at the first that fails: one tells enough.
void cover(std::vector<problem> const& list, std::uint64_t first_seed,
           std::function<std::vector<estimate>(trial const&, problem const&, named_sampler const&, std::uint64_t)> const& test) {
    std::size_t const runs = std::max(kernel_count(), updater_count());
    bool sound = true;
    judge([&](trial& all) {
        pool scores;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t r = 0; sound && r < runs; ++r) {
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
                    sound = judge(measure);
                }
            }
        if (sound) scores.report(all);
    });
}

}  // namespace

TEST_CASE("firefly iterations leave exact joint draws of θ, y and z exact, with every sampler" *
          doctest::test_suite("statistics")) {
    cover(problems(), 20'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return paired(run, 6000, p, with, seed);
    });
}

TEST_CASE("so they do with one to six parameters, few data and many, and up to six classes" * doctest::test_suite("statistics")) {
    cover(problems_of_all_sizes(), 23'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return paired(run, 3000, p, with, seed);
    });
}

TEST_CASE("firefly iterations and new data in turn keep to the prior, with every sampler" * doctest::test_suite("statistics")) {
    cover(problems(), 21'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return geweke(run, 400, p, with, seed);
    });
}

TEST_CASE("regular iterations leave exact joint draws of θ and y exact, with every kernel" * doctest::test_suite("statistics")) {
    auto const list = problems();
    std::uint64_t seed = 22'000;
    for (std::size_t i = 0; i < list.size(); i += 4)  // the forms of a bound are one to regular MCMC
        for (auto const& [kernel_name, kernel] : every_regular_kernel(list[i].dimension)) {
            CAPTURE(list[i].name);
            CAPTURE(kernel_name);
            ++seed;
            judge([&](trial& run) {
                auto const names = functional_names(list[i].dimension, false);
                auto const found = paired_regular(run, 6000, list[i], kernel, seed);
                for (std::size_t j = 0; j < found.size(); ++j) run.equal(found[j], 0, names[j]);
            });
        }
}

namespace {

/// What is compared before and after a step: coordinates, and the predictors of the first and of the last bright datum.
numbers watched(problem const& p, vector const& theta, std::size_t first, std::size_t last) {
    return {theta(0), theta(theta.size() - 1), p.predictor(first, as_view(theta)), p.predictor(last, as_view(theta)),
            dot(as_view(theta), as_view(theta))};
}

/// Three rows that say nearly the same, and all of them bright most of the time: in a sweep each depends much on those before it.
problem nearly_parallel() {
    matrix const rows = matrix_of({{1, 0.5, 0.1, 0}, {1, 0.3, -0.1, 0.3}, {0.9, 0.4, 0.2, -0.3}});
    std::vector<problem> list;
    add_far_off(list, "nearly parallel", by_definition<jaakkola_jordan, gaussian_prior>{logistic{}, gaussian_prior(1.5), rows});
    return list.front();
}

}  // namespace

TEST_CASE("a step is as likely to be taken forwards as backwards, with every kernel but slices along the coordinates in turn" *
          doctest::test_suite("statistics")) {
    // E f(θ) g(θ') = E g(θ) f(θ') for a reversible step from an exact draw. A sweep that came back in another order would leave the
    // density invariant all the same, but for its last test.
    auto list = problems_of_all_sizes();
    std::erase_if(list, [](problem const& p) { return p.dimension < 4; });
    list.push_back(nearly_parallel());
    std::uint64_t first_seed = 24'000;
    for (problem const& p : list)
        for (auto const& [name, kernel] : every_kernel(p.dimension)) {
            if (name == "slice, coordinates") continue;
            CAPTURE(p.name);
            CAPTURE(name);
            ++first_seed;
            judge([&](trial& run) {
                std::vector<numbers> products;
                for (std::uint32_t c = 0; c < run.times(name == "bright Gibbs" ? 20'000 : 3000); ++c) {
                    random_source random({.seed = run.seed(first_seed), .chain = c, .use = purpose::data});
                    state const s = exact_draw(p, random);
                    auto const bright = std::ranges::find(s.bright, true) - s.bright.begin();
                    auto const last = s.bright.rend() - std::ranges::find(s.bright.rbegin(), s.bright.rend(), true) - 1;
                    if (bright >= last) continue;  // z is fixed: what is left out does not depend on the step
                    auto density = lit(p, s);
                    auto kernel_state = kernel.start();
                    random_source moves({.seed = run.seed(first_seed), .chain = c, .use = purpose::kernel});
                    kernel.step(density, kernel_state, moves);
                    auto const indices = std::pair{static_cast<std::size_t>(bright), static_cast<std::size_t>(last)};
                    numbers const before = watched(p, s.theta, indices.first, indices.second);
                    numbers const after = watched(p, density.current().theta, indices.first, indices.second);
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
