/// Runs several chains on several threads, and in several processes.
///
/// A free thread advances the chain that is furthest behind, for a twentieth of a second. So all chains have about the same length when a run
/// is stopped, even with more chains than threads. The draws do not depend on the schedule. They are written to logs, not kept in memory.
/// Each process runs its own chains. The leader tells the others how far to run; no process waits for another on the way.
module;
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <vector>

export module firefly.program.run:run_chains;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_progress;
import :run_logs;
import :run_watch;

namespace firefly::program {

export enum class run_end { all_drawn, target_reached, out_of_time, signalled, failed };

export struct run_outcome {
    std::vector<chain_result> chains;
    std::vector<fact_list> ends;  // the result of `run_watch::end` for each chain, from the process that ran it
    run_end end = run_end::all_drawn;
    std::exception_ptr failure;  // null unless `end` is `failed`
};

/// Runs the chains until they have all draws, or until time, a signal, the target of effective draws or a failure stops them. To resume,
/// `saved` holds the snapshots of the chains, and the logs hold their draws so far.
///
/// After a stop by time or signal, shorter chains catch up with the longest for at most two seconds, because many readers want chains of
/// equal length. Draws are logged on the scale of the data. The effective sample size is checked after 100, 200, 400, … kept draws, so that
/// the length of a run does not depend on its speed.
export run_outcome run_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                              run_watch const& watch = {}, std::vector<chain_snapshot> const& saved = {});

/// The counterpart in every other process: runs its chains as the leader instructs, and reports progress and failures to it.
export void serve_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                         run_watch watch, std::vector<chain_snapshot> const& saved);

}  // namespace firefly::program
