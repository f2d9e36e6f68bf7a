/// A team whose members are threads of one process: what a team promises, without MPI, and under sanitizers.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

import firefly;

namespace firefly::testing {

/// What all members share.
struct thread_team_state {
    using memory = std::vector<std::vector<std::byte>>;  // of each member

    explicit thread_team_state(std::size_t size) : barrier(static_cast<std::ptrdiff_t>(size)), messages(size) {}

    std::barrier<> barrier;
    memory messages;
    std::mutex mutex;
    std::vector<std::shared_ptr<memory>> windows;
};

/// Reads what was asked for when it is completed, and not before: whoever forgets that gets nothing.
class thread_window final : public window {
public:
    thread_window(std::shared_ptr<thread_team_state::memory> memory, std::size_t rank) : memory_(std::move(memory)), rank_(rank) {}

    std::span<std::byte> mine() final { return (*memory_)[rank_]; }
    void get(std::size_t member, std::size_t offset, std::span<std::byte> into) const final {
        std::lock_guard const lock(mutex_);
        posted_.push_back({std::span((*memory_)[member]).subspan(offset, into.size()), into});
    }
    void complete() const final {
        std::lock_guard const lock(mutex_);
        for (auto const& [from, into] : posted_) std::ranges::copy(from, into.begin());
        posted_.clear();
    }

private:
    struct transfer {
        std::span<std::byte const> from;
        std::span<std::byte> into;
    };

    std::shared_ptr<thread_team_state::memory> memory_;
    std::size_t rank_;
    mutable std::mutex mutex_;
    mutable std::vector<transfer> posted_;
};

class thread_team final : public team {
public:
    thread_team(std::shared_ptr<thread_team_state> state, std::size_t rank) : state_(std::move(state)), rank_(rank) {}

    std::size_t size() const final { return state_->messages.size(); }
    std::size_t rank() const final { return rank_; }
    void meet() const final { state_->barrier.arrive_and_wait(); }

    std::vector<std::byte> gather(std::span<std::byte const> mine) const final {
        state_->messages[rank_].assign(mine.begin(), mine.end());
        meet();
        std::vector<std::byte> all;
        for (auto const& message : state_->messages) all.insert(all.end(), message.begin(), message.end());
        meet();
        return all;
    }

    std::shared_ptr<window> open_window(std::size_t bytes) const final {
        std::shared_ptr<thread_team_state::memory> memory;
        {
            std::lock_guard const lock(state_->mutex);
            if (state_->windows.size() == windows_) state_->windows.push_back(std::make_shared<thread_team_state::memory>(size()));
            memory = state_->windows[windows_++];
        }
        (*memory)[rank_].resize(bytes);
        meet();
        return std::make_shared<thread_window>(std::move(memory), rank_);
    }

private:
    std::shared_ptr<thread_team_state> state_;
    std::size_t rank_;
    mutable std::size_t windows_ = 0;
};

/// `work(team)` for every member of a team, each on a thread of its own. What one throws is thrown again; the others must not wait for it.
template <class Work>
void run_as_team(std::size_t size, Work const& work) {
    auto const state = std::make_shared<thread_team_state>(size);
    std::vector<std::exception_ptr> failures(size);
    {
        std::vector<std::jthread> members;
        for (std::size_t rank = 0; rank < size; ++rank)
            members.emplace_back([&, rank] {
                try {
                    work(std::shared_ptr<team const>(std::make_shared<thread_team>(state, rank)));
                } catch (...) { failures[rank] = std::current_exception(); }
            });
    }
    for (auto const& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

/// In teams of one, and of more than there are blocks for.
template <class Check>
void check_in_teams(Check const& check) {
    for (std::size_t const size : {1, 2, 3, 5}) {
        CAPTURE(size);
        run_as_team(size, check);
    }
}

}  // namespace firefly::testing
