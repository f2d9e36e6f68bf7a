/// Gibbs on a random subset of the data: what the explicit updates share. They differ in how the subset is drawn.
///
/// Time and memory are in proportion to the subset, whatever N is.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <vector>

export module firefly.updaters:subset;

import firefly.external;
import firefly.core;
import :gibbs;

namespace firefly {

/// How large the subset is.
export struct explicit_settings {
    double alpha;  // in (0, 1]: the fraction of the data that an iteration picks
};

/// Collects distinct indices in a vector that the caller keeps: a hash table with linear probing while it grows, a list at last.
/// Indices go to cells in proportion to their size. Random subsets are spread evenly, so that this is as good as any hash, and the
/// list comes out nearly sorted: rows are then fetched nearly in the order in which they lie.
class subset_builder {
public:
    /// For at most `most` of the indices 0, …, data − 1. Two cells for each of them: a search ends after about two.
    inline subset_builder(std::vector<row_index>& cells, row_index most, row_index data)
        : cells_(cells), cells_per_index_(2 * static_cast<double>(most) / static_cast<double>(data)) {
        cells_.assign(2 * most, empty);
    }

    /// False when it was there already.
    inline bool insert(row_index n) {
        std::size_t const last = cells_.size() - 1;
        std::size_t i = std::min(static_cast<std::size_t>(static_cast<double>(n) * cells_per_index_), last);
        while (cells_[i] != empty) {
            if (cells_[i] == n) return false;
            i = i == last ? 0 : i + 1;
        }
        cells_[i] = n;
        return true;
    }

    /// Leaves the indices and nothing else in the vector.
    inline void finish() { std::erase(cells_, empty); }

private:
    static constexpr row_index empty = std::numeric_limits<row_index>::max();
    std::vector<row_index>& cells_;
    double cells_per_index_;
};

class subset_gibbs {
public:
    /// What `propose` picked, for `decide`; empty between iterations.
    struct state {
        std::vector<row_index> picks = {};
        inline static auto members(auto& self) { return std::tie(self.picks); }
        inline bool is_possible() const { return picks.empty(); }
        friend bool operator==(state const&, state const&) = default;
    };

    inline state start() const { return {}; }

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state& state, Source& random) const {
        z_stats stats;
        redraw(target, state.picks, random, stats);
        state.picks.clear();
        return stats;
    }

protected:
    /// Throws `invalid_argument` unless alpha lies in (0, 1].
    subset_gibbs(std::string_view updater, explicit_settings settings);

    /// ⌈αN⌉.
    row_index size(row_index data) const;

private:
    double alpha_;
};

}  // namespace firefly
