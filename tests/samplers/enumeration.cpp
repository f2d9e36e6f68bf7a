/// Exactness without Monte Carlo error: πP = π for the shipped kernels, updaters and their compositions (docs/design.md), on every model,
/// bound and prior, with two, three and four data.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/by_definition.hpp"

import firefly.samplers;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A posterior small enough to list its states: π by definition, the density as shipped.
struct toy {
    std::string name;
    state_space space;
    std::vector<double> probabilities;  // not normalised
    std::function<std::optional<starting_point>(vector_view)> start;
    row_index data;

    /// Whether a chain can be there: a datum without a gap is never bright, one without a bound never dark.
    bool is_possible(std::size_t state) const { return probabilities[state] > 0; }
};

/// L − B, and none where they differ by no more than rounding.
double bright_part(double likelihood, double bound) {
    return likelihood - bound > 1e-14 * likelihood ? likelihood - bound : 0;
}

/// `target` is shipped; `log_prior(θ)` is the prior by definition, with all else that is a function of θ alone.
template <class Bound, Prior P, class Target, class LogPrior>
toy make_toy(std::string name, by_definition<Bound, P> const& d, vector const& targets, int reach, Target const& target,
             LogPrior const& log_prior) {
    state_space const space(d.dimension(), reach, d.rows());
    std::vector<double> probabilities;
    for (std::size_t state = 0; state < space.size(); ++state) {
        vector const theta = space.theta(state);
        double probability = std::exp(log_prior(as_view(theta)));
        for (std::size_t n = 0; n < d.rows(); ++n) {
            double const bound = std::exp(d.log_bound(n, targets(n), as_view(theta)));
            double const likelihood = std::exp(d.log_likelihood(n, targets(n), as_view(theta)));
            probability *= space.bright(state, n) ? bright_part(likelihood, bound) : bound;
        }
        probabilities.push_back(probability);
    }
    auto const start = [target, reach, log_prior](vector_view theta) -> std::optional<starting_point> {
        if (log_prior(theta) == -infinity) return std::nullopt;
        return starting_point(firefly_density(target, theta), reach);
    };
    return {std::move(name), space, std::move(probabilities), start, d.rows()};
}

template <class Bound, Prior P>
toy make_toy(std::string name, by_definition<Bound, P> const& d, vector const& targets, int reach) {
    return make_toy(std::move(name), d, targets, reach, d.target(targets), [d](vector_view theta) { return d.log_prior(theta); });
}

/// Anchored at a point, with a region, with rings about it, and anchored far from everything.
template <class Bound, Prior P>
void add_anchored(std::vector<toy>& list, std::string const& name, by_definition<Bound, P> d, vector const& targets,
                  vector const& anchor, int reach) {
    d.anchor = anchor;
    list.push_back(make_toy(name + ", anchored", d, targets, reach));
    matrix precision = zeros(anchor.size(), anchor.size());
    for (std::size_t i = 0; i < anchor.size(); ++i) precision(i, i) = 1 + 0.2 * static_cast<double>(i);
    d.region.emplace(cholesky(precision), 1.1);  // some of the points of the lattice are outside
    list.push_back(make_toy(name + ", with a region", d, targets, reach));
    d.region.emplace(cholesky(precision), std::vector{0.5, 1.0, 1.6});  // some points within, some in each ring, some beyond
    list.push_back(make_toy(name + ", with rings", d, targets, reach));
    d.region.reset();
    for (double& t : *d.anchor) t = 4 - 3 * t;
    list.push_back(make_toy(name + ", anchored far off", d, targets, reach));
}

/// The same, and untuned.
template <class Bound, Prior P>
void add_forms(std::vector<toy>& list, std::string const& name, by_definition<Bound, P> d, vector const& targets,
               vector const& anchor, int reach) {
    list.push_back(make_toy(name + ", untuned", d, targets, reach));
    add_anchored(list, name, d, targets, anchor, reach);
}

