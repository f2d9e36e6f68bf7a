/// One chain that threads take turns with: it draws for a twentieth of a second, and what is to be kept goes to its log.
module;
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

module firefly.program.run:chain_turns;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_progress;
import :clock;
import :run_logs;

namespace firefly::program {

/// What all chains of a run have in common. Refers to what it is made of.
struct chain_frame {
    chain_factory const& make;
    run_settings const& settings;
    run_logs& logs;
    std::vector<std::function<void(draw const&)>> const& append;  // see `run_watch`
};

/// Touched by one thread at a time.
class chain_turns {
public:
    /// A chain that begins, or goes on where `saved` was taken. Of one that another process runs only the result is known.
    chain_turns(chain_frame const& frame, std::size_t number, chain_snapshot const* saved, bool is_mine);

    chain_result const& result() const { return result_; }
    chain_status const& status() const { return status_; }
    std::uint64_t position() const { return result_.position(); }
    /// What another process tells of its chain.
    void set_result(chain_result const& result) { result_ = result; }

    /// Draws until `target` iterations, for the time of a turn, or until `stopped(now)`: at least one draw.
    void take_turn(std::uint64_t target, std::function<bool(clock::time_point)> const& stopped);
    /// Where it stands, when its log has all that was drawn until then; nothing for a chain that has not begun or has failed.
    std::optional<chain_snapshot> save();
    clock::time_point last_saved() const { return saved_; }
    /// It threw: its state is not to be saved.
    void mark_failed() { has_failed_ = true; }

private:
    draw const& advance();
    void keep(draw const& current);
    void hand_on(draw const& kept);

    chain_frame const* frame_;
    std::size_t number_;
    std::optional<running_chain> chain_;  // nothing before its first turn
    bool has_started_ = false;
    bool has_failed_ = false;
    chain_result result_;
    chain_status status_;
    clock::time_point flushed_ = clock::now(), saved_ = clock::now();
};

}  // namespace firefly::program
