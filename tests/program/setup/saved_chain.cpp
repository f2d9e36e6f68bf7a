#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.setup;

using namespace firefly;
using firefly::program::bright_watch;
using firefly::program::load_state;
using firefly::program::running_chain;

namespace {

auto small_plan() {
    return plan(posterior(logistic{}, gaussian_prior(2), dense_rows(synthetic_logistic({.rows = 2000, .columns = 3, .seed = 1}))));
}

std::vector<double> next(running_chain& chain, std::size_t count, bool first) {
    std::vector<double> drawn;
    for (std::size_t i = 0; i < count; ++i) {
        auto position = chain.draws.begin();
        if (i > 0 || !first) ++position;
        drawn.push_back((*position).theta(1));
    }
    return drawn;
}

}  // namespace

TEST_CASE("a chain that was saved goes on bit for bit") {
    auto const chosen = small_plan();
    auto made = chosen.make_chain({.seed = 5});
    using chain_type = decltype(made)::element_type;
    running_chain whole = firefly::program::run(std::move(made));
    next(whole, 30, true);
    std::string const saved = whole.save();
    auto const expected = next(whole, 20, false);
    running_chain again = firefly::program::run(
        resume_firefly_chain(chosen.target(), chosen.kernel(), chosen.updater(), load_state<chain_type>(saved)));
    CHECK(next(again, 20, true) == expected);
}

TEST_CASE("the state of another kind of chain is refused") {
    auto const chosen = small_plan();
    running_chain chain = firefly::program::run(chosen.make_regular_chain({.seed = 5}));
    next(chain, 3, true);
    std::string const saved = chain.save();
    using chain_type = decltype(chosen.make_chain({}))::element_type;
    CHECK_THROWS_AS(load_state<chain_type>(saved), data_error);
    using regular_type = decltype(chosen.make_regular_chain({}))::element_type;
    CHECK(complaint<data_error>([&] { load_state<regular_type>(saved + "x"); }) ==
          "the saved state is that of another kind of chain");
}

TEST_CASE("a watch sees the kept draws of a firefly chain, and none of warm-up") {
    auto const chosen = small_plan();
    auto const watch = std::make_shared<bright_watch>(2, 1);
    running_chain chain = firefly::program::run(chosen.make_chain({.seed = 5, .chain = 1, .warm_up = 10}), watch);
    next(chain, 10, true);
    CHECK(watch->of(1).in_words(3) == "none");
    next(chain, 3000, false);
    CHECK(watch->of(1).in_words(3) != "none");
    CHECK(watch->of(0).in_words(3) == "none");
}