/// A bound with rings: the points of the lattice lie in three of them.
template <class L, Prior P>
void add_rings(std::vector<toy>& list, std::string const& name, L const& likelihood, P const& prior, matrix const& rows,
               vector const& targets, double anchor, int reach, std::vector<double> radii = {1.1},
               matrix const& cases = zeros(0, 0)) {
    by_definition<secant_bound<L>, P> d{likelihood, prior, rows, vector_of({anchor})};
    d.cases = cases;
    d.region.emplace(cholesky(matrix_of({{1}})), std::move(radii));
    list.push_back(make_toy(name, d, targets, reach));
}

/// An ordinal model of one column, with three categories and a datum in each, of these weights: four logistic rows by definition, beside the shipped
/// posterior. In two of three points of the lattice cutpoints are out of order.
template <class Bound, Model M>
void add_ordinal(std::vector<toy>& list, std::string const& name, by_definition<Bound, gaussian_prior> d, M const& shipped,
                 vector const& weights) {
    auto const log_prior = [middle = weights(1), scale = d.prior.scale()](vector_view theta) {
        double const width = theta[2] - theta[1];
        return width > 0 ? -theta[0] * theta[0] / (2 * scale * scale) + middle * std::log(1 - std::exp(-width)) : -infinity;
    };
    auto const add = [&](char const* form, Bound const& bound) {
        list.push_back(make_toy(name + form, d, vector_of({1, 1, 1, 1}), 1, joint(shipped, bound, 0), log_prior));
    };
    if constexpr (requires { Bound::untuned(shipped, 1.5); }) {
        d.constant = 1.5;
        add(", untuned", Bound::untuned(shipped, 1.5));  // about zero, where cutpoints are out of order
    }
    d.anchor = vector_of({0.3, -0.5, 0.6});
    add(", anchored", Bound::anchored(shipped, *d.anchor));
    d.region.emplace(cholesky(matrix_of({{1, 0, 0}, {0, 1.2, 0}, {0, 0, 1.4}})), std::vector{0.5, 1.0, 1.6});
    add(", with rings", Bound::anchored(shipped, *d.anchor, *d.region));
}

void add_ordinals(std::vector<toy>& list) {
    gaussian_prior const prior(1.5);
    matrix const features = matrix_of({{0.8}, {-0.5}, {1.3}});
    matrix const rows = matrix_of({{-0.8, 1, 0}, {0.5, 0, 1}, {-0.5, -1, 0}, {1.3, 0, -1}});
    vector const categories = vector_of({0, 1, 2}), offsets = vector_of({0.4, -0.6, 0.2}), weights = vector_of({2.5, 0.7, 1.5});
    add_ordinal(list, "ordinal", by_definition<jaakkola_jordan, gaussian_prior>{logistic{}, prior, rows},
                ordinal(prior, dense_rows(features, categories)), vector_of({1, 1, 1}));
    by_definition<secant_bound<adjusted_side>, gaussian_prior> d{adjusted_side(binomial{}), prior, rows};
    d.cases = matrix_of({{1, -0.4, 2.5}, {1, 0.6, 0.7}, {1, -0.6, 0.7}, {1, 0.2, 1.5}});
    add_ordinal(list, "ordinal with offsets and weights", d,
                ordinal(prior, rows_with_cases(features, categories, {.offset = offsets, .weight = weights})), weights);
}

/// One and two predictors: two data and two parameters; three data; four data, of which one comes twice and one is a row of zeros.
matrix const two_rows = matrix_of({{1, 0.4}, {1, -1.3}});
matrix const three_rows = matrix_of({{1}, {-0.7}, {2.2}});
matrix const four_rows = matrix_of({{1.5}, {1.5}, {0}, {-0.4}});
vector const small = vector_of({0.2, -0.4});  // within the smoothing of a Laplace prior, and beyond

