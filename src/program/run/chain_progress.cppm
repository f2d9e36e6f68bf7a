/// How far a chain is: what is counted of it, what is shown, what is saved.
module;
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program.run:chain_progress;

import firefly;

namespace firefly::program {

/// One chain so far. Sums are over all its iterations after warm-up, kept or not.
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

    /// Records in its log.
    inline std::uint64_t records() const { return warm_up_kept + kept; }
    inline std::uint64_t position() const { return warm_up_iterations + iterations; }
};

/// Mean over the iterations of all chains after warm-up, of one of the sums.
export inline double per_iteration(std::vector<chain_result> const& chains, double chain_result::* sum) {
    double total = 0;
    std::uint64_t iterations = 0;
    for (auto const& chain : chains) {
        total += chain.*sum;
        iterations += chain.iterations;
    }
    return total / static_cast<double>(iterations);
}

/// For checkpoints and messages.
template <class Use>
void with_members(chain_result& result, Use const& use) {
    auto& [warm_up_kept, kept, warm_up_iterations, iterations, bright, queries, acceptance, warm_up_seconds, seconds] = result;
    use(warm_up_kept, kept, warm_up_iterations, iterations, bright, queries, acceptance, warm_up_seconds, seconds);
}

/// What is shown of a chain while it runs: means over its last turn.
export struct chain_status {
    std::uint64_t position = 0;  // iterations, warm-up included
    double bright = 0;
    double queries = 0;
    double acceptance = 0;
};

/// A chain as it stood between two draws. A state without bytes: it has not begun.
export struct chain_snapshot {
    std::string state;
    chain_result result;
};

}  // namespace firefly::program
