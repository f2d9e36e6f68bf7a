/// White box: users choose parts by their kind.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.dynamic;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.updaters;

using namespace firefly;

namespace {

auto small_model() {
    return posterior(logistic{}, gaussian_prior(1), dense_rows(synthetic_logistic({.rows = 50, .columns = 4, .seed = 801})));
}

posterior_size known_size() {
    auto const model = small_model();
    return {.dimension = model.dimension(), .rows = model.rows().rows(), .at = find_map(model)};
}

constexpr posterior_size unknown{.dimension = 4, .rows = 50, .at = std::nullopt};

/// The length of the first step, which a kernel tells.
double first_step(kernel_kind kind, posterior_size const& size) {
    any_density density(regular_density(small_model(), as_view(zeros(4))));
    auto const kernel = make_regular_kernel(kind, size);
    auto state = kernel.start();
    random_source random({.seed = 802});
    return kernel.step(density, state, random).step;
}

}  // namespace

TEST_CASE("steps are those of the literature where the shape is known, and a tenth of them where it is not") {
    struct expected {
        kernel_kind kind;
        double step;
    };
    for (auto const& [kind, step] :
         {expected{kernel_kind::random_walk, 2.38 / std::sqrt(4.0)}, expected{kernel_kind::mala, 1.65 * std::pow(4.0, -1.0 / 6)},
          expected{kernel_kind::hamiltonian, 1.2 * std::pow(4.0, -0.25)}}) {
        CAPTURE(word_of(kind));
        CHECK(first_step(kind, known_size()) == doctest::Approx(step).epsilon(1e-12));
        CHECK(first_step(kind, unknown) == doctest::Approx(step / 10).epsilon(1e-12));
    }
    CHECK(first_step(kernel_kind::elliptical_slice, known_size()) == 0);
}

TEST_CASE("kernels that need what is not there are refused with what to use") {
    CHECK_THROWS_WITH_AS(make_regular_kernel(kernel_kind::bright_gibbs, known_size()),
                         "kernel bright-gibbs: there are no bright data in regular MCMC; use elliptical-slice", invalid_argument);
    CHECK_THROWS_WITH_AS(make_firefly_kernel(kernel_kind::independence, known_size()),
                         "kernel independence: proposes for all data at once; use algorithm regular", invalid_argument);
    for (kernel_kind const kind : {kernel_kind::elliptical_slice, kernel_kind::independence}) {
        CAPTURE(word_of(kind));
        CHECK_THROWS_AS(make_regular_kernel(kind, unknown), invalid_argument);
        CHECK_NOTHROW(make_regular_kernel(kind, known_size()));
    }
    CHECK_THROWS_WITH_AS(make_bright_gibbs(unknown),
                         "kernel bright-gibbs: needs the maximum of the posterior; leave out anchor none", invalid_argument);
}

TEST_CASE("updaters that need a table need the maximum, and the others ask for a tenth of the data") {
    CHECK_THROWS_WITH_AS(make_updater(updater_kind::clocked, unknown, {}, 0.1, std::nullopt),
                         "updater clocked: needs the maximum of the posterior; leave out anchor none", invalid_argument);
    CHECK_THROWS_AS(make_updater(updater_kind::thinned_gibbs, unknown, {}, 0.1, std::nullopt), invalid_argument);
    bright_set const z(50);
    auto const asked = [&](updater_kind kind) {
        auto const updater = make_updater(kind, unknown, {}, 0.1, std::nullopt);
        auto state = updater.start();
        random_source random({.seed = 803});
        std::vector<row_index> wanted;
        updater.propose(z, state, random, wanted);
        return wanted.size();
    };
    CHECK(asked(updater_kind::explicit_distinct) == 5);
    CHECK(asked(updater_kind::deterministic_sweep) == 5);
    CHECK(asked(updater_kind::full_gibbs) == 0);
}