template <Prior P>
void add_toys(std::vector<toy>& list, std::string const& prior_name, P const& prior) {
    vector const one = vector_of({0.3}), close = vector_of({0.03});
    auto const logistic_of = [&](matrix const& rows, double xi) {
        return by_definition<jaakkola_jordan, P>{logistic{}, prior, rows, {}, xi};
    };
    add_forms(list, "logistic, two data, " + prior_name, logistic_of(two_rows, 0.5), vector_of({0, 1}), small, 1);
    add_forms(list, "logistic, three data, " + prior_name, logistic_of(three_rows, 1.5), vector_of({1, 1, 0}), one, 2);
    add_forms(list, "logistic, four data, " + prior_name, logistic_of(four_rows, 3), vector_of({1, 1, 0, 1}), close, 1);

    auto const robust_of = [&](matrix const& rows, student_t_settings const& noise) {
        return by_definition<student_t_bound, P>{student_t(noise), prior, rows};
    };
    add_forms(list, "Student-t, two data, " + prior_name, robust_of(two_rows, {1.5, 0.6}), vector_of({0.3, 2}), small, 1);
    add_forms(list, "Student-t, three data, " + prior_name, robust_of(three_rows, {}), vector_of({1.3, 0.4, -6}), one, 2);
    add_forms(list, "Student-t, four data, " + prior_name, robust_of(four_rows, {4, 2}), vector_of({1, 1, 0.7, -3}), close, 1);

    auto const add_softmax = [&]<class Bound>(std::string const& name, Bound const*) {
        auto const of = [&](std::size_t classes, matrix const& rows, double lift) {
            return by_definition<Bound, P>{softmax(classes), prior, rows, {}, lift};
        };
        matrix const rows = matrix_of({{1}, {-1.4}});
        add_forms(list, name + "two data, two classes, " + prior_name, of(2, rows, 1), vector_of({1, 1}), small, 1);
        add_forms(list, name + "two data, three classes, " + prior_name, of(3, rows, 0), vector_of({2, 0}),
                  vector_of({0.3, -0.5, 0.4}), 1);
        add_forms(list, name + "three data, " + prior_name, of(2, three_rows, 1.5), vector_of({1, 0, 0}), small, 1);
        add_forms(list, name + "four data, " + prior_name, of(2, four_rows, 0.7), vector_of({1, 1, 0, 0}), small, 1);
    };
    add_softmax("softmax, Böhning, ", static_cast<bohning const*>(nullptr));
    add_softmax("softmax, Jebara-Choromanska, ", static_cast<jebara_choromanska const*>(nullptr));
}

