/// Joint-distribution tests where N is large: the samplers that plans choose, with tables made by `survey`, on thousands of rows.
///
///     θ ~ p(θ), y ~ p(y | θ);  anchor, bound, region and tables made of y;  z ~ p(z | θ, y);  some iterations on (θ, z) given y
///
/// No functional has moved on average, for θ is an exact draw from the posterior. The region is so small that about half of the draws are
/// outside, where other bounds and other tables serve.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr std::size_t rows = 3000, chains = 250;
constexpr int iterations = 15;

matrix many_rows(std::size_t columns) {
    return synthetic_logistic({.rows = rows, .columns = columns, .seed = 951}).features;
}

/// In standard deviations of the posterior from its maximum, so that all chains can be compared; and the brightness.
numbers functionals(anchor const& at, vector const& theta, std::vector<bool> const& bright) {
    vector step = theta - at.theta;
    numbers result;
    at.precision.multiply_upper(as_out(step));
    for (double const d : step) result.push_back(d);
    for (double const d : step) result.push_back(d * d);
    result.push_back(step(0) * step(step.size() - 1));
    double count = 0, even = 0;
    for (std::size_t n = 0; n < bright.size(); ++n) {
        count += bright[n];
        even += n % 2 == 0 && bright[n];
    }
    result.push_back(count);
    result.push_back(even);
    return result;
}

template <class Bound>
struct setting {
    by_definition<Bound, gaussian_prior> posterior;
    double radius;
};

/// `make_updater(tables, at)` from what `survey` found.
template <class Bound, class MakeUpdater>
void check(std::string const& name, setting<Bound> const& given, std::uint64_t seed, MakeUpdater const& make_updater) {
    CAPTURE(name);
    judge([&](trial& run) {
        std::vector<numbers> moved;
        double outside = 0;
        for (std::uint32_t c = 0; c < run.times(chains); ++c) {
            auto d = given.posterior;
            random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
            vector theta = zeros(d.dimension()), targets = zeros(rows);
            draw_prior(d.prior, random, as_out(theta));
            for (std::size_t n = 0; n < rows; ++n) targets(n) = draw_target(d.likelihood, d.predictors(n, as_view(theta)), random);
            anchor const at = find_map(d.model(targets));
            d.anchor = at.theta;
            d.region.emplace(at.precision, given.radius);
            auto const target = d.target(targets);
            auto const tables = survey(target.model(), target.bound(), at.precision);

            firefly_density density(target, as_view(theta));
            outside += density.current().region > 0;
            std::vector<bool> bright;
            std::vector<row_index> lit;
            for (std::size_t n = 0; n < rows; ++n) {
                double const gap = d.log_likelihood(n, targets(n), as_view(theta)) - d.log_bound(n, targets(n), as_view(theta));
                bright.push_back(random.uniform() < -std::expm1(-gap));
                if (bright.back()) lit.push_back(n);
            }
            density.request(lit);
            density.collect();
            for (std::size_t i = 0; i < lit.size(); ++i) density.brighten(i);
            numbers const before = functionals(at, theta, bright);

            bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision), .elliptical_every = 4});
            chain sampler(density, kernel, make_updater(tables, at), {.seed = run.seed(seed), .chain = c, .warm_up = 0});
            for (int i = 0; i < iterations; ++i) sampler.advance();
            for (std::size_t n = 0; n < rows; ++n) bright[n] = sampler.density().brightness().is_bright(n);
            numbers const after = functionals(at, sampler.current().theta, bright);
            moved.resize(after.size());
            for (std::size_t i = 0; i < after.size(); ++i) moved[i].push_back(after[i] - before[i]);
        }
        CHECK(outside > 0.1 * static_cast<double>(run.times(chains)));
        CHECK(outside < 0.9 * static_cast<double>(run.times(chains)));
        for (std::size_t i = 0; i < moved.size(); ++i)
            run.equal(independent_mean(moved[i]), 0, name + ", functional " + std::to_string(i));
    });
}

template <class Bound>
void check_updaters(std::string const& name, setting<Bound> const& given, std::uint64_t seed) {
    check(name + ", thinned", given, seed,
          [](auto const& tables, anchor const& at) { return make_thinned_gibbs(tables, as_view(at.theta), at.precision); });
    check(name + ", clocked", given, seed + 1, [](auto const& tables, anchor const&) { return make_clocked_update(tables); });
    check(name + ", implicit", given, seed + 2, [](auto const&, anchor const&) { return implicit_update({.q = 0.05}); });
}

}  // namespace

TEST_CASE("thousands of rows: logistic draws stay exact inside and outside of the region" * doctest::test_suite("statistics")) {
    check_updaters<jaakkola_jordan>("logistic", {{logistic{}, gaussian_prior(1), many_rows(4)}, 1.9}, 25'000);
}

TEST_CASE("thousands of rows: robust draws stay exact inside and outside of the region" * doctest::test_suite("statistics")) {
    check_updaters<student_t_bound>("Student-t", {{student_t({4, 1.2}), gaussian_prior(1), many_rows(3)}, 1.6}, 25'010);
}
