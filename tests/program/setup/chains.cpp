#include <doctest/doctest.h>

#include <string>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly::program;

namespace {

std::string refusal_of(model_setup const& setup, sample_options const& options) {
    return complaint<firefly::invalid_argument>([&] { choose_chains(setup, options); });
}

/// Without a maximum.
model_setup untuned() {
    model_setup setup{};
    setup.rows = 100;
    setup.dimension = 4;
    setup.bound = "Jaakkola-Jordan";
    return setup;
}

}  // namespace

TEST_CASE("what the plan chose keeps its name") {
    model_setup setup{};
    setup.planned.start = [](auto) -> running_chain { throw 0; };
    setup.sampler = firefly::method::bright_gibbs;
    auto chosen = choose_chains(setup, {});
    CHECK(chosen.kernel == "bright-gibbs");
    CHECK(chosen.updater == "clocked");
    setup.sampler = firefly::method::independence;
    chosen = choose_chains(setup, {});
    CHECK(chosen.kernel == "independence");
    CHECK(chosen.updater == "");
    setup.sampler = firefly::method::elliptical_slice;
    CHECK(choose_chains(setup, {}).kernel == "elliptical-slice");
}

TEST_CASE("without a maximum the choice is the paper's") {
    sample_options options;
    options.anchor = "none";
    auto const chosen = choose_chains(untuned(), options);
    CHECK(chosen.kernel == "random-walk");
    CHECK(chosen.updater == "implicit");
    CHECK(chosen.details == "Bound: Jaakkola-Jordan, untuned. Kernel: random-walk, isotropic. Updater: implicit, q = 0.1.");
    options.algorithm = "regular";
    auto const regular = choose_chains(untuned(), options);
    CHECK(regular.kernel == "random-walk");
    CHECK(regular.updater == "");
    CHECK(regular.details == "Regular MCMC: every evaluation reads 100 rows. Kernel: random-walk, isotropic.");
}

TEST_CASE("what needs the maximum is refused without it") {
    sample_options options;
    options.anchor = "none";
    options.kernel = "bright-gibbs";
    CHECK(refusal_of(untuned(), options) == "--kernel bright-gibbs: needs the maximum of the posterior; leave out --anchor none");
    options.kernel = "mala";
    options.updater = "clocked";
    CHECK(refusal_of(untuned(), options) == "--updater clocked: needs the maximum of the posterior; leave out --anchor none");
}

TEST_CASE("regular MCMC has no brightness to update") {
    sample_options options;
    options.algorithm = "regular";
    options.updater = "implicit";
    CHECK(refusal_of(untuned(), options) == "--updater implicit: regular MCMC has no brightness to update; leave it out");
}

TEST_CASE("kernels of one algorithm are refused to the other") {
    model_setup setup = untuned();
    setup.at = firefly::find_map(firefly::posterior(firefly::logistic{}, firefly::gaussian_prior(1),
                                                    firefly::dense_rows(firefly::synthetic_logistic({.rows = 100, .columns = 4}))));
    sample_options options;
    options.kernel = "independence";
    CHECK(refusal_of(setup, options) == "--kernel independence: proposes for all data at once; use --algorithm regular");
    options.kernel = "bright-gibbs";
    options.algorithm = "regular";
    CHECK(refusal_of(setup, options) == "--kernel bright-gibbs: there are no bright data in regular MCMC; use elliptical-slice");
}
