#include <string>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A prior of the user's own: the standard normal one, with what `Prior` asks for and nothing else.
struct plain_prior {
    gaussian_prior same = gaussian_prior(1);

    quadratic gaussian_part(vector_view origin) const { return same.gaussian_part(origin); }
    double remainder(vector_view, vector_view) const { return 0; }
    void add_remainder_gradient(vector_view, vector_view, vector_out) const {}
};

auto with_plain_prior(logistic_posterior const& model) {
    return posterior(model.likelihood(), plain_prior{}, model.rows());
}

}  // namespace

TEST_CASE("a model that is compiled where it is used gives the draws of one that the library has compiled") {
    auto const model = synthetic_posterior(500, 3, 450);
    plan const ours(model);
    plan const own(with_plain_prior(model));
    CHECK(own.reasons() == ours.reasons());
    CHECK(own.chosen() == ours.chosen());
    chain_options const options{.seed = 3, .chain = 2, .warm_up = 50};
    CHECK(advance(*own.make_chain(options), 200) == advance(*ours.make_chain(options), 200));
    auto const control = kernel_kind::elliptical_slice;
    CHECK(advance(*own.make_control(control, options), 20) == advance(*ours.make_control(control, options), 20));
}

TEST_CASE("a prior that cannot be drawn from is refused where chains would start there") {
    auto const model = with_plain_prior(synthetic_posterior(200, 3, 451));
    CHECK_THROWS_WITH_AS(plan(model, {.start = start_kind::prior}),
                         "start prior: this prior has no member draw; use laplace or map", invalid_argument);
}
