/// All chains of a run as one process sees them: it runs its own on its threads, and knows what other processes report of theirs.
///
/// A free thread always advances the chain that is furthest behind. The thread that called `run_mine` watches: it reads copies that are
/// made under a mutex, so no chain waits for it.
module;
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

module firefly.program.run:ensemble;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_progress;
import :chain_turns;
import :clock;
import :messages;
import :run_logs;
import :run_watch;

namespace firefly::program {

class ensemble {
public:
    /// `listen` is called at each look and takes in the messages of other processes.
    ensemble(
        chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch const& watch,
        std::vector<chain_snapshot> const& saved, std::function<void()> listen = [] {});

    // ---- the chains of this process ----

    /// Advances them to the target of the instruction. False if something stopped them earlier.
    bool run_mine(instruction const& given);
    /// Stops them after the current iteration. May be called from any thread.
    void halt() { is_halted_ = true; }
    /// Makes what was drawn readable by other processes, also on other machines.
    void flush_mine();
    /// After all have stopped: writes every log and takes a snapshot of every chain.
    void finish_mine();

    // ---- all chains ----

    std::uint64_t longest() const;
    bool have_all_reached(std::uint64_t target) const;
    std::vector<chain_result> results() const;
    std::vector<fact_list> const& ends() const { return ends_; }
    /// Stores what another process reports of its chains.
    void take_in(follower_report const& report);
    /// The report of this process on its chains. Results are included only after they have stopped.
    follower_report report(follower_report::kind what);
    /// The report that carries snapshots.
    follower_report report_of(std::span<chain_snapshot const> saved);

    // ---- watching ----

    /// Passes statuses to the watch, and saves if it is time.
    void look();
    void save_all();

    // ---- failures ----

    /// Runs the action. If it throws, the first exception is kept and all chains stop; none of them loses draws.
    void attempt(std::function<void()> const& action);
    bool has_failed() const { return has_failed_; }
    std::exception_ptr failure();

private:
    /// The copy that the watching thread sees. Guarded by the mutex.
    struct seen_chain {
        bool busy = false;
        chain_status status;
        chain_snapshot snapshot;
    };

    using stop_condition = std::function<bool(clock::time_point)>;

    void work(std::uint64_t target, stop_condition const& stopped);
    /// The chain of this process that is furthest behind, among those that no thread is running.
    std::optional<std::size_t> take(std::uint64_t target);
    void give_back(std::size_t i);
    void take_snapshot(std::size_t i);
    void save();
    void fail(std::exception_ptr failure);
    std::string failure_in_words();

    run_settings const& settings_;
    run_logs& logs_;
    processes const& all_;
    run_watch const& watch_;
    std::function<void()> listen_;
    chain_frame frame_;
    std::vector<chain_turns> chains_;
    clock::time_point saved_ = clock::now();
    std::atomic<double> save_interval_ = 1;
    std::atomic<bool> has_failed_ = false, is_halted_ = false;

    std::mutex mutex_;
    std::condition_variable ended_;
    std::vector<seen_chain> seen_;
    std::vector<fact_list> ends_;
    std::size_t active_ = 0;  // threads that have not ended
    std::exception_ptr failure_;
};

}  // namespace firefly::program
