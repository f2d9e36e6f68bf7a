/// What every update of z has in common.
#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "outcomes.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Runs a check on every updater, in every state that it can be in between iterations.
template <class Check>
void for_every_updater(Check const& check) {
    auto const from_start = [&](auto const& updater) { check(updater, updater.start()); };
    from_start(full_gibbs{});
    for (double const q : {0.1, 0.5}) from_start(implicit_update({.q = q}));
    for (double const alpha : {0.25, 0.5, 0.75}) {
        from_start(explicit_update({.alpha = alpha}));
        from_start(explicit_distinct({.alpha = alpha}));
    }
    for (row_index const block : {1u, 3u, 9u})
        for (row_index next = 0; next < factors.size(); ++next)
            check(deterministic_sweep({.block = block}), deterministic_sweep::state{next});
}

}  // namespace

TEST_CASE("every update leaves the distribution of z invariant and says what it did, on every branch") {
    for_every_updater([](auto const& updater, auto const& state) {
        std::vector<double> before(std::size_t{1} << factors.size()), after(before.size());
        for (auto const& bright : bright_lists()) {
            double probability = 1;
            for (row_index n = 0; n < factors.size(); ++n)
                probability *= (std::ranges::find(bright, n) != bright.end() ? factors[n] : 1) / (1 + factors[n]);
            before[number(target_with(bright).z())] = probability;
            auto const to = outcomes(updater, state, bright);
            for (std::size_t z = 0; z < to.size(); ++z) after[z] += probability * to[z];
        }
        CHECK(largest_difference(before, after) < 1e-15);
    });
}

TEST_CASE("no update lets the order of the bright list decide anything") {
    for_every_updater([](auto const& updater, auto const& state) {
        for (auto bright : bright_lists()) {
            auto const sorted = outcomes(updater, state, bright);
            while (std::next_permutation(bright.begin(), bright.end()))
                CHECK(largest_difference(outcomes(updater, state, bright), sorted) < 1e-15);
        }
    });
}