template <Prior P>
void add_families(std::vector<toy>& list, std::string const& prior_name, P const& prior) {
    add_rings(list, "Poisson, three rings, three data, " + prior_name, poisson{}, prior, three_rows, vector_of({2, 0, 5}), 0.3, 2);
    add_rings(list, "cloglog, three rings, three data, " + prior_name, cloglog{}, prior, three_rows, vector_of({1, 0, 1}), 0.3, 2);
    add_rings(list, "cloglog, three rings, four data, " + prior_name, cloglog{}, prior, four_rows, vector_of({1, 0, 0, 1}), -0.4,
              1);
    add_rings(list, "Poisson, a narrow ring first, three data, " + prior_name, poisson{}, prior, three_rows, vector_of({2, 0, 5}),
              0.3, 2, {1.1, 1.4});
    add_rings(list, "gamma, three rings, three data, " + prior_name, gamma_likelihood({.shape = 1.7}), prior, three_rows,
              vector_of({2, 0.3, 5}), 0.3, 2);
    // A long row without a count: in the fourth ring, where θ = −3 makes its rate small, it has no bound. Nearer, ½κδ² is small enough to leave all
    // digits to what is compared.
    add_rings(list, "Poisson, four rings, an exempt datum, " + prior_name, poisson{}, prior, matrix_of({{1}, {-0.7}, {6.4}}),
              vector_of({1, 2, 0}), -0.4, 3);
    add_rings(list, "Poisson, three rings, four data, " + prior_name, poisson{}, prior, four_rows, vector_of({1, 1, 2, 0}), -0.4,
              1);
    auto const of = [&]<class L>(L const& likelihood, matrix const& rows) {
        return by_definition<secant_bound<L>, P>{likelihood, prior, rows};
    };
    vector const one = vector_of({0.3});
    add_anchored(list, "negative binomial, " + prior_name, of(negative_binomial({.size = 0.8}), three_rows), vector_of({3, 0, 1}),
                 one, 2);
    add_anchored(list, "probit, " + prior_name, of(probit{}, three_rows), vector_of({1, 1, 0}), one, 2);
    add_anchored(list, "log-cosh, " + prior_name, of(log_cosh({.scale = 0.6}), three_rows), vector_of({1.3, 0.4, -6}), one, 2);
    add_anchored(list, "Huber, " + prior_name, of(huber({.threshold = 0.7, .scale = 1.2}), three_rows), vector_of({1.3, 0.4, -6}),
                 one, 2);
    add_anchored(list, "Gaussian, " + prior_name, of(gaussian({.scale = 0.9}), two_rows), vector_of({1.3, 0.4}), small, 1);
    // Trials; offsets and weights, one of which is zero.
    auto trials = of(binomial{}, three_rows);
    trials.cases = matrix_of({{3}, {1}, {4}});
    add_anchored(list, "binomial, " + prior_name, trials, vector_of({2, 1, 0}), one, 2);
    auto weighted = of(adjusted(student_t({4, 0.8})), three_rows);
    weighted.cases = matrix_of({{0.4, 2.5}, {-1, 0}, {0.2, 0.7}});
    add_anchored(list, "Student-t with offsets and weights, " + prior_name, weighted, vector_of({1.3, 0.4, -6}), one, 2);
    add_rings(list, "Poisson with offsets and weights, " + prior_name, adjusted(poisson{}), prior, three_rows, vector_of({2, 0, 5}),
              0.3, 2, {1.1}, matrix_of({{0.4, 2.5}, {-1, 0}, {0.2, 0.7}}));
    auto const add_weighted = [&]<class Bound>(std::string const& name, Bound const*) {
        by_definition<Bound, P> two{weighted_softmax(2), prior, three_rows, {}, 1.5};
        two.cases = matrix_of({{2.5}, {0}, {0.7}});
        add_forms(list, name + "three data with weights, " + prior_name, two, vector_of({1, 0, 0}), small, 1);
        by_definition<Bound, P> three{weighted_softmax(3), prior, matrix_of({{1}, {-1.4}}), {}, 0.5};
        three.cases = matrix_of({{0.4}, {3}});
        add_forms(list, name + "three classes with weights, " + prior_name, three, vector_of({2, 0}), vector_of({0.3, -0.5, 0.4}),
                  1);
    };
    add_weighted("softmax, Böhning, ", static_cast<weighted_bohning const*>(nullptr));
    add_weighted("softmax, Jebara-Choromanska, ", static_cast<weighted_jebara_choromanska const*>(nullptr));
}

std::vector<toy> const& toys() {
    static std::vector<toy> const list = [] {
        std::vector<toy> made;
        add_toys(made, "Gaussian prior", gaussian_prior(1.5));
        add_toys(made, "Laplace prior", laplace_prior(0.8));
        add_families(made, "Gaussian prior", gaussian_prior(1.5));
        add_ordinals(made);
        return made;
    }();
    return list;
}

void check_invariant_from(packed_order order, toy const& t, enumerated_step const& step) {
    CHECK(invariance_error(t.probabilities, transition_matrix(t.start, t.space, step, order)) < 1e-12);
}

/// From whatever order the bright data stand in; where there are many states, from the one that is rarer.
void check_invariant(toy const& t, enumerated_step const& step) {
    check_invariant_from(packed_order::descending, t, step);
    if (t.space.size() <= 80) check_invariant_from(packed_order::ascending, t, step);
}

