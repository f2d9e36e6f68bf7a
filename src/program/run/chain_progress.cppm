/// The progress of a chain: what is counted, what is shown, what is saved.
module;
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program.run:chain_progress;

import firefly;

namespace firefly::program {

/// Counts and sums of one chain so far. Sums are over all iterations after warm-up, kept or not.
export struct chain_result {
    std::uint64_t warm_up_kept = 0;
    std::uint64_t kept = 0;
    std::uint64_t warm_up_iterations = 0;
    std::uint64_t iterations = 0;
    double bright = 0;
    double queries = 0;
    double acceptance = 0;
    double warm_up_seconds = 0;
    double seconds = 0;

    /// The number of records in its log.
    inline std::uint64_t records() const { return warm_up_kept + kept; }
    inline std::uint64_t position() const { return warm_up_iterations + iterations; }
};

/// The mean per iteration after warm-up, over all chains, of one of the sums.
export inline double per_iteration(std::vector<chain_result> const& chains, double chain_result::* sum) {
    double total = 0;
    std::uint64_t iterations = 0;
    for (auto const& chain : chains) {
        total += chain.*sum;
        iterations += chain.iterations;
    }
    return total / static_cast<double>(iterations);
}

/// Lists the members for checkpoints and messages.
template <class Use>
void with_members(chain_result& result, Use const& use) {
    auto& [warm_up_kept, kept, warm_up_iterations, iterations, bright, queries, acceptance, warm_up_seconds, seconds] = result;
    use(warm_up_kept, kept, warm_up_iterations, iterations, bright, queries, acceptance, warm_up_seconds, seconds);
}

/// What is shown while a chain runs: means over its last turn.
export struct chain_status {
    std::uint64_t position = 0;  // iterations, warm-up included
    double bright = 0;
    double queries = 0;
    double acceptance = 0;
};

/// A chain between two draws, as bytes that it can be resumed from. Empty bytes: it has not started.
export struct chain_snapshot {
    std::string state;
    chain_result result;
};

}  // namespace firefly::program
