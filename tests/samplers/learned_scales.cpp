/// Exactness of chains with learned scales: joint-distribution tests with s drawn as well, and steps that are as likely backwards.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/every_sampler.hpp"
#include "support/scaled_problems.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr std::uint64_t never = 1'000'000;

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

TEST_CASE("firefly iterations leave exact joint draws of s, θ, y and z exact, with every kernel" *
          doctest::test_suite("statistics")) {
    std::uint64_t seed = 3300;
    for (scaled_problem const& p : scaled_problems())
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
    auto const list = scaled_problems();
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
    for (scaled_problem const& p : scaled_problems()) {
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
