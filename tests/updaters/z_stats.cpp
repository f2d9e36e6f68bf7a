/// What a chain reports of its brightness updates, recounted from the states before and after.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

std::vector<row_index> without(std::vector<row_index> const& from, std::vector<row_index> const& taken) {
    std::vector<row_index> rest;
    std::ranges::set_difference(from, taken, std::back_inserter(rest));
    return rest;
}

/// Lets a chain run on 300 rows with an untuned bound, about a tenth of them bright. `queries(before, state)` says how many likelihoods the
/// update has to evaluate, from the bright data and the updater's state before it.
template <class Updater, class Queries>
void check_reports(Updater const& updater, Queries const& queries) {
    auto const model = synthetic_posterior(300, 3, 161);
    anchor const at = find_map(model);
    auto const chain = make_firefly_chain(joint(model, jaakkola_jordan::untuned(model)),
                                          random_walk({.step = 1, .shape = preconditioner(at.precision)}), updater,
                                          {.seed = 162, .warm_up = 0}, as_view(at.theta));
    auto before = chain->state();
    std::ranges::sort(before.density.bright);
    std::uint64_t flips = 0;
    for (int i = 0; i < 500; ++i) {
        chain->advance();
        auto after = chain->state();
        std::ranges::sort(after.density.bright);
        z_stats const& z = chain->current().z;
        REQUIRE(z.bright == after.density.bright.size());
        REQUIRE(z.brightened == without(after.density.bright, before.density.bright).size());
        REQUIRE(z.darkened == without(before.density.bright, after.density.bright).size());
        REQUIRE(queries(z.queries, before));
        flips += z.flips();
        before = std::move(after);
    }
    CHECK(flips > 100);
}

}  // namespace

TEST_CASE("a chain reports bright data, flips and queries as they were, with every updater") {
    check_reports(full_gibbs{},
                  [](std::uint64_t queries, auto const& before) { return queries == 300 - before.density.bright.size(); });
    check_reports(deterministic_sweep({.block = 40}), [](std::uint64_t queries, auto const& before) {
        row_index const first = before.updater.next, last = std::min<row_index>(first + 40, 300);
        auto const bright = std::ranges::count_if(before.density.bright, [&](row_index n) { return n >= first && n < last; });
        return queries == last - first - static_cast<std::uint64_t>(bright);
    });
    check_reports(explicit_update({.alpha = 0.1}), [](std::uint64_t queries, auto const&) { return queries <= 30; });
    check_reports(explicit_distinct({.alpha = 0.1}), [](std::uint64_t queries, auto const& before) {
        return queries <= 30 && queries + before.density.bright.size() >= 30;
    });
    check_reports(implicit_update({.q = 0.1}),
                  [](std::uint64_t queries, auto const& before) { return queries <= 300 - before.density.bright.size(); });
}
