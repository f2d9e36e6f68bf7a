/// Draws {n : Bernoulli(q_n)} exactly, in time proportional to Σ q_n.
///
///     lay segments of length Λ_n = −log(1 − q_n) end to end, throw a Poisson process of rate s on the line:
///     segment n is hit with probability q_n(s) = 1 − e^{−sΛ_n},   q_n(1) = q_n
///
/// Points come by exponential steps, and a guide table finds the segment of each. Processes add up: hits of two clocks together are
/// hits of a clock with the lengths added. Lengths are whole numbers of a unit, rounded up: their sums are exact, so that a segment is
/// as long as `length` says. One table serves all chains: 4 bytes a datum, and 12 for every 16 data.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

export module firefly.updaters:poisson_clock;

import firefly.core;

namespace firefly {

/// A handle: copies share the table.
export class poisson_clock {
public:
    /// Λ of each datum, not negative. Throws `invalid_argument` for one that is no such number.
    explicit poisson_clock(std::span<double const> lengths);
    /// The same from a function that gives Λ_n; it is called more than once for each.
    poisson_clock(row_index size, std::function<double(row_index)> const& length);

    inline row_index size() const { return table_->lengths.size(); }
    inline double total() const { return table_->total; }
    /// Λ_n as the table has it: the length of the segment that is hit.
    inline double length(row_index n) const { return table_->lengths[n] * table_->unit; }
    /// q_n(s).
    inline double probability(row_index n, double rate) const { return -std::expm1(-rate * length(n)); }

    /// `use(n)` for every point of a process of this rate, in the order of the line: a segment hit twice comes twice in a row.
    template <Random Source, class Use>
    inline void strike(double rate, Source& random, Use const& use) const {
        for (double at = random.exponential() / rate; at < total(); at += random.exponential() / rate) use(segment(at));
    }

    /// Where a point of [0, total) lies.
    inline row_index segment(double at) const {
        auto const& [lengths, begins, guide, unit, guides_per_length, end] = *table_;
        // The last of all units at most: a point just below the end may be rounded to it.
        std::uint64_t const place = std::min(static_cast<std::uint64_t>(at / unit), begins.back() - 1);
        std::size_t group = guide[static_cast<std::size_t>(at * guides_per_length)];
        while (begins[group + 1] <= place) ++group;
        row_index n = group * group_size;
        for (std::uint64_t edge = begins[group] + lengths[n]; edge <= place; edge += lengths[n]) ++n;
        return n;
    }

private:
    static constexpr std::size_t group_size = 16;  // as many lengths as a cache line holds

    struct table {
        std::vector<std::uint32_t> lengths;  // in units
        std::vector<std::uint64_t> begins;   // where every 16th segment begins, in units, and where the last ends
        std::vector<std::uint32_t> guide;    // equal cells of the line, one a group: the group in which each begins
        double unit;
        double guides_per_length;
        double total;
    };

    std::shared_ptr<table const> table_;
};

}  // namespace firefly
