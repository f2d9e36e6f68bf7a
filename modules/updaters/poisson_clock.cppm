/// Draws {n : Bernoulli(q_n)} exactly, in time proportional to Σ q_n.
///
///     lay segments of length Λ_n = −log(1 − q_n) end to end, throw a Poisson process of rate s on the line:
///     segment n is hit with probability q_n(s) = 1 − e^{−sΛ_n},   q_n(1) = q_n
///
/// Points come by exponential steps, and a guide table finds the segment of each. Processes add up: hits of two clocks together are
/// hits of a clock with the lengths added. One table serves all chains: 8 bytes a datum, and 4 for each guide, of which there are N/4.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
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

    inline row_index size() const { return table_->edges.size() - 1; }
    inline double total() const { return table_->edges.back(); }
    /// Λ_n as the table has it: the length of the segment that is hit.
    inline double length(row_index n) const { return table_->edges[n + 1] - table_->edges[n]; }
    /// q_n(s).
    inline double probability(row_index n, double rate) const { return -std::expm1(-rate * length(n)); }

    /// `use(n)` for every point of a process of this rate, in the order of the line: a segment hit twice comes twice in a row.
    template <Random Source, class Use>
    inline void strike(double rate, Source& random, Use const& use) const {
        for (double at = random.exponential() / rate; at < total(); at += random.exponential() / rate) use(segment(at));
    }

    /// Where a point of [0, total) lies.
    inline row_index segment(double at) const {
        auto const& edges = table_->edges;
        row_index n = table_->guide[static_cast<std::size_t>(at * table_->guides_per_length)];
        while (edges[n + 1] <= at) ++n;
        return n;
    }

private:
    struct table {
        std::vector<double> edges;         // N + 1: where segments begin and end
        std::vector<std::uint32_t> guide;  // equal cells of the line: the segment in which each begins
        double guides_per_length;
    };

    std::shared_ptr<table const> table_;
};

}  // namespace firefly
