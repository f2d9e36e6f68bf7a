/// Which data were bright, how often: the ones that the posterior needs to look at, because the bound does not fit them. And how often a
/// chain was outside of the region within which the bound is sharp.
///
/// Counted over the draws that are kept. O(M) a kept draw, M of them bright. Memory for 4096 data a chain, or 8 M: when more have been
/// bright, the rarer half is forgotten, and may come again (as in lossy counting; Manku & Motwani 2002). Only the most frequent are ever told, and
/// these stay.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

export module firefly.program.setup:brightness;

import firefly.external;
import firefly;

namespace firefly::program {

/// Of one chain, on its own thread.
export class bright_counts {
public:
    inline void see(bright_set const& bright, bool is_outside) {
        ++draws_;
        outside_ += is_outside;
        for (std::size_t i = 0; i < bright.count(); ++i) ++counts_[bright.ith_bright(i)];
        if (counts_.size() > std::max(most_counted, 8 * bright.count())) forget_rarer();
    }

    /// "17:0.93 5:0.2": rows, from 1, and the share of draws in which they were bright, the largest first; at most so many.
    std::string in_words(std::size_t most) const;
    /// The share of draws outside of the region within which the bound is sharp.
    inline double share_outside() const { return draws_ == 0 ? 0 : static_cast<double>(outside_) / static_cast<double>(draws_); }

private:
    static constexpr std::size_t most_counted = 4096;

    /// All that were bright at most as often as the median.
    void forget_rarer();

    std::uint64_t draws_ = 0, outside_ = 0;
    std::unordered_map<row_index, std::uint64_t> counts_;
};

export class bright_watch {
public:
    bright_watch(std::size_t chains, std::uint64_t thin) : thin_(thin), counts_(chains), kept_(chains) {}

    inline bright_counts& of(std::size_t chain) { return counts_[chain]; }

    /// Sees a chain after each of its iterations, and counts those that are kept.
    inline void see(std::size_t number, any_chain const& chain) {
        if (chain.current().warm_up || kept_[number]++ % thin_ != 0 || !chain.brightness()) return;
        of(number).see(*chain.brightness(), chain.where().region > 0);
    }

private:
    std::uint64_t thin_;
    std::vector<bright_counts> counts_;
    std::vector<std::uint64_t> kept_;  // iterations after warm-up of each chain
};

/// Rows and shares of all chains together, from what `in_words` said of each, joined.
export std::vector<std::pair<std::uint64_t, double>> brightest_rows(std::string const& fact);

}  // namespace firefly::program
