/// White box: users see an assembly through `plan`.
module;
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

module firefly.planning;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.dynamic;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.updaters;

using namespace firefly;

namespace {

auto some_model() {
    return posterior(logistic{}, gaussian_prior(1), dense_rows(synthetic_logistic({.rows = 2000, .columns = 3, .seed = 821})));
}

using model_type = decltype(some_model());
using some_assembly = assembly<model_type, jaakkola_jordan>;

/// With the bound at the maximum.
some_assembly anchored(choices const& wanted) {
    auto const model = some_model();
    return {model, find_map(model), wanted, {}};
}

/// A bound of somebody's own that has no curvatures: all that `Bound` asks for, and no more.
struct plain_bound {
    using notes = jaakkola_jordan::notes;

    jaakkola_jordan bound;

    static plain_bound anchored(model_type const& model, vector theta) {
        return {jaakkola_jordan::anchored(model, std::move(theta))};
    }
    vector_view anchor() const { return bound.anchor(); }
    std::size_t regions() const { return bound.regions(); }
    std::size_t region(vector_view d) const { return bound.region(d); }
    quadratic const& collapsed(std::size_t region) const { return bound.collapsed(region); }
    void annotate(batch<notes>& fresh) const { bound.annotate(fresh); }
    void gap(std::size_t region, batch<notes> const& data, evaluation& values) const { bound.gap(region, data, values); }
};

using plain_assembly = assembly<model_type, plain_bound>;
static_assert(!plain_assembly::is_curved && !plain_assembly::can_have_region && !plain_assembly::can_be_untuned);

plain_assembly plain(choices const& wanted) {
    auto const model = some_model();
    return {model, find_map(model), wanted, {}};
}

some_assembly untuned(choices const& wanted) {
    return {some_model(), std::nullopt, wanted, {}};
}

}  // namespace

TEST_CASE("an assembly leaves nothing open, and says what its bound is") {
    some_assembly const made = anchored({});
    CHECK(made.chosen.bound == choice(bound_kind::jaakkola_jordan));
    CHECK(made.chosen.kernel == choice(kernel_kind::bright_gibbs));
    CHECK(made.chosen.updater == choice(updater_kind::clocked));
    CHECK(!made.chosen.region.is_automatic());
    CHECK(made.chosen.candidates.is_value());
    REQUIRE(made.expected);
    CHECK(made.expected->bright > 0);
    CHECK(made.bound_in_words.starts_with("Bound: Jaakkola-Jordan, "));
}

TEST_CASE("a region that is asked for is taken, one that is refused is not") {
    CHECK(anchored({.region = 2.5}).chosen.region == choice(2.5));
    CHECK(anchored({.region = 20.0}).target().bound().regions() == 2);
    // beyond the quantile that the plan would have taken, and then everything
    CHECK(anchored({.region = 2.5}).target().bound().regions() == region_radii(2.5, region_radius(3, 1e-6)).size() + 1);
    CHECK(anchored({.region = none}).chosen.region == choice<double>(none));
    CHECK(anchored({.region = none}).target().bound().regions() == 1);
}

TEST_CASE("without an anchor an assembly is the paper's: untuned, random walk, implicit") {
    some_assembly const made = untuned({});
    CHECK(made.chosen.kernel == choice(kernel_kind::random_walk));
    CHECK(made.chosen.updater == choice(updater_kind::implicit_form));
    CHECK(made.chosen.candidates == choice<double>(none));
    CHECK(!made.expected);
    CHECK(made.bound_in_words == "Bound: Jaakkola-Jordan, untuned.");
    CHECK_THROWS_WITH_AS(untuned({.candidates = 2.0}), "candidates 2: only the updater clocked asks for candidates; leave it out",
                         invalid_argument);
    CHECK_THROWS_AS(untuned({.kernel = kernel_kind::bright_gibbs}), invalid_argument);
}

TEST_CASE("a bound without curvatures has neither region nor candidates, and goes with random walk and implicit only") {
    choices const all{.region = none, .kernel = kernel_kind::random_walk, .updater = updater_kind::implicit_form};
    for (choices const& wanted : {choices{}, choices{.kernel = kernel_kind::random_walk},
                                  choices{.updater = updater_kind::implicit_form}, choices{.region = none}, all}) {
        plain_assembly const made = plain(wanted);
        CHECK(made.chosen.bound == choice(bound_kind::own));
        CHECK(made.chosen.region == choice<double>(none));
        CHECK(made.chosen.kernel == choice(kernel_kind::random_walk));
        CHECK(made.chosen.updater == choice(updater_kind::implicit_form));
        CHECK(made.chosen.candidates == choice<double>(none));
        CHECK(made.bound_in_words.starts_with("Bound: of your own, one for all points."));
    }
    CHECK_THROWS_WITH_AS(plain({.region = 2.5}), "region 2.5: this bound has no inner region; use none", invalid_argument);
    for (choices const& wanted : {choices{.kernel = kernel_kind::mala}, choices{.updater = updater_kind::clocked},
                                  choices{.kernel = kernel_kind::random_walk, .updater = updater_kind::clocked},
                                  choices{.kernel = kernel_kind::mala, .updater = updater_kind::implicit_form},
                                  choices{.kernel = kernel_kind::mala, .updater = updater_kind::clocked}})
        CHECK_THROWS_WITH_AS(plain(wanted),
                             "bound own: without its curvatures (CurvedBound) there are random-walk and implicit only",
                             invalid_argument);
    CHECK_THROWS_WITH_AS(plain_assembly(some_model(), std::nullopt, {}, {}),
                         "anchor none: this bound needs a point where it touches; leave it out", invalid_argument);
}

