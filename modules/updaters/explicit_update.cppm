/// Redraws the brightness of a random subset of the data, with replacement (Maclaurin & Adams 2014, Algorithm 1).
///
///     ⌈αN⌉ times:   n uniform on all data,   z_n ~ Bernoulli(L̃_n/(1 + L̃_n))
///
/// A datum that is picked twice is drawn once: its second draw would forget the first, so that the outcome has the same
/// distribution, and there is one query less. Cost: a query for each distinct pick that is dark, at most ⌈αN⌉ and about
/// (1 − e^{−α})(N − M); the bright ones' L̃ are known from the θ step.
module;
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.updaters:explicit_update;

import firefly.core;
import :gibbs;
import :subset;

namespace firefly {

/// The paper's `BrightnessUpdater` of a random subset, picked with replacement.
export class explicit_update : public subset_gibbs {
public:
    /// Throws `invalid_argument` unless alpha lies in (0, 1].
    inline explicit explicit_update(explicit_settings settings) : subset_gibbs("explicit_update", settings) {}

    template <Brightness Z, Random Source>
    inline void propose(Z const& z, state& state, Source& random, std::vector<row_index>& wanted) const {
        row_index const members = size(z.size());
        subset_builder subset(state.picks, members, z.size());
        for (row_index i = 0; i < members; ++i) subset.insert(random.pick(z.size()));
        subset.finish();
        append_dark(z, state.picks, wanted);
    }
};

static_assert(BrightnessUpdater<explicit_update, archetype::brightness_target, archetype::random>);

}  // namespace firefly
