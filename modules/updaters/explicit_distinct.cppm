/// Redraws the brightness of a random subset of the data, without replacement: all subsets of ⌈αN⌉ data are equally likely.
///
///     z_n ~ Bernoulli(L̃_n/(1 + L̃_n))   for each n of the subset
///
/// The subset is drawn by Floyd's algorithm (Bentley & Floyd 1987, "A sample of brilliance"): one pick a member, no rejection,
/// nothing O(N). Cost: a query for each pick that is dark, about α(N − M); the bright ones' L̃ are known from the θ step.
module;
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.updaters:explicit_distinct;

import firefly.core;
import :gibbs;
import :subset;

namespace firefly {

/// The `BrightnessUpdater` of a random subset, no datum of which is picked twice.
export class explicit_distinct : public subset_gibbs {
public:
    /// Throws `invalid_argument` unless alpha lies in (0, 1].
    inline explicit explicit_distinct(explicit_settings settings) : subset_gibbs("explicit_distinct", settings) {}

    template <Brightness Z, Random Source>
    inline void propose(Z const& z, state& state, Source& random, std::vector<row_index>& wanted) const {
        row_index const members = size(z.size());
        subset_builder subset(state.picks, members, z.size());
        // Before each turn every subset of 0, …, last − 1 of the size reached so far is equally likely; after it, of 0, …, last.
        for (row_index last = z.size() - members; last < z.size(); ++last)
            if (!subset.insert(random.pick(last + 1))) subset.insert(last);
        subset.finish();
        append_dark(z, state.picks, wanted);
    }
};

static_assert(BrightnessUpdater<explicit_distinct, archetype::brightness_target, archetype::random>);

}  // namespace firefly
