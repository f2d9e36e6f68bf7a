/// The progress of a chain: what is counted, what is shown, what is saved.
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
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
    static auto members(auto& self) {
        return std::tie(self.warm_up_kept, self.kept, self.warm_up_iterations, self.iterations, self.bright, self.queries,
                        self.acceptance, self.warm_up_seconds, self.seconds);
    }
    inline bool is_possible() const {
        bool const are_sums = std::ranges::all_of(std::array{bright, queries, acceptance, warm_up_seconds, seconds},
                                                  [](double sum) { return sum >= 0 && std::isfinite(sum); });
        constexpr std::uint64_t most = std::uint64_t{1} << 60;  // so that sums of counts are counts
        return are_sums && kept <= iterations && warm_up_kept <= warm_up_iterations &&
               std::max(iterations, warm_up_iterations) < most;
    }
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

/// What is shown of a chain while it runs: means over its last turn.
export struct chain_status {
    std::uint64_t position = 0;  // iterations, warm-up included
    double bright = 0;
    double queries = 0;
    double acceptance = 0;
    static auto members(auto& self) { return std::tie(self.position, self.bright, self.queries, self.acceptance); }
};

/// A chain between two draws, as bytes that it can be resumed from. Empty bytes: it has not started.
export struct chain_snapshot {
    std::string state;
    chain_result result;

    static auto members(auto& self) { return std::tie(self.state, self.result); }
};

}  // namespace firefly::program
