/// Golden chains: a seed stands for the same draws, bit for bit, after any interruption and with any number of threads.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/every_sampler.hpp"
#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr chain_options options{.seed = 5, .chain = 2, .warm_up = 100};

/// Lets a chain run, saves it, lets it go on, and compares with another one that is put where it was saved: every bit.
template <class Make>
void check_resume(Make const& make) {
    for (int const saved_after : {0, 1, 37, 99, 100, 101, 250}) {
        CAPTURE(saved_after);
        auto const chain = make();
        advance(*chain, saved_after);
        auto const saved = chain->state();
        auto const again = make();
        again->restore(saved);
        CHECK(again->state() == saved);
        CHECK(saved.iteration == static_cast<std::uint64_t>(saved_after));
        CHECK(advance(*again, 200) == advance(*chain, 200));
        CHECK(again->state() == chain->state());
    }
}

/// 220 iterations, 100 of them warm-up, in pieces of 1 to 40: after each the chain is saved to bytes and dies, and another one goes on.
template <class Make>
void check_interruptions(Make const& make) {
    auto const whole = make();
    auto const expected = advance(*whole, 220);
    random_source random({.seed = 127});
    auto chain = make();
    std::vector<draw> draws;
    while (draws.size() < expected.size()) {
        std::size_t const piece = std::min(1 + random.pick(40), expected.size() - draws.size());
        for (draw const& d : advance(*chain, static_cast<int>(piece))) draws.push_back(d);
        std::string const saved = erase(chain)->save();
        chain = make();
        erase(chain)->load(saved);
    }
    CHECK(draws == expected);
    CHECK(chain->state() == whole->state());
}

/// Eight chains, 150 iterations each.
template <class Make>
void check_threads(Make const& make) {
    auto const run = [&](std::size_t threads) {
        std::vector<std::vector<draw>> draws(8);
        std::vector<std::thread> workers;
        for (std::size_t t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                for (std::size_t c = t; c < draws.size(); c += threads)
                    draws[c] = advance(*make({.seed = 5, .chain = static_cast<std::uint32_t>(c), .warm_up = 50}), 150);
            });
        for (auto& worker : workers) worker.join();
        return draws;
    };
    auto const alone = run(1);
    CHECK(alone[0] != alone[1]);
    CHECK(run(2) == alone);
    CHECK(run(4) == alone);
}

/// A posterior that all chains share, at their start.
struct family {
    std::string name;
    std::size_t dimension, rows;
    std::function<any_firefly_density()> start;
    std::function<any_density()> start_regular;
};

template <Model M, Bound B>
family make_family(std::string name, joint<M, B> const& target, vector const& theta) {
    return {std::move(name), theta.size(), target.model().rows().rows(),
            [=] { return any_firefly_density(firefly_density(target, as_view(theta))); },
            [=] { return any_density(regular_density(target.model(), as_view(theta))); }};
}

std::vector<family> families() {
    auto const classes = synthetic_posterior(100, 4, 126);
    auto const several = synthetic_softmax(60, 2, 3, 89);
    auto const [features, targets] = contaminated(80, 3, 128);
    auto const robust = make_robust(features, targets, laplace_prior(1));
    anchor const map = find_map(classes);
    // A long row without a count: beyond the first ring it has no bound.
    posterior const counts(poisson{}, gaussian_prior(1),
                           dense_rows(matrix_of({{1, 0.5}, {1, -1}, {0.3, 1}, {20, -9}}), vector_of({2, 0, 1, 0})));
    anchor const at_counts = find_map(counts);
    posterior const events(cloglog{}, gaussian_prior(1), classes.rows());
    anchor const at_events = find_map(events);
    posterior const grouped(logistic{},
                            composed_prior({prior_term::flat(1), prior_term::half_cauchy(2, 1), prior_term::half_cauchy(1, 0.3)}),
                            classes.rows());
    anchor const at_grouped = find_map(grouped);
    posterior const sparse(logistic{},
                           composed_prior({prior_term::normal(1, 2.5), prior_term::horseshoe(grouped.dimension() - 1, 0.5)}),
                           grouped.rows());
    anchor const at_sparse = find_map(sparse);
    auto const ordered = synthetic_ordinal(40, 2, 4, 129);
    vector const at_ordered = find_map(ordered).theta;
    // Few data, none far from zero: kernels that propose about zero must move, too.
    matrix const six = matrix_of({{1, 0.5}, {1, -1}, {0.3, 1}, {2, -0.9}, {-1, 0.2}, {0.4, 0.7}});
    auto const noisy = with_noise(student_t{}, gaussian_prior(1), 1, dense_rows(six, vector_of({0.6, -1.2, 1.1, 0.3, -1.5, 0.9})));
    vector const at_noisy = find_map(noisy).theta;
    vector const at_classes = map.theta, at_several = find_map(several).theta, at_robust = find_map(robust).theta;
    return {
        make_family("logistic", joint(classes, jaakkola_jordan::untuned(classes)), at_classes),
        make_family("logistic, with a region, whitened on demand",
                    joint(classes, jaakkola_jordan::anchored(classes, at_classes, ellipsoid(map.precision, 2)), 0), at_classes),
        make_family("logistic, with a ring",
                    joint(classes, jaakkola_jordan::anchored(classes, at_classes, ellipsoid(map.precision, {1.2, 2}))), at_classes),
        make_family("softmax", joint(several, jebara_choromanska::anchored(several, at_several)), at_several),
        make_family("softmax, whitened on demand", joint(several, jebara_choromanska::anchored(several, at_several), 0),
                    at_several),
        make_family("Poisson, in narrow rings",
                    joint(counts, secant_bound<poisson>::anchored(counts, at_counts.theta, ellipsoid(at_counts.precision, 1))),
                    at_counts.theta),
        make_family("cloglog, in narrow rings",
                    joint(events, secant_bound<cloglog>::anchored(events, at_events.theta, ellipsoid(at_events.precision, 1))),
                    at_events.theta),
        make_family("logistic, learned scales",
                    joint(grouped, jaakkola_jordan::anchored(grouped, at_grouped.theta, ellipsoid(at_grouped.precision, 1.5))),
                    at_grouped.theta),
        make_family("logistic, a horseshoe",
                    joint(sparse, jaakkola_jordan::anchored(sparse, at_sparse.theta, ellipsoid(at_sparse.precision, 1.5))),
                    at_sparse.theta),
        make_family("ordinal", joint(ordered, jaakkola_jordan::anchored(ordered, at_ordered)), at_ordered),
        make_family("noise", joint(noisy, student_t_bound::anchored(noisy, at_noisy)), at_noisy),
        make_family("Student-t", joint(robust, student_t_bound::anchored(robust, at_robust)), at_robust)};
}

}  // namespace

