/// Draws {n : Bernoulli(q_n)} exactly, in time proportional to Σ q_n.
///
///     lay segments of length Λ_n = −log(1 − q_n) end to end, throw a Poisson process of rate s on the line:
///     segment n is hit with probability q_n(s) = 1 − e^{−sΛ_n},   q_n(1) = q_n
///
/// Points come by exponential steps, and a guide table finds the segment of each. Processes add up: hits of two clocks together are
/// hits of a clock with the lengths added. Lengths are whole numbers of a unit, rounded up: their sums are exact, so that a segment is
/// as long as `length` says. One table serves all chains: 4 bytes per datum, and 12 for every 16 data. In a team each member has the lengths
/// of its own rows, and where every 256th segment begins; those that points fall on are read in one exchange for 64 points.
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

export module firefly.updaters:poisson_clock;

import firefly.core;
import firefly.teams;

namespace firefly {

/// A handle: copies share the table.
export class poisson_clock {
public:
    /// Λ of each datum, not negative. Throws `invalid_argument` for one that is no such number.
    explicit poisson_clock(std::span<double const> lengths);
    /// The same from a function that gives Λ_n of this member's rows; it is called more than once for each. All members of a team.
    poisson_clock(row_share const& part, std::function<double(row_index)> const& length);

    inline row_index size() const { return table_->lengths.size(); }
    inline double total() const { return table_->total; }
    /// Λ_n as the table has it: the length of the segment that is hit.
    inline double length(row_index n) const { return table_->lengths[n] * table_->unit; }
    /// In a team: `length` is going to be asked of the data `datum(0)`, …, `datum(count − 1)`. What others have of them comes in one
    /// exchange for 64.
    inline void expect(std::size_t count, auto const& datum) const {
        if (table_->lengths.data()) return;
        std::array<std::size_t, 64> groups;
        for (std::size_t i = 0, some = 0; i < count; ++i) {
            groups[some++] = datum(i) / table_->group_size;
            if (some < groups.size() && i + 1 < count) continue;
            table_->lengths.want(std::span(groups).first(some));
            some = 0;
        }
    }
    /// q_n(s).
    inline double probability(row_index n, double rate) const { return -std::expm1(-rate * length(n)); }

    /// `use(n)` for every point of a process of this rate, in the order of the line: a segment hit twice comes twice in a row.
    template <Random Source, class Use>
    inline void strike(double rate, Source& random, Use const& use) const {
        double at = random.exponential() / rate;
        if (table_->lengths.data()) {
            for (; at < total(); at += random.exponential() / rate) use(segment(at));
            return;
        }
        while (at < total()) {  // a few points ahead, so that what others have of them comes in one exchange
            std::array<double, 64> points;
            std::array<std::size_t, 64> groups;
            std::size_t count = 0;
            for (; at < total() && count < points.size(); at += random.exponential() / rate) {
                points[count] = at;
                groups[count++] = group_of(at);
            }
            table_->lengths.want(std::span(groups).first(count));
            for (std::size_t i = 0; i < count; ++i) use(segment(points[i]));
        }
    }

    /// Where a point of [0, total) lies.
    inline row_index segment(double at) const {
        std::size_t const group = group_of(at);
        std::uint64_t const before = table_->begins[group], place = place_of(at);
        row_index const first = group * table_->group_size;
        if (table_->lengths.data()) return first + find(table_->lengths.data() + first, before, place);
        lengths::page page;
        table_->lengths.read_page(group, page);
        return first + find(page.data(), before, place);
    }

private:
    using lengths = shared_table<std::uint32_t>;

    struct table {
        shared_table<std::uint32_t> lengths;  // in units
        std::size_t group_size;
        std::vector<std::uint64_t> begins;  // where each group of segments begins, in units, and where the last ends
        std::vector<std::uint32_t> guide;   // equal cells of the line, one per group: the group in which each begins
        double unit;
        double guides_per_length;
        double total;
    };

    /// The last of all units at most: a point just below the end may be rounded to it.
    inline std::uint64_t place_of(double at) const {
        return std::min(static_cast<std::uint64_t>(at / table_->unit), table_->begins.back() - 1);
    }

    inline std::size_t group_of(double at) const {
        std::uint64_t const place = place_of(at);
        std::size_t group = table_->guide[static_cast<std::size_t>(at * table_->guides_per_length)];
        while (table_->begins[group + 1] <= place) ++group;
        return group;
    }

    /// Which of some segments a place is in, the first of which begins at `edge`.
    static inline row_index find(std::uint32_t const* segments, std::uint64_t edge, std::uint64_t place) {
        row_index n = 0;
        for (edge += segments[0]; edge <= place; edge += segments[n]) ++n;
        return n;
    }

    std::shared_ptr<table const> table_;
};

}  // namespace firefly