TEST_CASE("a bound draws with random walk and implicit what it draws without its curvatures") {
    plain_assembly const bare = plain({});
    some_assembly const curved =
        anchored({.region = none, .kernel = kernel_kind::random_walk, .updater = updater_kind::implicit_form});
    REQUIRE(bare.expected);
    CHECK(bare.expected->q == curved.expected->q);
    vector const start = to_vector(bare.target().bound().anchor());
    chain_options const options{.seed = 823, .warm_up = 20, .brightness = brightness_start::dark};
    auto const one = bare.make_chain(options, as_view(start)), other = curved.make_chain(options, as_view(start));
    for (int i = 0; i < 50; ++i) {
        one->advance();
        other->advance();
        REQUIRE(one->current() == other->current());
    }
}

TEST_CASE("the default sampler compiled for its density draws what its erased parts draw") {
    some_assembly const made = anchored({.region = 3.0});
    vector const start = to_vector(made.target().bound().anchor());
    chain_options const options{.seed = 822, .warm_up = 20, .brightness = brightness_start::dark};
    auto const fast = made.make_chain(options, as_view(start));
    auto const erased = start_erased_chain(any_firefly_density(firefly_density(made.target(), as_view(start))),
                                           any_kernel<any_firefly_density>(made.kernel()), any_updater(made.updater()), options,
                                           any_updater(full_gibbs{}));
    for (int i = 0; i < 50; ++i) {
        fast->advance();
        erased->advance();
        REQUIRE(fast->current() == erased->current());
    }
}

TEST_CASE("a likelihood without a bound everywhere always has a region, and says that rings lie beyond it") {
    data_set data = synthetic_logistic({.rows = 500, .columns = 3, .seed = 824});
    posterior const model(poisson{}, gaussian_prior(1), dense_rows(data));
    using counted = assembly<decltype(posterior(model)), secant_bound<poisson>>;
    static_assert(counted::needs_region && counted::can_have_region && !counted::can_be_untuned && !some_assembly::needs_region);
    anchor const at = find_map(model);
    counted const made(model, at, {}, {});
    CHECK(made.chosen.bound == choice(bound_kind::secant));
    CHECK(made.chosen.region.is_value());
    CHECK(made.bound_in_words.starts_with("Bound: secant, sharp within "));
    CHECK(made.bound_in_words.find("and in ever wider rings beyond") != std::string::npos);
    CHECK_THROWS_WITH_AS(counted(model, at, {.region = none}, {}),
                         "region none: this likelihood has no bound that holds everywhere; leave it out", invalid_argument);
}

TEST_CASE("data without a bound within the region are counted, and the first of them is named") {
    CHECK(exempt_in_words({}).empty());
    std::vector<row_index> const some{7, 12};
    CHECK(exempt_in_words(some).starts_with(" 2 of them have no bound there and are always bright, row 7 "));
}

TEST_CASE("bounds are told in one sentence, with and without a region, with and without rings") {
    std::vector<double> const one{5.5}, two{5.5, 6}, three{5.5, 6, 7.25};
    CHECK(
        region_in_words("Some", one, 1.25, std::nullopt, 1000) ==
        "Bound: Some, sharp within 5.5 posterior standard deviations, and in ever wider rings beyond. Expected bright data: 1.25 of "
        "1000.");
    CHECK(region_in_words("Some", {}, 12.345, 12.345, 1000) ==
          "Bound: Some, one for all points. Expected bright data: 12.3 of 1000.");
    CHECK(
        region_in_words("Some", one, 1.25, 12.345, 1000) ==
        "Bound: Some, sharp within 5.5 posterior standard deviations. Expected bright data: 1.25 of 1000 (12.3 without the region).");
    CHECK(
        region_in_words("Some", two, 1.25, 12.345, 1000) ==
        "Bound: Some, sharp within 5.5 posterior standard deviations, less so in 1 ring out to 6. Expected bright data: 1.25 of 1000 (12.3 "
        "without the region).");
    CHECK(
        region_in_words("Some", three, 1.25, std::nullopt, 1000) ==
        "Bound: Some, sharp within 5.5 posterior standard deviations, less so in 2 rings out to 7.25, and in ever wider rings beyond. Expected "
        "bright data: 1.25 of 1000.");
    CHECK_THROWS_WITH_AS(refuse_choice("region", "3", "there is none"), "region 3: there is none", invalid_argument);
}
