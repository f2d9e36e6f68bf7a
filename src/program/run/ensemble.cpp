module;
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_turns;
import :clock;
import :ensemble;

namespace firefly::program {

namespace {

using namespace std::chrono_literals;

constexpr auto glance = 100ms;  // between two looks

}  // namespace

ensemble::ensemble(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                   run_watch const& watch, std::vector<chain_snapshot> const& saved, std::function<void()> listen)
    : settings_(settings),
      logs_(logs),
      all_(all),
      watch_(watch),
      listen_(std::move(listen)),
      frame_{make, settings, logs, watch.append},
      seen_(settings.chains),
      ends_(settings.chains) {
    for (std::size_t i = 0; i < settings.chains; ++i) {
        chains_.emplace_back(frame_, i, i < saved.size() ? &saved[i] : nullptr, all.runs(i));
        if (i < saved.size()) seen_[i] = {false, chains_[i].status(), saved[i]};
    }
}

bool ensemble::run_mine(instruction const& given) {
    auto const deadline = clock::now() + as_duration(given.seconds);
    stop_condition const stopped = [this, deadline, &given](clock::time_point now) {
        return has_failed_ || is_halted_ || (given.heeds_signals && stop_requested) || now >= deadline;
    };
    std::uint64_t const target = given.target;
    is_halted_ = false;
    active_ = std::min(settings_.threads, logs_.mine().size());
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = active_; i > 0; --i) workers.emplace_back([&] { work(target, stopped); });
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, glance, [&] { return active_ == 0; })) {
            lock.unlock();
            look();
            lock.lock();
        }
    }
    look();
    return std::ranges::all_of(logs_.mine(), [&](auto const& log) { return chains_[log.first].position() >= target; });
}

void ensemble::flush_mine() {
    for (auto const& [i, log] : logs_.mine())
        attempt([&] {
            logs_[i].flush();
            logs_[i].sync();
        });
}

void ensemble::finish_mine() {
    for (auto const& [i, log] : logs_.mine()) {
        attempt([&] { logs_[i].flush(); });
        if (watch_.save) attempt([&] { take_snapshot(i); });
        ends_[i] = watch_.end(i);
    }
}

std::uint64_t ensemble::longest() const {
    return std::ranges::max_element(chains_, {}, &chain_turns::position)->position();
}

bool ensemble::have_all_reached(std::uint64_t target) const {
    return std::ranges::all_of(chains_, [&](chain_turns const& chain) { return chain.position() >= target; });
}

std::vector<chain_result> ensemble::results() const {
    std::vector<chain_result> results;
    for (auto const& chain : chains_) results.push_back(chain.result());
    return results;
}

void ensemble::take_in(follower_report const& report) {
    std::lock_guard const lock(mutex_);
    for (auto const& chain : report.chains) {
        seen_[chain.chain].status = chain.status;
        if (!chain.state.empty()) seen_[chain.chain].snapshot = {chain.state, chain.result};
        if (report.what == follower_report::kind::going) continue;
        chains_[chain.chain].set_result(chain.result);
        ends_[chain.chain] = chain.end;
    }
    if (report.is_signalled) stop_requested = true;
    if (report.failure.empty() || failure_) return;
    failure_ = std::make_exception_ptr(run_failure(report.failure));
    has_failed_ = true;
}

follower_report ensemble::report(follower_report::kind what) {
    follower_report report{.what = what, .chains = {}, .failure = failure_in_words(), .is_signalled = stop_requested};
    std::lock_guard const lock(mutex_);
    for (auto const& [i, log] : logs_.mine()) {
        report.chains.push_back({.chain = i, .status = seen_[i].status, .result = {}, .state = {}, .end = ends_[i]});
        if (what != follower_report::kind::going) report.chains.back().result = chains_[i].result();
    }
    return report;
}

follower_report ensemble::report_of(std::span<chain_snapshot const> saved) {
    follower_report report;
    std::lock_guard const lock(mutex_);
    for (auto const& [i, log] : logs_.mine()) report.chains.push_back({i, seen_[i].status, saved[i].result, saved[i].state, {}});
    return report;
}

void ensemble::look() {
    attempt(listen_);
    std::vector<chain_status> statuses;
    {
        std::lock_guard const lock(mutex_);
        for (auto const& chain : seen_) statuses.push_back(chain.status);
    }
    attempt([&] {
        watch_.look(statuses);
        if (watch_.save && seconds(clock::now() - saved_) > save_interval_) save();
    });
}

void ensemble::save_all() {
    if (watch_.save) attempt([&] { save(); });
}

void ensemble::attempt(std::function<void()> const& action) {
    try {
        action();
    } catch (...) { fail(std::current_exception()); }
}

std::exception_ptr ensemble::failure() {
    std::lock_guard const lock(mutex_);
    return failure_;
}

void ensemble::work(std::uint64_t target, stop_condition const& stopped) {
    for (;;) {
        auto const i = stopped(clock::now()) ? std::nullopt : take(target);
        if (!i) break;
        chain_turns& chain = chains_[*i];
        try {
            chain.take_turn(target, stopped);
            // Ready when the next file is.
            if (watch_.save && seconds(clock::now() - chain.last_saved()) > 0.8 * save_interval_) take_snapshot(*i);
        } catch (...) {
            chain.mark_failed();
            fail(std::current_exception());
        }
        give_back(*i);
    }
    std::lock_guard const lock(mutex_);
    if (--active_ == 0) ended_.notify_one();
}

std::optional<std::size_t> ensemble::take(std::uint64_t target) {
    std::lock_guard const lock(mutex_);
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < seen_.size(); ++i)
        if (all_.runs(i) && !seen_[i].busy && seen_[i].status.position < target &&
            (!best || seen_[i].status.position < seen_[*best].status.position))
            best = i;
    if (best) seen_[*best].busy = true;
    return best;
}

void ensemble::give_back(std::size_t i) {
    std::lock_guard const lock(mutex_);
    seen_[i].status = chains_[i].status();
    seen_[i].busy = false;
}

void ensemble::take_snapshot(std::size_t i) {
    auto snapshot = chains_[i].save();
    if (!snapshot) return;
    std::lock_guard const lock(mutex_);
    seen_[i].snapshot = std::move(*snapshot);
}

/// Chains run on meanwhile. At most a twentieth of the time is spent on it, however slow the disk is.
void ensemble::save() {
    auto const start = clock::now();
    std::vector<chain_snapshot> snapshots;
    {
        std::lock_guard const lock(mutex_);
        for (auto const& chain : seen_) snapshots.push_back(chain.snapshot);
    }
    for (auto const& [i, log] : logs_.mine()) log.sync();
    watch_.save(snapshots);
    saved_ = clock::now();
    save_interval_ = std::max(1.0, 20 * seconds(saved_ - start));
}

void ensemble::fail(std::exception_ptr failure) {
    std::lock_guard const lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    has_failed_ = true;
}

std::string ensemble::failure_in_words() {
    auto const what = failure();
    if (!what) return {};
    try {
        std::rethrow_exception(what);
    } catch (std::exception const& failure) { return failure.what(); }
}

}  // namespace firefly::program
