/// Softmax regression from bound to draws.
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Means and second moments about a centre of every coordinate, and the mean number of bright data.
struct run {
    std::vector<estimate> mean, square;
    estimate bright;
};

template <class Chain>
run advance(Chain& chain, vector const& centre, int iterations) {
    std::vector<numbers> value(centre.size()), square(centre.size());
    numbers bright;
    for (int i = 0; i < iterations; ++i) {
        chain.advance();
        if (chain.current().warm_up) continue;
        for (std::size_t d = 0; d < centre.size(); ++d) {
            double const x = chain.current().theta(d) - centre(d);
            value[d].push_back(x);
            square[d].push_back(x * x);
        }
        bright.push_back(static_cast<double>(chain.current().z.bright));
    }
    run result{{}, {}, chain_mean(bright)};
    for (std::size_t d = 0; d < centre.size(); ++d) {
        result.mean.push_back(chain_mean(value[d]));
        result.square.push_back(chain_mean(square[d]));
    }
    return result;
}

}  // namespace

TEST_CASE("softmax posteriors by firefly, with either bound, tuned or not, are those of regular MCMC") {
    // 60 rows, 2 columns, 3 classes, seed 81; 100,000 iterations of each chain, 2000 of them warm-up, seeds 82 to 86; agreement
    // within 4 standard errors in 6 means and 6 second moments of each
    auto const model = synthetic_softmax(60, 2, 3, 81);
    anchor const at = find_map(model);
    random_walk const kernel({.step = 2.38 / std::sqrt(6.0), .shape = preconditioner(at.precision)});
    constexpr int iterations = 100'000;
    auto const control = make_regular_chain(model, kernel, {.seed = 82, .warm_up = 2000}, as_view(at.theta));
    run const reference = advance(*control, at.theta, iterations);
    for (std::size_t d = 0; d < 6; ++d) CHECK(reference.square[d].standard_error < 0.05 * reference.square[d].mean);

    auto const check = [&](auto const& bound, std::uint64_t seed) {
        auto const chain = make_firefly_chain(joint(model, bound), kernel, implicit_update({.q = 0.2}),
                                              {.seed = seed, .warm_up = 2000}, as_view(at.theta));
        run const firefly = advance(*chain, at.theta, iterations);
        for (std::size_t d = 0; d < 6; ++d) {
            CAPTURE(seed);
            CAPTURE(d);
            CHECK(standard_errors(firefly.mean[d], reference.mean[d]) < 4);
            CHECK(standard_errors(firefly.square[d], reference.square[d]) < 4);
        }
        return firefly.bright.mean;
    };
    double const shared = check(bohning::anchored(model, at.theta), 83);
    double const followed = check(jebara_choromanska::anchored(model, at.theta), 84);
    check(bohning::untuned(model, 1.5), 85);
    check(jebara_choromanska::untuned(model), 86);
    CHECK(followed < shared);  // the tighter bound has fewer bright data
}

TEST_CASE("the forecast for softmax is the number of bright data that a run sees, within ten per cent, with either bound") {
    // 3000 rows, 3 columns, 3 classes, seed 87; 40,000 iterations, seed 88. First order in 1/N.
    auto const model = synthetic_softmax(3000, 3, 3, 87);
    anchor const at = find_map(model);
    random_walk const kernel({.step = 2.38 / 3, .shape = preconditioner(at.precision)});
    auto const check = [&](auto const& bound) {
        joint const target(model, bound);
        forecast const expected = predict_cost(target, at);
        auto const chain = make_firefly_chain(target, kernel, implicit_update({.q = expected.q}), {.seed = 88, .warm_up = 2000},
                                              as_view(at.theta));
        estimate const bright = advance(*chain, at.theta, 40'000).bright;
        CAPTURE(bright.mean);
        CAPTURE(expected.bright);
        CHECK(std::abs(bright.mean / expected.bright - 1) < 0.1 + 4 * bright.standard_error / bright.mean);
        CHECK(expected.relaxation > 1);
    };
    check(bohning::anchored(model, at.theta));
    check(jebara_choromanska::anchored(model, at.theta));
}

TEST_CASE("a softmax chain that was saved goes on bit for bit") {
    auto const model = synthetic_softmax(200, 2, 3, 89);
    anchor const at = find_map(model);
    random_walk const kernel({.step = 0.9, .shape = preconditioner(at.precision)});
    joint const target(model, jebara_choromanska::anchored(model, at.theta));
    chain_options const options{.seed = 90, .warm_up = 50};
    implicit_update const updater({.q = 0.1});
    auto const chain = make_firefly_chain(target, kernel, updater, options, as_view(at.theta));
    for (int i = 0; i < 120; ++i) chain->advance();
    auto const again = resume_firefly_chain(target, kernel, updater, chain->state());
    for (int i = 0; i < 200; ++i) {
        chain->advance();
        again->advance();
        REQUIRE(chain->current() == again->current());
    }
    CHECK(chain->state() == again->state());
}
