/// Joint-distribution tests where N is large: the samplers that plans choose, with tables made by `survey`, on thousands of rows.
///
///     θ ~ p(θ), y ~ p(y | θ);  anchor, bound, region and tables made of y;  z ~ p(z | θ, y);  some iterations on (θ, z) given y
///
/// No functional has moved on average, for θ is an exact draw from the posterior. The region is so small that about half of the draws are
/// outside, where other bounds and other tables serve.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
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

constexpr std::size_t rows = 3000;
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

/// The updaters that plans choose, with tables of these very data, and the paper's.
template <class Target>
std::vector<named<any_updater>> some_updaters(Target const& target, anchor const& at) {
    auto const tables = survey(target.model(), target.bound(), at.precision);
    return {{"thinned", any_updater(make_thinned_gibbs(tables, as_view(at.theta), at.precision))},
            {"clocked", any_updater(make_clocked_update(tables))},
            {"implicit", any_updater(implicit_update({.q = 0.05}))}};
}

/// From each exact draw a chain with every updater. The radii are those of the region and of rings about it, in standard deviations.
template <class Bound>
void check(by_definition<Bound, gaussian_prior> d, std::vector<double> const& radii, std::size_t chains, std::uint64_t seed) {
    judge([&](trial& run) {
        std::map<std::string, std::vector<numbers>> moved;  // by updater and functional, one number per chain
        double outside = 0;
        for (std::uint32_t c = 0; c < run.times(chains); ++c) {
            random_source random({.seed = run.seed(seed), .chain = c, .use = purpose::data});
            vector theta = zeros(d.dimension()), targets = zeros(rows);
            draw_prior(d.prior, random, as_out(theta));
            for (std::size_t n = 0; n < rows; ++n) targets(n) = draw_target(d.likelihood, d.predictors(n, as_view(theta)), random);
            anchor const at = find_map(d.model(targets));
            d.anchor = at.theta;
            d.region.emplace(at.precision, radii);
            std::vector<bool> bright;
            for (std::size_t n = 0; n < rows; ++n) {
                double const gap = d.log_likelihood(n, targets(n), as_view(theta)) - d.log_bound(n, targets(n), as_view(theta));
                bright.push_back(random.uniform() < -std::expm1(-gap));
            }
            numbers const before = functionals(at, theta, bright);
            vector const displacement = theta - at.theta;
            outside += d.region->reaches(d.region->squared_distance(as_view(displacement))) ? 0 : 1;

            auto const target = d.target(targets);
            bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision), .elliptical_every = 4});
            for (auto const& [name, updater] : some_updaters(target, at)) {
                any_firefly_density density(firefly_density(target, as_view(theta)));
                light(density, bright);
                chain sampler(std::move(density), kernel, updater, {.seed = run.seed(seed), .chain = c, .warm_up = 0});
                for (int i = 0; i < iterations; ++i) sampler.advance();
                std::vector<bool> after;
                for (std::size_t n = 0; n < rows; ++n) after.push_back(sampler.density().brightness().is_bright(n));
                numbers const now = functionals(at, sampler.current().theta, after);
                moved[name].resize(now.size());
                for (std::size_t i = 0; i < now.size(); ++i) moved[name][i].push_back(now[i] - before[i]);
            }
        }
        CHECK(outside > 0.1 * static_cast<double>(run.times(chains)));
        CHECK(outside < 0.9 * static_cast<double>(run.times(chains)));
        for (auto const& [name, values] : moved)
            for (std::size_t i = 0; i < values.size(); ++i)
                run.equal(independent_mean(values[i]), 0, name + ", functional " + std::to_string(i));
    });
}

}  // namespace

TEST_CASE("thousands of rows: logistic draws stay exact inside and outside of the region" * doctest::test_suite("statistics")) {
    check<jaakkola_jordan>({logistic{}, gaussian_prior(1), many_rows(4)}, {1.6, 1.9, 2.3}, 250, 25'000);
}

TEST_CASE("thousands of rows: robust draws stay exact inside and outside of the region" * doctest::test_suite("statistics")) {
    check<student_t_bound>({student_t({4, 1.2}), gaussian_prior(1), many_rows(3)}, {1.4, 1.9}, 250, 25'010);
}

TEST_CASE("thousands of rows: draws of counts stay exact in every ring" * doctest::test_suite("statistics")) {
    check<secant_bound<poisson>>({poisson{}, gaussian_prior(0.5), many_rows(3)}, {1.2, 1.5}, 250, 25'030);
}

TEST_CASE("thousands of rows: draws of two classes by cloglog stay exact in every ring" * doctest::test_suite("statistics")) {
    check<secant_bound<cloglog>>({cloglog{}, gaussian_prior(0.5), many_rows(3)}, {1.6}, 250, 25'040);
}

TEST_CASE("thousands of rows: softmax draws of four classes stay exact inside and outside of the region" *
          doctest::test_suite("statistics")) {
    check<jebara_choromanska>({softmax(4), gaussian_prior(1), many_rows(2)}, {2.5, 3}, 150, 25'020);
}
