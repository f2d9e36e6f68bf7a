/// Erasing the type of a density changes no draw.
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

import firefly;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a firefly chain on an erased density draws the same, bit for bit") {
    auto const model = synthetic_posterior(2000, 4, 301);
    plan const chosen(model, {.algorithm = algorithm_kind::firefly});
    chain_options const options{.seed = 302, .warm_up = 100};
    vector const start = laplace_draw(chosen.at(), options);
    auto const erased = start_firefly_chain(any_firefly_density(firefly_density(chosen.target(), as_view(start))), chosen.kernel(),
                                            chosen.updater(), options);
    auto const plain =
        start_firefly_chain(firefly_density(chosen.target(), as_view(start)), chosen.kernel(), chosen.updater(), options);
    CHECK(advance(*erased, 300) == advance(*plain, 300));
}

TEST_CASE("an erased regular density has the values, gradient and queries of the one it holds") {
    auto const model = synthetic_posterior(500, 3, 303);
    regular_density plain(model, as_view(zeros(3)));
    any_density erased{regular_density(model, as_view(zeros(3)))};
    vector const theta = near(as_view(zeros(3)), 0.5, 304);
    std::vector<double> plain_gradient(3), erased_gradient(3);
    CHECK(erased.evaluate(as_view(theta), erased_gradient) == plain.evaluate(as_view(theta), plain_gradient));
    CHECK(erased_gradient == plain_gradient);
    erased.gradient(erased_gradient);  // at the point where they stand, not where they were evaluated
    plain.gradient(plain_gradient);
    CHECK(erased_gradient == plain_gradient);
    erased.commit();
    plain.commit();
    erased.gradient(erased_gradient);
    plain.gradient(plain_gradient);
    CHECK(erased_gradient == plain_gradient);
    CHECK(erased.save() == plain.save());
    CHECK(erased.queries() == plain.queries());
}