/// One step of a kernel, z fixed.
template <class Kernel>
enumerated_step step_with(Kernel kernel) {
    return [kernel](auto& target, scripted_random& random) {
        auto state = kernel.start();
        kernel.step(target, state, random);
    };
}

/// One update of z alone, θ fixed, from a state of the updater.
template <class Updater>
enumerated_step update_with(Updater updater, typename Updater::state start) {
    return [updater, start](auto& target, scripted_random& random) {
        auto state = start;
        update(updater, state, target, random);
    };
}

template <class Updater>
enumerated_step update_with(Updater updater) {
    return update_with(updater, updater.start());
}

/// Whole iterations of a chain.
template <class Kernel, class Updater>
enumerated_step iterate_with(Kernel kernel, Updater updater, typename Updater::state start, int iterations = 1) {
    return [=](auto& target, scripted_random& random) {
        auto kernel_state = kernel.start();
        auto updater_state = start;
        std::vector<row_index> wanted;
        draw outcome;
        for (int i = 0; i < iterations; ++i)
            iterate(
                target, kernel, kernel_state, updater, updater_state, wanted,
                [&random](purpose) -> scripted_random& { return random; }, outcome);
    };
}

template <class Kernel, class Updater>
enumerated_step iterate_with(Kernel kernel, Updater updater) {
    return iterate_with(kernel, updater, updater.start());
}

enumerated_step in_turn(enumerated_step first, enumerated_step second) {
    return [=](auto& target, scripted_random& random) {
        first(target, random);
        second(target, random);
    };
}

/// The first of the states that share a θ in which a chain can be.
std::size_t first_possible(toy const& t, std::size_t state, std::size_t with_one_theta) {
    std::size_t first = state - state % with_one_theta;
    while (!t.is_possible(first)) ++first;
    return first;
}

/// `check(sweep, state)` with blocks of one, of two and of all data, from every datum at which a sweep can stop.
template <class Check>
void for_every_block(row_index data, Check const& check) {
    for (row_index const block : {row_index{1}, row_index{2}, data})
        for (row_index next = 0; next < data; next += block)
            check(deterministic_sweep({.block = block}), deterministic_sweep::state{next});
}

}  // namespace

TEST_CASE("every row of an enumerated transition matrix sums to one") {
    for (toy const& t : toys()) {
        if (t.data != 3) continue;
        CAPTURE(t.name);
        auto const transition = transition_matrix(t.start, t.space, iterate_with(random_walk({}), implicit_update({.q = 0.2})));
        for (std::size_t from = 0; from < transition.shape(0); ++from) {
            if (!t.is_possible(from)) continue;
            double sum = 0;
            for (std::size_t to = 0; to < transition.shape(1); ++to) sum += transition(from, to);
            CHECK(sum == doctest::Approx(1).epsilon(1e-13));
        }
    }
}

TEST_CASE("the random walk leaves the density of θ given z invariant, one step and two") {
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        auto const short_step = step_with(random_walk({.step = 1})), long_step = step_with(random_walk({.step = 2}));
        check_invariant(t, short_step);
        check_invariant(t, long_step);
        check_invariant(t, in_turn(short_step, long_step));
    }
}

TEST_CASE("the implicit update leaves the distribution of z given θ invariant") {
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        for (double const q : {0.01, 0.1, 0.5}) check_invariant(t, update_with(implicit_update({.q = q})));
    }
}

TEST_CASE("full Gibbs leaves the distribution of z given θ invariant") {
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        check_invariant(t, update_with(full_gibbs{}));
    }
}

TEST_CASE("the explicit update leaves the distribution of z given θ invariant, with and without replacement") {
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        for (double const alpha : {0.2, 0.6}) {
            check_invariant(t, update_with(explicit_update({.alpha = alpha})));
            check_invariant(t, update_with(explicit_distinct({.alpha = alpha})));
        }
        check_invariant(t, update_with(explicit_distinct({.alpha = 1})));
    }
}

