/// The chains of this process on its threads, and what is known of those of the others.
///
/// Threads take turns with the chains, always with the one that is furthest behind. Whoever conducts the run, the leader or one of the
/// others, looks on from the thread that called: what it sees is copied under a mutex, and no chain waits for it.
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
import :run_chains;
import :run_logs;

namespace firefly::program {

class ensemble {
public:
    /// `listen` takes in what other processes tell, at each look.
    ensemble(
        chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch const& watch,
        std::vector<chain_snapshot> const& saved, std::function<void()> listen = [] {});

    // ---- what the chains of this process do ----

    /// Brings them to so many iterations. False when something stopped them before that.
    bool run_mine(instruction const& given);
    /// They stop after the iteration that they are in; from any thread.
    void halt() { is_halted_ = true; }
    /// What was drawn can be read by others, also on another machine.
    void flush_mine();
    /// When all have stopped: every log is written, every chain saved where it stands.
    void finish_mine();

    // ---- what is known of all chains ----

    std::uint64_t longest() const;
    bool have_all_reached(std::uint64_t target) const;
    std::vector<chain_result> results() const;
    std::vector<fact_list> const& ends() const { return ends_; }
    /// What another process tells of its chains.
    void take_in(follower_report const& report);
    /// What this process tells of its own, with results only when they have stopped.
    follower_report report(follower_report::kind what);
    /// What can be resumed, as this process tells it.
    follower_report report_of(std::span<chain_snapshot const> saved);

    // ---- looking on ----

    /// Shows statuses to the watch, and saves when it is time.
    void look();
    void save_all();

    // ---- failures ----

    /// One chain whose disk is full takes nothing from the others: what the action throws is kept, and all stop.
    void attempt(std::function<void()> const& action);
    bool has_failed() const { return has_failed_; }
    std::exception_ptr failure();

private:
    /// What others see of a chain. Guarded by the mutex.
    struct seen_chain {
        bool busy = false;
        chain_status status;
        chain_snapshot snapshot;
    };

    using stop_condition = std::function<bool(clock::time_point)>;

    void work(std::uint64_t target, stop_condition const& stopped);
    /// The chain that is furthest behind, of those of this process that no thread runs.
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
