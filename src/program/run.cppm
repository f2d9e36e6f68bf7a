/// Several chains on several threads, and what is kept of them.
module;
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

export module firefly.program:run;

import firefly;

namespace firefly::program {

/// The draws of one chain; nothing has run yet.
export using chain_maker = std::function<stream<draw>(chain_options)>;

export struct run_settings {
    std::size_t chains = 4;
    std::uint64_t warm_up = 1000;
    std::uint64_t draws = 1000;
    std::uint64_t thin = 1;  // of so many draws one is kept
    std::uint64_t seed = 1;
    std::size_t threads = 1;
    double max_seconds = infinity;  // a chain's time for sampling, warm-up not counted
};

/// One chain after warm-up. Sums are over all its iterations, kept or not.
export struct chain_result {
    std::vector<std::vector<double>> parameters;  // for each parameter the draws that were kept
    std::uint64_t kept = 0;
    std::uint64_t iterations = 0;
    double bright = 0;
    double queries = 0;
    double acceptance = 0;
    double warm_up_seconds = 0;
    double seconds = 0;
};

/// Where a chain's draws go besides, on the chain's own thread.
export struct draw_sink {
    std::function<void(draw const&)> append = [](draw const&) {};          // of warm-up all, afterwards those that are kept
    std::function<void(fact_list const&)> tell = [](fact_list const&) {};  // what the end of the chain knows, before `finish`
    std::function<void(chain_result const&)> finish = [](chain_result const&) {};  // when the chain has ended, if it drew anything
};

/// Set by a signal handler, or when one chain fails: all stop after the iteration they are in.
export inline std::atomic<bool> stop_requested = false;

/// Runs the chains, each with its own sink, on as many threads as are asked for. The draws do not depend on how many those are. Chains
/// that had no draw when the run was stopped are left out of the result.
export std::vector<chain_result> run_chains(chain_maker const& make, run_settings const& settings,
                                            std::vector<draw_sink> const& sinks);

/// Mean of a sum over iterations of all chains.
export double per_iteration(std::vector<chain_result> const& chains, double chain_result::* sum);

/// One line a parameter, of the draws that all chains have.
export std::vector<summary> summarise_all(std::vector<chain_result> const& chains, std::vector<std::string> const& names);

/// The smallest effective sample size (bulk) of any parameter; NaN when one has none.
export double least_effective(std::vector<summary> const& lines);

}  // namespace firefly::program
