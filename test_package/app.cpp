// Posterior quantiles of a logistic regression, from a stream of draws.
#include <cstdio>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>
#include <vector>

import firefly;

namespace views = ranges::views;

int main() {
    auto data = firefly::synthetic_logistic({.rows = 100'000, .columns = 3});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(2.5), firefly::dense_rows(std::move(data)));

    auto draws = firefly::sample(model, {.seed = 1});  // a range: nothing has been computed yet
    auto const slope = draws | views::drop_while(&firefly::draw::warm_up) |
                       views::transform([](auto const& draw) { return draw.theta(1); }) | views::take(20'000) |
                       ranges::to<std::vector>();

    std::printf("5 %%: %.3f   median: %.3f   95 %%: %.3f   effective draws: %.0f\n", firefly::quantile(slope, 0.05),
                firefly::quantile(slope, 0.5), firefly::quantile(slope, 0.95), firefly::ess_bulk(slope));
}
