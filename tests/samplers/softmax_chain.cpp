/// Softmax regression from bound to draws.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Means and second moments about a centre of every coordinate, and the mean number of bright data.
struct result {
    std::vector<estimate> mean, square;
    estimate bright;
};

template <class Chain>
result advance(Chain& chain, vector const& centre, std::size_t iterations) {
    std::vector<numbers> value(centre.size()), square(centre.size());
    numbers bright;
    for (std::size_t i = 0; i < iterations; ++i) {
        chain.advance();
        if (chain.current().warm_up) continue;
        for (std::size_t d = 0; d < centre.size(); ++d) {
            double const x = chain.current().theta(d) - centre(d);
            value[d].push_back(x);
            square[d].push_back(x * x);
        }
        bright.push_back(static_cast<double>(chain.current().z.bright));
    }
    result means{{}, {}, chain_mean(bright)};
    for (std::size_t d = 0; d < centre.size(); ++d) {
        means.mean.push_back(chain_mean(value[d]));
        means.square.push_back(chain_mean(square[d]));
    }
    return means;
}

}  // namespace

TEST_CASE("softmax posteriors by firefly, with either bound, tuned or not, are those of regular MCMC" *
          doctest::test_suite("statistics")) {
    // 60 rows, 2 columns, 3 classes, seed 81; 100,000 iterations of each chain, 2000 of them warm-up; 6 means and 6 second moments
    auto const model = synthetic_softmax(60, 2, 3, 81);
    anchor const at = find_map(model);
    random_walk const kernel({.step = 2.38 / std::sqrt(6.0), .shape = preconditioner(at.precision)});
    judge([&](trial& run) {
        std::size_t const iterations = run.times(100'000);
        auto const options = [&](std::uint64_t seed) { return chain_options{.seed = run.seed(seed), .warm_up = 2000}; };
        result const reference = advance(*make_regular_chain(model, kernel, options(82), as_view(at.theta)), at.theta, iterations);
        for (std::size_t d = 0; d < 6; ++d) CHECK(reference.square[d].standard_error < 0.05 * reference.square[d].mean);

        auto const check = [&](auto const& bound, std::uint64_t seed) {
            result const firefly = advance(
                *make_firefly_chain(joint(model, bound), kernel, implicit_update({.q = 0.2}), options(seed), as_view(at.theta)),
                at.theta, iterations);
            for (std::size_t d = 0; d < 6; ++d) {
                run.equal(firefly.mean[d], reference.mean[d], std::to_string(seed) + ", mean");
                run.equal(firefly.square[d], reference.square[d], std::to_string(seed) + ", square");
            }
            return firefly.bright.mean;
        };
        double const shared = check(bohning::anchored(model, at.theta), 83);
        double const followed = check(jebara_choromanska::anchored(model, at.theta), 84);
        check(bohning::untuned(model, 1.5), 85);
        check(jebara_choromanska::untuned(model), 86);
        CHECK(followed < shared);  // the tighter bound has fewer bright data
    });
}

TEST_CASE("the forecast for softmax is the number of bright data that a run sees, within ten per cent, with either bound" *
          doctest::test_suite("statistics")) {
    // 3000 rows, 3 columns, 3 classes, seed 87; 40,000 iterations. First order in 1/N.
    auto const model = synthetic_softmax(3000, 3, 3, 87);
    anchor const at = find_map(model);
    random_walk const kernel({.step = 2.38 / 3, .shape = preconditioner(at.precision)});
    auto const check = [&](auto const& bound) {
        joint const target(model, bound);
        forecast const expected = predict_cost(target, at);
        judge([&](trial& run) {
            auto const chain = make_firefly_chain(target, kernel, implicit_update({.q = expected.q}),
                                                  {.seed = run.seed(88), .warm_up = 2000}, as_view(at.theta));
            estimate const bright = advance(*chain, at.theta, run.times(40'000)).bright;
            run.equal(bright, std::clamp(bright.mean, 0.9 * expected.bright, 1.1 * expected.bright));
        });
        CHECK(expected.relaxation > 1);
    };
    check(bohning::anchored(model, at.theta));
    check(jebara_choromanska::anchored(model, at.theta));
}
