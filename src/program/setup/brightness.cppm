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
#include <functional>
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

    /// "17:0.93 5:0.2": row numbers from 1 with the share of draws in which each was bright, largest first, at most `most` of them. Where `datum`
    /// says that rows are of one datum, it is counted by the one that is bright more often.
    std::string in_words(std::size_t most, std::function<row_index(row_index)> const& datum = {}) const;
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
    /// `datum` says which row of the data a row of the model is; nothing where they are the same.
    bright_watch(std::size_t chains, std::uint64_t thin, std::function<row_index(row_index)> datum = {})
        : thin_(thin), datum_(std::move(datum)), counts_(chains), kept_(chains) {}

    inline bright_counts& of(std::size_t chain) { return counts_[chain]; }
    inline std::string in_words(std::size_t chain, std::size_t most) const { return counts_[chain].in_words(most, datum_); }

    /// Sees a chain after each of its iterations, and counts those that are kept.
    inline void see(std::size_t number, any_chain const& chain) {
        if (chain.current().warm_up || kept_[number]++ % thin_ != 0 || !chain.brightness()) return;
        of(number).see(*chain.brightness(), chain.where().region > 0);
    }

private:
    std::uint64_t thin_;
    std::function<row_index(row_index)> datum_;
    std::vector<bright_counts> counts_;
    std::vector<std::uint64_t> kept_;  // iterations after warm-up of each chain
};

/// Rows and mean shares over all chains, parsed from the joined texts of `in_words`.
export std::vector<std::pair<std::uint64_t, double>> brightest_rows(std::string const& fact);

}  // namespace firefly::program
