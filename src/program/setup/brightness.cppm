/// Counts how often each datum was bright, that is, how often its bound was too loose to stand for its likelihood; and how often a chain
/// was outside the region in which the bound is sharp.
///
/// Counts are over kept draws: O(M) per draw with M bright data. Each chain stores at most max(4096, 8 M) data. When more have been bright,
/// the rarer half is dropped and may be counted again later (lossy counting; Manku & Motwani 2002). Only the most frequent data are
/// reported, and these are never dropped.
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

/// The counts of one chain, used on its thread only.
export class bright_counts {
public:
    inline void see(bright_set const& bright, bool is_outside) {
        ++draws_;
        outside_ += is_outside;
        for (std::size_t i = 0; i < bright.count(); ++i) ++counts_[bright.ith_bright(i)];
        if (counts_.size() > std::max(most_counted, 8 * bright.count())) forget_rarer();
    }

    /// "17:0.93 5:0.2": row numbers from 1 with the share of draws in which each was bright, largest first, at most `most` of them.
    std::string in_words(std::size_t most) const;
    /// The share of draws outside the region in which the bound is sharp.
    inline double share_outside() const { return draws_ == 0 ? 0 : static_cast<double>(outside_) / static_cast<double>(draws_); }

private:
    static constexpr std::size_t most_counted = 4096;

    /// Drops the data that were bright at most as often as the median.
    void forget_rarer();

    std::uint64_t draws_ = 0, outside_ = 0;
    std::unordered_map<row_index, std::uint64_t> counts_;
};

export class bright_watch {
public:
    bright_watch(std::size_t chains, std::uint64_t thin) : thin_(thin), counts_(chains) {}

    inline bright_counts& of(std::size_t chain) { return counts_[chain]; }
    inline std::uint64_t thin() const { return thin_; }

private:
    std::uint64_t thin_;
    std::vector<bright_counts> counts_;
};

/// Rows and mean shares over all chains, parsed from the joined texts of `in_words`.
export std::vector<std::pair<std::uint64_t, double>> brightest_rows(std::string const& fact);

/// The endless stream of draws of a chain. The watch, if there is one, sees the bright data of kept draws.
export template <class Chain>
stream<draw> watched_draws(std::shared_ptr<Chain> chain, std::shared_ptr<bright_watch> watch, std::size_t number) {
    std::uint64_t kept = 0;
    for (;;) {
        chain->advance();
        if (watch && !chain->current().warm_up && kept++ % watch->thin() == 0)
            watch->of(number).see(chain->density().brightness(), chain->density().current().region > 0);
        co_yield chain->current();
    }
}

}  // namespace firefly::program
