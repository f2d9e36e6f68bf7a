/// Redraws the brightness of one block of the data, the next block at the next iteration.
///
///     z_n ~ Bernoulli(L̃_n/(1 + L̃_n))   for each n of the block
///
/// Each block leaves the distribution of z given θ invariant, and so does their sequence, though it is not reversible. Rows are read
/// in the order in which they lie: for data on disk. Cost: a query for each datum of the block that is dark; the bright ones' L̃ are
/// known from the θ step.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <tuple>
#include <vector>

export module firefly.updaters:deterministic_sweep;

import firefly.core;
import :gibbs;

namespace firefly {

/// How long a block is.
export struct sweep_settings {
    row_index block;  // at least 1: data redrawn in an iteration. The last block of a sweep may be shorter.
};

/// The `BrightnessUpdater` that goes through the data block by block.
export class deterministic_sweep {
public:
    /// The first datum of the next block.
    struct state {
        row_index next = 0;
        inline static auto members(auto& self) { return std::tie(self.next); }
        friend bool operator==(state const&, state const&) = default;
    };

    /// Throws `invalid_argument` for a block of 0.
    explicit deterministic_sweep(sweep_settings settings);

    inline state start() const { return {}; }

    template <Brightness Z, Random Source>
    inline void propose(Z const& z, state const& state, Source&, std::vector<row_index>& wanted) const {
        append_dark(z, block(state, z.size()), wanted);
    }

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state& state, Source& random) const {
        z_stats stats;
        row_index const size = target.brightness().size();
        auto const data = block(state, size);
        redraw(target, data, random, stats);
        state.next = (data.front() + data.size()) % size;
        return stats;
    }

private:
    inline std::ranges::iota_view<row_index, row_index> block(state const& state, row_index size) const {
        row_index const first = state.next % size;
        return std::views::iota(first, first + std::min(block_, size - first));
    }

    row_index block_;
};

static_assert(BrightnessUpdater<deterministic_sweep, archetype::brightness_target, archetype::random>);

}  // namespace firefly
