/// Several chains are a range of streams; diagnostics are algorithms over ranges.
#include <doctest/doctest.h>

#include <cstdint>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

import firefly;

namespace views = ranges::views;

TEST_CASE("four chains share one plan and agree") {
    auto data = firefly::synthetic_logistic({.rows = 10'000, .columns = 3});
    firefly::plan const plan(firefly::posterior(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data)));

    auto const intercept = [&](std::uint32_t chain) {
        return firefly::draws(plan.make_chain({.seed = 3, .chain = chain})) | views::drop_while(&firefly::draw::warm_up) |
               views::transform([](auto const& draw) { return draw.theta(0); }) | views::take(20'000) |
               ranges::to<std::vector>();
    };
    auto const chains = views::iota(0u, 4u) | views::transform(intercept) | ranges::to<std::vector>();

    CHECK(firefly::r_hat(chains) < 1.01);
    CHECK(firefly::mcse_mean(chains) < 0.002);
}
