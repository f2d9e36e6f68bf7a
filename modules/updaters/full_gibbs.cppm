/// Redraws every brightness from its conditional distribution: p(z_n = 1 | θ) = L̃_n/(1 + L̃_n).
///
/// The way to start a chain at a given θ, and the oracle of the cheaper updates. Cost: N − M queries; rows are fetched a block at
/// a time.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

export module firefly.updaters:full_gibbs;

import firefly.core;
import :gibbs;

namespace firefly {

/// The `BrightnessUpdater` that looks at all data.
export class full_gibbs {
public:
    struct state {
        friend bool operator==(state const&, state const&) = default;
    };

    inline state start() const { return {}; }

    /// Nothing is wanted ahead of time: all rows would be in memory at once.
    template <Brightness Z, Random Source>
    inline void propose(Z const&, state const&, Source&, std::vector<row_index>&) const {}

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state const&, Source& random) const {
        z_stats stats;
        std::vector<row_index> dark;
        row_index const size = target.brightness().size();
        for (row_index first = 0; first < size; first += block_rows) {
            auto const block = std::views::iota(first, std::min(size, first + block_rows));
            dark.clear();
            append_dark(target.brightness(), block, dark);
            target.request(dark);
            target.collect();
            redraw(target, block, random, stats);
        }
        return stats;
    }
};

static_assert(BrightnessUpdater<full_gibbs, archetype::brightness_target, archetype::random>);

}  // namespace firefly
