/// The arithmetic of one iteration of the default sampler, logistic regression with 51 parameters, and nothing else.
///
/// What `bright_gibbs` and `clocked_update` compute, as straight loops over data that stay in the cache: no chain, no lists to keep, no rows
/// to fetch, nothing checked. An iteration of the real chain with the same counts cannot take less, whatever the processor: `bench_speed`
/// holds it against this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firefly::bench {

/// What an iteration had to do.
struct iteration_counts {
    std::size_t bright;      // data in its sweep
    std::size_t fresh;       // of these, how many must be whitened
    std::size_t candidates;  // dark data that were looked at
};

class iteration_floor {
public:
    static constexpr std::size_t dimension = 51;

    iteration_floor();

    /// Computes what these iterations compute. Gives a number that depends on all of it, so that nothing is left out.
    double run(std::span<iteration_counts const> iterations);

private:
    std::vector<double> memory_;  // all tables and vectors, one after the other
    std::uint64_t done_ = 0;
};

}  // namespace firefly::bench
