/// A chain is plain data: save it, go on later, get the draws that would have been.
#include <doctest/doctest.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/take.hpp>
#include <vector>

import firefly;

namespace views = ranges::views;

TEST_CASE("a chain that was saved goes on bit for bit") {
    auto data = firefly::synthetic_logistic({.rows = 5'000, .columns = 3});
    firefly::plan const plan(firefly::posterior(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data)));
    firefly::chain_options const options{.seed = 4, .warm_up = 100};

    auto const uninterrupted = firefly::draws(plan.make_chain(options)) | views::take(300) | ranges::to<std::vector>();

    auto chain = plan.make_chain(options);
    for (int i = 0; i < 250; ++i) chain->advance();
    auto const saved = chain->state();
    chain.reset();

    auto resumed = firefly::resume_firefly_chain(plan.target(), plan.kernel(), plan.updater(), saved);
    auto const rest = firefly::draws(resumed) | views::take(50) | ranges::to<std::vector>();

    CHECK(rest == (uninterrupted | views::drop(250) | ranges::to<std::vector>()));
}
