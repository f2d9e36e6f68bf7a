module;
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
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

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;

namespace firefly::program {

namespace {

using clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto turn = 50ms;          // of a chain on a thread
constexpr auto glance = 100ms;       // between two looks
constexpr auto nap = 1ms;            // of a process that waits for others
constexpr auto flush_interval = 1s;  // what a killed run may lose
constexpr auto catch_up_time = 2s;
constexpr std::uint64_t first_check = 100;  // kept draws

double seconds(clock::duration span) {
    return std::chrono::duration<double>(span).count();
}

/// A longer time than the clock can hold is no limit: thirty years.
clock::duration as_duration(double seconds) {
    return std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

/// One parameter, in the draws that all chains have.
std::vector<std::vector<double>> draws_of(std::vector<draw_log_reader> const& chains, std::size_t parameter) {
    std::vector<std::size_t> lengths;
    for (auto const& chain : chains) lengths.push_back(chain.size() - chain.warm_up());
    std::vector<std::vector<double>> draws;
    for (auto const& chain : chains) draws.push_back(chain.parameter(parameter, std::ranges::min(lengths)));
    return draws;
}

/// A chain and all that belongs to it. Touched by one thread at a time.
struct member {
    std::shared_ptr<any_chain> chain;  // nothing before its first turn
    bool has_failed = false;
    chain_result result;
    chain_status status;
    clock::time_point flushed = clock::now(), saved = clock::now();
};

/// What others see of it. Guarded by the ensemble's mutex.
struct public_member {
    bool busy = false;
    chain_status status;
    chain_snapshot snapshot;
};

class ensemble {
public:
    ensemble(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch const& watch,
             std::vector<chain_snapshot> const& saved)
        : make_(make),
          settings_(settings),
          logs_(logs),
          all_(all),
          watch_(watch),
          members_(settings.chains),
          seen_(settings.chains),
          ends_(settings.chains) {
        for (std::size_t i = 0; i < saved.size(); ++i) {
            members_[i].result = saved[i].result;
            members_[i].status.position = saved[i].result.position();
            if (!saved[i].state.empty() && all.runs(i)) members_[i].chain = make.resume(saved[i].state);
            seen_[i] = {false, members_[i].status, saved[i]};
        }
    }

    std::uint64_t longest() const {
        return std::ranges::max_element(members_, {}, [](member const& m) { return m.result.position(); })->result.position();
    }

    /// Brings every chain to so many iterations, in all processes. False when something stopped them before that.
    bool run_until(std::uint64_t target, clock::time_point deadline, bool heed_signals) {
        instruction const go{.target = target, .seconds = seconds(deadline - clock::now()), .heeds_signals = heed_signals};
        instruct_all(go);
        bool is_stopped = !run_mine(go);
        auto seen = clock::now();
        for (bool is_told = false; has_others_going(); attempt([&] { listen(); })) {
            is_stopped = is_stopped || has_failed_ || (heed_signals && stop_requested);
            if (is_stopped && !std::exchange(is_told, true)) instruct_all({.what = instruction::kind::halt});
            std::this_thread::sleep_for(nap);
            if (clock::now() - seen < glance) continue;
            look();
            seen = clock::now();
        }
        return std::ranges::all_of(members_, [&](member const& m) { return m.result.position() >= target; });
    }

    /// The same for the chains of this process alone.
    bool run_mine(instruction const& given) {
        auto const deadline = clock::now() + as_duration(given.seconds);
        auto const stopped = [this, deadline, &given](clock::time_point now) {
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
        return std::ranges::all_of(logs_.mine(), [&](auto const& log) { return members_[log.first].result.position() >= target; });
    }

    /// What was drawn can be read by others, also on another machine.
    void flush_mine() {
        for (auto const& [i, log] : logs_.mine())
            attempt([&] {
                logs_[i].flush();
                logs_[i].sync();
            });
    }

    double least_effective_so_far() {
        auto const chains = read_logs(logs_);
        double least = infinity;
        for (std::size_t p = 0; p < chains.front().parameters(); ++p) {
            double const effective = ess_bulk(draws_of(chains, p));
            if (std::isnan(effective)) return effective;
            least = std::min(least, effective);
        }
        return least;
    }

    /// When all have stopped: every log written, every chain saved where it stands, in all processes.
    run_outcome finish(run_end end) {
        instruct_all({.what = instruction::kind::finish});
        finish_mine();
        for (; has_others_going(); listen()) std::this_thread::sleep_for(nap);
        save_all();
        run_outcome outcome{{}, ends_, failure_ ? run_end::failed : end, failure_};
        for (auto const& m : members_) outcome.chains.push_back(m.result);
        return outcome;
    }

    void finish_mine() {
        for (auto const& [i, log] : logs_.mine()) {
            attempt([&] { logs_[i].flush(); });
            if (watch_.save) attempt([&] { take_snapshot(i); });
            ends_[i] = watch_.end(i);
        }
    }

    void save_all() {
        if (watch_.save) attempt([&] { save(); });
    }

    // ---- between processes ----

    /// What the leader said last, if it said something.
    std::optional<instruction> next_instruction() const {
        auto const message = all_.receive();
        return message ? std::optional(read_instruction(message->bytes)) : std::nullopt;
    }

    /// Tells the leader how far this process's chains are. Results only when they have stopped.
    void tell(follower_report::kind what) {
        follower_report report{.what = what, .chains = {}, .failure = failure_in_words(), .is_signalled = stop_requested};
        std::lock_guard const lock(mutex_);
        for (auto const& [i, log] : logs_.mine()) {
            report.chains.push_back({.chain = i, .status = seen_[i].status, .result = {}, .state = {}, .end = ends_[i]});
            if (what != follower_report::kind::going) report.chains.back().result = members_[i].result;
        }
        all_.send(0, to_bytes(report));
    }

    /// Tells the leader what can be resumed.
    void tell_saved(std::span<chain_snapshot const> saved) {
        follower_report report;
        std::lock_guard const lock(mutex_);
        for (auto const& [i, log] : logs_.mine())
            report.chains.push_back({i, seen_[i].status, saved[i].result, saved[i].state, {}});
        all_.send(0, to_bytes(report));
    }

    void halt() { is_halted_ = true; }

private:
    void instruct_all(instruction const& given) {
        if (given.what != instruction::kind::halt) going_ = all_.size() - 1;
        for (std::size_t rank = 1; rank < all_.size(); ++rank) all_.send(rank, to_bytes(given));
    }

    bool has_others_going() const { return going_ > 0; }

    /// Takes in what the others have to tell.
    void listen() {
        while (auto const message = all_.receive()) {
            follower_report const report = read_report(message->bytes);
            std::lock_guard const lock(mutex_);
            for (auto const& chain : report.chains) {
                seen_[chain.chain].status = chain.status;
                if (!chain.state.empty()) seen_[chain.chain].snapshot = {chain.state, chain.result};
                if (report.what == follower_report::kind::going) continue;
                members_[chain.chain].result = chain.result;
                ends_[chain.chain] = chain.end;
            }
            if (report.what != follower_report::kind::going) --going_;
            if (report.is_signalled) stop_requested = true;
            if (report.failure.empty() || failure_) continue;
            failure_ = std::make_exception_ptr(run_failure(report.failure));
            has_failed_ = true;
        }
    }

    std::string failure_in_words() {
        std::lock_guard const lock(mutex_);
        if (!failure_) return {};
        try {
            std::rethrow_exception(failure_);
        } catch (std::exception const& failure) { return failure.what(); }
    }

    /// One chain whose disk is full takes nothing from the others.
    void attempt(auto const& action) {
        try {
            action();
        } catch (...) { fail(); }
    }

    template <class Stopped>
    void work(std::uint64_t target, Stopped const& stopped) {
        for (;;) {
            auto const i = stopped(clock::now()) ? std::nullopt : take(target);
            if (!i) break;
            try {
                take_turn(*i, target, stopped);
            } catch (...) {
                members_[*i].has_failed = true;
                fail();
            }
            give_back(*i);
        }
        std::lock_guard const lock(mutex_);
        if (--active_ == 0) ended_.notify_one();
    }

    /// The chain that is furthest behind, of those that nobody runs.
    std::optional<std::size_t> take(std::uint64_t target) {
        std::lock_guard const lock(mutex_);
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < seen_.size(); ++i)
            if (all_.runs(i) && !seen_[i].busy && seen_[i].status.position < target &&
                (!best || seen_[i].status.position < seen_[*best].status.position))
                best = i;
        if (best) seen_[*best].busy = true;
        return best;
    }

    void give_back(std::size_t i) {
        std::lock_guard const lock(mutex_);
        seen_[i].status = members_[i].status;
        seen_[i].busy = false;
    }

    template <class Stopped>
    void take_turn(std::size_t i, std::uint64_t target, Stopped const& stopped) {
        member& m = members_[i];
        auto const start = clock::now();
        auto now = start;
        if (!m.chain) m.chain = make_.make({settings_.seed, static_cast<std::uint32_t>(i), settings_.warm_up});
        bool const warm_up = m.result.position() < settings_.warm_up;
        std::uint64_t const end = warm_up ? std::min(target, settings_.warm_up) : target;
        chain_status sum;
        std::uint64_t iterations = 0;
        do {
            draw const& current = advance(i);
            keep(i, current);
            ++iterations;
            sum.bright += static_cast<double>(current.z.bright);
            sum.queries += static_cast<double>(current.queries());
            sum.acceptance += current.acceptance;
            now = clock::now();
        } while (m.result.position() < end && now - start < turn && !stopped(now));
        double const count = static_cast<double>(iterations);
        m.status = {m.result.position(), sum.bright / count, sum.queries / count, sum.acceptance / count};
        if (!warm_up) {
            m.result.bright += sum.bright;
            m.result.queries += sum.queries;
            m.result.acceptance += sum.acceptance;
        }
        (warm_up ? m.result.warm_up_seconds : m.result.seconds) += seconds(now - start);
        if (watch_.save && seconds(now - m.saved) > 0.8 * save_interval_) take_snapshot(i);  // ready when the next file is
        if (now - m.flushed > flush_interval) {
            logs_[i].flush();
            m.flushed = now;
        }
    }

    draw const& advance(std::size_t i) {
        any_chain& chain = *members_[i].chain;
        chain.advance();
        if (make_.watch) make_.watch->see(i, chain);
        return chain.current();
    }

    void keep(std::size_t i, draw const& current) {
        chain_result& result = members_[i].result;
        std::uint64_t& iterations = current.warm_up ? result.warm_up_iterations : result.iterations;
        bool const kept = iterations % settings_.thin == 0 && (!current.warm_up || settings_.save_warm_up);
        if (kept) {
            if (make_.to_data_scale.changes()) {
                draw on_data_scale = current;
                make_.to_data_scale(on_data_scale.theta);
                hand_on(i, on_data_scale);
            } else {
                hand_on(i, current);
            }
            ++(current.warm_up ? result.warm_up_kept : result.kept);
        }
        ++iterations;
    }

    void hand_on(std::size_t i, draw const& kept) {
        logs_[i].append(kept);
        if (!watch_.append.empty()) watch_.append[i](kept);
    }

    /// What is saved of a chain refers to its log: that comes first.
    void take_snapshot(std::size_t i) {
        member& m = members_[i];
        if (!m.chain || m.has_failed) return;
        logs_[i].flush();
        chain_snapshot snapshot{m.chain->save(), m.result};
        m.saved = m.flushed = clock::now();
        std::lock_guard const lock(mutex_);
        seen_[i].snapshot = std::move(snapshot);
    }

    void look() {
        if (all_.leads()) attempt([&] { listen(); });
        std::vector<chain_status> statuses;
        {
            std::lock_guard const lock(mutex_);
            for (auto const& m : seen_) statuses.push_back(m.status);
        }
        attempt([&] {
            watch_.look(statuses);
            if (watch_.save && seconds(clock::now() - saved_) > save_interval_) save();
        });
    }

    /// Chains run on meanwhile. At most a twentieth of the time is spent on it, however slow the disk is.
    void save() {
        auto const start = clock::now();
        std::vector<chain_snapshot> snapshots;
        {
            std::lock_guard const lock(mutex_);
            for (auto const& m : seen_) snapshots.push_back(m.snapshot);
        }
        for (auto const& [i, log] : logs_.mine()) log.sync();
        watch_.save(snapshots);
        saved_ = clock::now();
        save_interval_ = std::max(1.0, 20 * seconds(saved_ - start));
    }

    void fail() {
        std::lock_guard const lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        has_failed_ = true;
    }

    chain_factory const& make_;
    run_settings const& settings_;
    run_logs& logs_;
    processes const& all_;
    run_watch const& watch_;
    std::vector<member> members_;
    clock::time_point saved_ = clock::now();
    std::atomic<double> save_interval_ = 1;
    std::atomic<bool> has_failed_ = false, is_halted_ = false;
    std::size_t going_ = 0;  // other processes that have not answered the last instruction yet

    std::mutex mutex_;
    std::condition_variable ended_;
    std::vector<public_member> seen_;
    std::vector<fact_list> ends_;
    std::size_t active_ = 0;
    std::exception_ptr failure_;
};

/// Where to look at the effective sample size next, in iterations after warm-up; the end where nobody asked for it.
std::uint64_t next_check(run_settings const& settings, std::uint64_t reached) {
    if (settings.target_ess <= 0 || settings.thin > settings.draws / first_check) return settings.draws;
    std::uint64_t check = first_check * settings.thin;
    while (check < reached && check < settings.draws) check *= 2;
    return std::min(check, settings.draws);
}

}  // namespace

run_outcome run_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all,
                       run_watch const& watch, std::vector<chain_snapshot> const& saved) {
    auto const deadline = clock::now() + as_duration(settings.max_seconds);
    ensemble chains(make, settings, logs, all, watch, saved);
    auto const after_warm_up = [&](std::uint64_t position) { return position - std::min(position, settings.warm_up); };
    for (std::uint64_t check = next_check(settings, after_warm_up(chains.longest()));; check = next_check(settings, check + 1)) {
        if (!chains.run_until(settings.warm_up + check, deadline, true)) break;
        if (settings.target_ess > 0 && chains.least_effective_so_far() >= settings.target_ess)
            return chains.finish(run_end::target_reached);
        if (check == settings.draws) return chains.finish(run_end::all_drawn);
    }
    // mpirun kills what does not end soon after a signal.
    bool const hurry = stop_requested && all.size() > 1;
    if (chains.longest() > settings.warm_up && !hurry) chains.run_until(chains.longest(), clock::now() + catch_up_time, false);
    return chains.finish(stop_requested ? run_end::signalled : run_end::out_of_time);
}

void serve_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch watch,
                  std::vector<chain_snapshot> const& saved) {
    ensemble* mine = nullptr;
    watch.look = [&](auto) {
        mine->tell(follower_report::kind::going);
        if (auto const given = mine->next_instruction(); given && given->what == instruction::kind::halt) mine->halt();
    };
    watch.save = [&](auto saved_now) { mine->tell_saved(saved_now); };  // the leader writes them
    ensemble chains(make, settings, logs, all, watch, saved);
    mine = &chains;
    for (;;) {
        auto const given = chains.next_instruction();
        if (!given) {
            std::this_thread::sleep_for(nap);
        } else if (given->what == instruction::kind::go) {
            chains.run_mine(*given);
            chains.flush_mine();
            chains.tell(follower_report::kind::halted);
        } else if (given->what == instruction::kind::finish) {
            chains.finish_mine();
            chains.save_all();
            chains.tell(follower_report::kind::finished);
            return;
        }
    }
}

double per_iteration(std::vector<chain_result> const& chains, double chain_result::* sum) {
    double total = 0;
    std::uint64_t iterations = 0;
    for (auto const& chain : chains) {
        total += chain.*sum;
        iterations += chain.iterations;
    }
    return total / static_cast<double>(iterations);
}

std::vector<draw_log_reader> read_logs(run_logs& logs) {
    std::vector<draw_log_reader> readers;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        draw_log_reader reader = logs.read(i);
        if (reader.size() > reader.warm_up()) readers.push_back(std::move(reader));
    }
    return readers;
}

std::vector<summary> summarise_all(std::vector<draw_log_reader> const& chains, std::vector<std::string> const& names) {
    std::vector<summary> lines;
    for (std::size_t p = 0; p < names.size() && !chains.empty(); ++p) lines.push_back(summarise(names[p], draws_of(chains, p)));
    return lines;
}

double least_effective(std::vector<summary> const& lines) {
    double least = infinity;
    for (auto const& line : lines) {
        if (std::isnan(line.ess_bulk)) return line.ess_bulk;
        least = std::min(least, line.ess_bulk);
    }
    return least;
}

}  // namespace firefly::program