TEST_CASE("a firefly chain that is resumed goes on bit for bit, in warm-up and after it") {
    // Several widths of row: BLAS adds in another order for another number of columns.
    for (std::size_t const columns : {1u, 3u, 8u, 11u, 30u}) {
        CAPTURE(columns);
        plan const plan(synthetic_posterior(1000, columns, 121), {.algorithm = algorithm_kind::firefly});
        vector const start = laplace_draw(plan.at(), options);
        check_resume([&] { return make_firefly_chain(plan.target(), plan.kernel(), plan.updater(), options, as_view(start)); });
    }
}

TEST_CASE("an untuned firefly chain with hundreds of bright data is resumed bit for bit") {
    auto const model = synthetic_posterior(1000, 7, 122);
    joint const target(model, jaakkola_jordan::untuned(model));
    anchor const at = find_map(model);
    random_walk const kernel({.step = 0.5, .shape = preconditioner(at.precision)});
    implicit_update const updater({.q = 0.1});
    check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); });
}

TEST_CASE("a firefly chain with a poor anchor and hundreds of bright data is resumed bit for bit") {
    // Its bright rows came two or three at a time and come back all at once: what is computed of a row must not depend on its neighbours.
    for (std::size_t const columns : {5u, 8u, 11u}) {
        CAPTURE(columns);
        auto const model = synthetic_posterior(1000, columns, 124);
        anchor const at = find_map(model);
        joint const target(model, jaakkola_jordan::anchored(model, near(as_view(at.theta), 1, 125)));
        random_walk const kernel({.step = 0.5, .shape = preconditioner(at.precision)});
        implicit_update const updater({.q = 0.003});
        check_resume([&] { return make_firefly_chain(target, kernel, updater, options, as_view(at.theta)); });
    }
}

TEST_CASE("a regular chain that is resumed goes on bit for bit, in warm-up and after it") {
    auto const model = synthetic_posterior(1000, 6, 123);
    anchor const at = find_map(model);
    elliptical_slice const kernel({at.theta, preconditioner(at.precision)});
    check_resume([&] { return make_regular_chain(model, kernel, options, as_view(at.theta)); });
}

TEST_CASE("a chain that is interrupted again and again gives the draws of one that is not, with every kernel and updater") {
    for (family const& f : families()) {
        CAPTURE(f.name);
        for (std::size_t k = 0; k < kernel_count(); ++k) {
            for (std::size_t u = 0; u < updater_count(); ++u) {
                auto const [name, kernel, updater] = sampler(k, u, f.dimension, f.rows);
                CAPTURE(name);
                check_interruptions([&] { return start_firefly_chain(f.start(), kernel, updater, options); });
            }
        }
        for (auto const& [name, kernel] : every_regular_kernel(f.dimension)) {
            CAPTURE(name);
            check_interruptions([&] { return start_regular_chain(f.start_regular(), kernel, options); });
        }
    }
}

TEST_CASE("chains that share a posterior give the same draws in one, two and four threads, with every kernel") {
    for (family const& f : families()) {
        CAPTURE(f.name);
        for (std::size_t k = 0; k < kernel_count(); ++k) {
            auto const [name, kernel, updater] = sampler(k, k, f.dimension, f.rows);
            CAPTURE(name);
            check_threads([&](chain_options const& o) { return start_firefly_chain(f.start(), kernel, updater, o); });
        }
        for (auto const& [name, kernel] : every_regular_kernel(f.dimension)) {
            CAPTURE(name);
            check_threads([&](chain_options const& o) { return start_regular_chain(f.start_regular(), kernel, o); });
        }
    }
}
