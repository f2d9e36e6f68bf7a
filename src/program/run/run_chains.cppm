/// Several chains on several threads, side by side: what stops them, and what is kept of them.
///
/// Threads take turns with the chains, for a twentieth of a second each, always with the one that is furthest behind: also with more chains
/// than threads all are about equally long when a run is stopped. The draws do not depend on any of this. They go to logs and not into
/// memory. Of several processes each runs its own chains; the first tells the others how far to go, and nobody waits for anybody on the way.
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

namespace firefly::program {

/// A run that failed while it drew. What `sample` throws says what was saved.
export class run_failure : public error {
public:
    using error::error;
};

/// Who looks on while chains run, on the thread that called `run_chains`.
export struct run_watch {
    std::function<void(std::span<chain_status const>)> look = [](auto) {};  // about ten times a second
    std::function<void(std::span<chain_snapshot const>)> save = {};  // once a second or less often, and when all have stopped
    std::vector<std::function<void(draw const&)>> append = {};       // one a chain, on the chain's thread: every draw that is kept
    std::function<fact_list(std::size_t)> end = [](auto) { return fact_list{}; };  // what is to be said of a chain when all is done
};

export enum class run_end { all_drawn, target_reached, out_of_time, signalled, failed };

export struct run_outcome {
    std::vector<chain_result> chains;
    std::vector<fact_list> ends;  // what `run_watch::end` said of each chain, in the process that ran it
    run_end end = run_end::all_drawn;
    std::exception_ptr failure;  // where it failed
};

/// Runs the chains on as many threads as are asked for until they have all draws, or something else stops them. `saved` says where they stood
/// when they are to go on; their logs have all that was drawn until then.
/// Stopped by time or signal, chains that are behind the longest catch up with it for at most two seconds: many readers want chains of
/// one length. Draws are kept on the scale of the data. The effective sample size is looked at after 100, 200, 400, … kept draws, so that where a run stops does not depend on time.
export run_outcome run_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                              run_watch const& watch = {}, std::vector<chain_snapshot> const& saved = {});

/// The same in a process that does not lead: runs its chains as it is told, and tells the leader how far they are, also that one failed.
export void serve_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                         run_watch watch, std::vector<chain_snapshot> const& saved);

}  // namespace firefly::program
