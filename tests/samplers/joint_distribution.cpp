/// Joint-distribution tests of every sampler: the joint of (θ, y, z) is known by simulation, and a sampler that is right keeps it
/// (support/joint_distribution.hpp).
///
/// Small data and priors that matter, so that data are often bright and θ goes far. A further kernel or updater is one line in
/// `every_sampler.cpp`, a further bound one in `problems.cpp`.
///
/// What they see, tried by planting it: an implicit update without q (p < 1e-30 in any single run), MALA without its acceptance (0) and
/// without the ratio of its proposals (below 1e-5 with nearly every model), a prior 5 % too wide (1e-18, the runs of one problem pooled), a
/// bound 2 % too high (1e-7, the same), a step that θ changes by 60 % (1e-7 in single runs). What they do not: such a step by 30 % (1e-4)
/// and a bound 1 % too high (0.03), which are left to enumeration and to the bounds' own tests.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/joint_distribution.hpp"
#include "support/compiled_problems.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

std::vector<problem> all_problems() {
    auto list = every_problem();
    for (problem const& p : problems_of_all_sizes()) list.push_back(p);
    return list;
}

}  // namespace

TEST_CASE("firefly iterations leave exact joint draws of θ, y and z exact, with every sampler" *
          doctest::test_suite("statistics")) {
    cover(every_problem(), 20'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return paired(run, 6000, p, with, seed);
    });
}

TEST_CASE("so they do with one to six parameters, few data and many, and up to six classes" * doctest::test_suite("statistics")) {
    cover(problems_of_all_sizes(), 23'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return paired(run, 3000, p, with, seed);
    });
}

TEST_CASE("thinning leaves exact joint draws exact, too, with tables made of the data and every kernel" *
          doctest::test_suite("statistics")) {
    auto list = all_problems();
    std::erase_if(list, [](problem const& p) { return !p.is_anchored; });
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto const [name, kernel] = every_kernel(list[i].dimension)[i % kernel_count()];
        CAPTURE(list[i].name);
        CAPTURE(name);
        judge([&](trial& run) {
            auto const found = paired(run, 500, list[i], kernel, list[i].thinned, 26'000 + i);
            auto const names = functional_names(list[i].dimension, true);
            for (std::size_t j = 0; j < found.size(); ++j) run.equal(found[j], 0, names[j]);
        });
    }
}

TEST_CASE(
    "these tests meet one, two and five bright data that can be swept, inside and outside, with every model, width and size") {
    std::map<std::tuple<std::string, std::size_t, std::size_t>, int> met;  // of model, bright data and region
    std::map<std::tuple<std::string, std::size_t>, int> columns, data;
    std::map<std::size_t, int> classes;
    for (problem const& p : all_problems()) {
        ++columns[{p.model, p.columns}];
        ++data[{p.model, p.rows}];
        if (p.model == "softmax") ++classes[p.width];
        for (std::uint32_t c = 0; c < 200; ++c) {
            random_source random({.seed = 27'000, .chain = c, .use = purpose::data});
            joint_state const s = exact_draw(p, random);
            auto const bright = static_cast<std::size_t>(std::ranges::count(s.bright, true));
            bool const can_be_swept = bright <= p.columns && bright * (p.width == 1 ? 1 : p.width - 1) < p.dimension;
            if (can_be_swept) ++met[{p.model, bright, density_at(p, s).current().region}];
        }
    }
    for (std::string const model : {"logistic", "softmax", "Student-t", "Poisson"}) {
        CAPTURE(model);
        // Far out counts are nearly all bright or nearly all dark: five of them hardly ever.
        for (std::size_t const bright : {1u, 2u, model == "Poisson" ? 2u : 5u})
            for (std::size_t const region : {0u, 1u, 2u}) {
                CAPTURE(bright);
                CAPTURE(region);
                CHECK(met[{model, bright, region}] >= 10);
            }
        for (std::size_t d = 1; d <= 6; ++d) CHECK(columns[{model, d}] > 0);
        CHECK(data[{model, 3}] > 0);
    }
    for (std::size_t const k : {2u, 3u, 4u, 6u}) CHECK(classes[k] > 0);
}

TEST_CASE("firefly iterations and new data in turn keep to the prior, with every sampler" * doctest::test_suite("statistics")) {
    cover(every_problem(), 21'000, [](trial const& run, problem const& p, named_sampler const& with, std::uint64_t seed) {
        return geweke(run, 400, p, with, seed);
    });
}

TEST_CASE("regular iterations leave exact joint draws of θ and y exact, with every kernel" * doctest::test_suite("statistics")) {
    auto const list = every_problem();
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
    // E f(θ) g(θ') = E g(θ) f(θ') for a reversible step from an exact draw. Bright Gibbs draws nearly afresh, so that this says little of
    // it: kernels/reversibility.cpp has its paths one by one.
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
                    joint_state const s = exact_draw(p, random);
                    auto const bright = std::ranges::find(s.bright, true) - s.bright.begin();
                    auto const last = s.bright.rend() - std::ranges::find(s.bright.rbegin(), s.bright.rend(), true) - 1;
                    if (bright >= last) continue;  // z is fixed: what is left out does not depend on the step
                    auto density = density_at(p, s);
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
