/// One chain, advanced in turns of a twentieth of a second by whichever thread is free. Kept draws go to its log.
module;
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

module firefly.program.run:chain_turns;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_progress;
import :clock;
import :run_logs;

namespace firefly::program {

/// What all chains of a run share. Holds references: its parts must outlive it.
struct chain_frame {
    chain_factory const& make;
    run_settings const& settings;
    run_logs& logs;
};

/// Used by one thread at a time.
class chain_turns {
public:
    /// A new chain, or one that resumes from `saved`. If another process runs it, only its result is stored.
    chain_turns(chain_frame const& frame, std::size_t number, chain_snapshot const* saved, bool is_mine);

    chain_result const& result() const { return result_; }
    chain_status const& status() const { return status_; }
    std::uint64_t position() const { return result_.position(); }
    /// For a chain that another process runs.
    void set_result(chain_result const& result) { result_ = result; }

    /// Draws at least once, unless the chain has failed, then until `target` iterations are reached, the turn is over, or `stopped(now)` is true.
    void take_turn(std::uint64_t target, std::function<bool(clock::time_point)> const& stopped);
    /// Flushes the log and returns the state of the chain; empty if the chain has not started or has failed.
    std::optional<chain_snapshot> save();
    clock::time_point last_saved() const { return saved_; }
    /// The chain threw an exception: it draws no more, and its state must not be saved.
    void mark_failed() { has_failed_ = true; }

private:
    draw const& advance();
    void keep(draw const& current);

    chain_frame const* frame_;
    std::size_t number_;
    std::shared_ptr<any_chain> chain_;  // nothing before its first turn
    bool has_failed_ = false;
    chain_result result_;
    chain_status status_;
    clock::time_point flushed_ = clock::now(), saved_ = clock::now();
};

}  // namespace firefly::program
