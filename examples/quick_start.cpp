/// From data to a posterior quantile, in one pipeline.
#include <doctest/doctest.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

import firefly;

namespace views = ranges::views;

TEST_CASE("posterior quantiles of a logistic regression from a stream of draws") {
    auto data = firefly::synthetic_logistic({.rows = 20'000, .columns = 3});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(2.5), firefly::dense_rows(data));

    auto const median = [](firefly::stream<firefly::draw> draws) {
        return firefly::quantile(draws                                          // a range: nothing has been drawn yet
                                     | views::drop_while(&firefly::draw::warm_up)  // the kernel has adapted
                                     | views::transform([](auto const& draw) { return draw.theta(1); })
                                     | views::take(10'000),  // the draws you ask for are the draws that are made
                                 0.5);
    };

    // Seeds 1 and 2, 10,000 draws each: both medians have a standard error of about 0.001.
    CHECK(median(firefly::firefly_chain(model, {.seed = 1})) ==
          doctest::Approx(median(firefly::regular_chain(model, {.seed = 2}))).epsilon(0.01));
}
