/// Draws {n : Bernoulli(q_n)} exactly, in time proportional to Σ q_n.
///
///     lay segments of length Λ_n = −log(1 − q_n) end to end, throw a Poisson process of rate s on the line:
///     segment n is hit with probability q_n(s) = 1 − e^{−sΛ_n},   q_n(1) = q_n
///
/// Points come by exponential steps, some at a time, and a guide table finds the segment of each. Processes add up: hits of two clocks together are
/// hits of a clock with the lengths added. Lengths are whole numbers of a unit, 2⁻²⁸ of the longest, rounded up: their sums are exact, so that
/// a segment is as long as `length` says. The table has where each segment ends within its run of 16: one comparison with all of them finds a point.
/// One table serves all chains: 4 bytes per datum, and 12 for every 16 data. In a team each member has the ends of its own rows, and
/// where every 256th segment begins; those that points fall on are read in one exchange for 64 points.
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

    inline row_index size() const { return table_->ends.size(); }
    inline double total() const { return table_->total; }
    /// Λ_n as the table has it: the length of the segment that is hit.
    inline double length(row_index n) const { return (table_->ends[n] - (n % run == 0 ? 0 : table_->ends[n - 1])) * table_->unit; }
    /// In a team: `length` is going to be asked of the data `datum(0)`, …, `datum(count − 1)`. What others have of them comes in one
    /// exchange for 64.
    inline void expect(std::size_t count, auto const& datum) const {
        if (table_->ends.data()) return;
        std::array<std::size_t, 64> groups;
        for (std::size_t i = 0, some = 0; i < count; ++i) {
            groups[some++] = datum(i) / table_->group_size;
            if (some < groups.size() && i + 1 < count) continue;
            table_->ends.want(std::span(groups).first(some));
            some = 0;
        }
    }
    /// q_n(s).
    inline double probability(row_index n, double rate) const { return -portable::expm1(-rate * length(n)); }

    /// `use(n)` for every point of a process of this rate, in the order of the line: a segment hit twice comes twice in a row.
    template <Random Source, class Use>
    inline void strike(double rate, Source& random, Use const& use) const {
        std::array<double, most_points> points;
        std::array<std::size_t, most_points> groups;
        table const& line = *table_;
        std::uint32_t const* const ends = line.ends.data();
        std::size_t const together = points_together(rate);
        double const mean_step = 1 / (rate * line.unit), end = static_cast<double>(line.begins.back());
        double at = 0;  // in units, as all points
        for (std::size_t count = together; count == together;) {
            random.exponentials(vector_out(points).first(together));
            for (count = 0; count < together; ++count) {
                at += points[count] * mean_step;
                if (!(at < end)) break;
                points[count] = at;
                __builtin_prefetch(&line.guide[cell_of(at)]);
            }
            for (std::size_t i = 0; i < count; ++i) {
                groups[i] = group_of(points[i]);
                if (ends != nullptr) __builtin_prefetch(ends + groups[i] * line.group_size);
            }
            if (ends == nullptr) line.ends.want(std::span(groups).first(count));
            for (std::size_t i = 0; i < count; ++i) use(segment_within(groups[i], points[i]));
        }
    }

    /// Where a point of [0, total) lies. Just below the end it may be rounded to that: then the last.
    inline row_index segment(double at) const {
        double const place = std::min(at / table_->unit, static_cast<double>(table_->begins.back() - 1));
        return segment_within(group_of(place), place);
    }

private:
    using table_of_ends = shared_table<std::uint32_t>;

    /// How many segments are looked at together: as many ends as a cache line holds.
    static constexpr std::size_t run = 16;

    /// How many points are made at a time, at most: steps, table cells and ends are then on their way together.
    static constexpr std::size_t most_points = 64;

    /// A multiple of sixteen, as random numbers are made, and enough for a strike in most cases: two standard deviations above the mean.
    inline std::size_t points_together(double rate) const {
        double const expected = total() * rate, enough = expected + 2 * std::sqrt(expected) + 1;
        return enough <= 16 ? 16 : enough <= 32 ? 32 : enough <= 48 ? 48 : most_points;
    }

    struct table {
        table_of_ends
            ends;  // of the segments, in units from where their run begins; the last of all is repeated to the end of its run
        std::size_t group_size;             // one run, or several
        std::vector<std::uint64_t> begins;  // where each group of segments begins, in units, and where the last ends
        std::vector<std::uint32_t> guide;   // equal cells of the line, one per group: the group in which each begins
        double unit;
        double cells_per_unit;
        double total;
    };

    /// Of points in units. By way of signed numbers: a processor has an instruction for these.
    static inline std::uint64_t whole(double at) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(at)); }
    inline std::size_t cell_of(double at) const { return whole(at * table_->cells_per_unit); }

    inline std::size_t group_of(double at) const {
        std::uint64_t const place = whole(at);
        std::size_t group = table_->guide[cell_of(at)];
        while (table_->begins[group + 1] <= place) ++group;
        return group;
    }

    /// Where a point lies whose group is known.
    inline row_index segment_within(std::size_t group, double at) const {
        std::uint64_t const before = table_->begins[group], place = whole(at);
        row_index const first = group * table_->group_size;
        std::size_t const segments = std::min<row_index>(table_->group_size, size() - first);
        if (table_->ends.data()) return first + find(table_->ends.data() + first, segments, place - before);
        table_of_ends::page page;
        table_->ends.read_page(group, page);
        return first + find(page.data(), segments, place - before);
    }

    /// Which of some segments a place is in, counted from where the first of them begins. Within a run as many end before it: without a
    /// branch, which nobody could foretell.
    static inline row_index find(std::uint32_t const* ends, std::size_t count, std::uint64_t place) {
        row_index first = 0;
        for (; first + run < count && ends[first + run - 1] <= place; first += run) place -= ends[first + run - 1];
        std::uint32_t const within = static_cast<std::uint32_t>(place);
        std::uint32_t before = 0;
        for (std::size_t k = 0; k < run; ++k) before += ends[first + k] <= within;
        return first + before;
    }

    std::shared_ptr<table const> table_;
};

}  // namespace firefly