TEST_CASE("the deterministic sweep leaves the distribution of z given θ invariant with every block") {
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        for_every_block(t.data, [&](deterministic_sweep const& sweep, deterministic_sweep::state const& state) {
            check_invariant(t, update_with(sweep, state));
        });
    }
}

TEST_CASE("two updates in turn leave the distribution of z given θ invariant: the second finds what the first left") {
    auto const implicit = update_with(implicit_update({.q = 0.3})), gibbs = update_with(full_gibbs{});
    auto const picks = update_with(explicit_update({.alpha = 0.6})), distinct = update_with(explicit_distinct({.alpha = 0.6}));
    auto const sweep = update_with(deterministic_sweep({.block = 2}), {1});
    for (toy const& t : toys()) {
        if (t.space.size() > 40) continue;  // too many paths; two or three data can be swapped, lit and darkened in every way
        CAPTURE(t.name);
        check_invariant_from(packed_order::descending, t, in_turn(implicit, implicit));
        check_invariant_from(packed_order::descending, t, in_turn(implicit, distinct));
        check_invariant_from(packed_order::descending, t, in_turn(picks, sweep));
        check_invariant_from(packed_order::descending, t, in_turn(sweep, implicit));
        check_invariant_from(packed_order::descending, t, in_turn(distinct, gibbs));
    }
}

TEST_CASE("a whole iteration leaves the joint distribution of θ and z invariant") {
    random_walk const walk({.step = 1});
    for (toy const& t : toys()) {
        CAPTURE(t.name);
        check_invariant(t, iterate_with(walk, implicit_update({.q = 0.05})));
        check_invariant(t, iterate_with(walk, implicit_update({.q = 0.5})));
        check_invariant(t, iterate_with(walk, full_gibbs{}));
        check_invariant(t, iterate_with(walk, explicit_update({.alpha = 0.4})));
        check_invariant(t, iterate_with(walk, explicit_distinct({.alpha = 0.6})));
        for (row_index next = 0; next < t.data; next += 2)
            check_invariant(t, iterate_with(walk, deterministic_sweep({.block = 2}), {next}));
    }
}

TEST_CASE("two iterations leave the joint distribution of θ and z invariant: the second finds what the first left") {
    random_walk const walk({.step = 1});
    for (toy const& t : toys()) {
        if (t.space.size() > 36 || !t.name.ends_with("far off")) continue;  // the most bright data
        CAPTURE(t.name);
        check_invariant_from(packed_order::descending, t, iterate_with(walk, implicit_update({.q = 0.4}), {}, 2));
        check_invariant_from(packed_order::descending, t, iterate_with(walk, explicit_update({.alpha = 0.4}), {}, 2));
        check_invariant_from(packed_order::descending, t, iterate_with(walk, deterministic_sweep({.block = 1}), {}, 2));
    }
}

TEST_CASE("who redraws every datum forgets z: every state with the same θ goes to the same distribution") {
    for (toy const& t : toys()) {
        if (t.data != 3) continue;
        CAPTURE(t.name);
        auto const check_forgets = [&](auto const& updater) {
            auto const transition = transition_matrix(t.start, t.space, update_with(updater));
            std::size_t const with_one_theta = 8;
            double worst = 0;
            for (std::size_t from = 0; from < transition.shape(0); ++from)
                for (std::size_t to = 0; to < transition.shape(1) && t.is_possible(from); ++to)
                    worst =
                        std::max(worst, std::abs(transition(from, to) - transition(first_possible(t, from, with_one_theta), to)));
            CHECK(worst < 1e-12);
        };
        check_forgets(full_gibbs{});
        check_forgets(explicit_distinct({.alpha = 1}));
        check_forgets(deterministic_sweep({.block = 3}));
    }
}
