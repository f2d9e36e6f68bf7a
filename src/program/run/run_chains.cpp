/// The process that leads, or the only one: it says how far all chains go, and gathers what the others tell.
module;
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :clock;
import :ensemble;

namespace firefly::program {

namespace {

using namespace std::chrono_literals;

constexpr auto glance = 100ms;  // between two looks
constexpr auto nap = 1ms;       // while others run
constexpr auto catch_up_time = 2s;
constexpr std::uint64_t first_check = 100;  // kept draws

class leader {
public:
    leader(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch const& watch,
           std::vector<chain_snapshot> const& saved)
        : all_(all), chains_(make, settings, logs, all, watch, saved, [this] { listen(); }) {}

    std::uint64_t longest() const { return chains_.longest(); }

    /// Brings every chain to so many iterations, in all processes. False when something stopped them before that.
    bool run_until(std::uint64_t target, clock::time_point deadline, bool heed_signals) {
        instruction const go{.target = target, .seconds = seconds(deadline - clock::now()), .heeds_signals = heed_signals};
        instruct_all(go);
        bool is_stopped = !chains_.run_mine(go);
        auto seen = clock::now();
        for (bool is_told = false; others_going_ > 0; chains_.attempt([&] { listen(); })) {
            is_stopped = is_stopped || chains_.has_failed() || (heed_signals && stop_requested);
            if (is_stopped && !std::exchange(is_told, true)) instruct_all({.what = instruction::kind::halt});
            std::this_thread::sleep_for(nap);
            if (clock::now() - seen < glance) continue;
            chains_.look();
            seen = clock::now();
        }
        return chains_.have_all_reached(target);
    }

    /// When all have stopped: every log written, every chain saved where it stands, in all processes.
    run_outcome finish(run_end end) {
        instruct_all({.what = instruction::kind::finish});
        chains_.finish_mine();
        for (; others_going_ > 0; listen()) std::this_thread::sleep_for(nap);
        chains_.save_all();
        auto const failure = chains_.failure();
        return {chains_.results(), chains_.ends(), failure ? run_end::failed : end, failure};
    }

private:
    void instruct_all(instruction const& given) {
        if (given.what != instruction::kind::halt) others_going_ = all_.size() - 1;
        for (std::size_t rank = 1; rank < all_.size(); ++rank) all_.send(rank, to_bytes(given));
    }

    void listen() {
        while (auto const message = all_.receive()) {
            follower_report const report = read_report(message->bytes);
            chains_.take_in(report);
            if (report.what != follower_report::kind::going) --others_going_;
        }
    }

    processes const& all_;
    ensemble chains_;
    std::size_t others_going_ = 0;  // processes that have not answered the last instruction yet
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
    leader chains(make, settings, logs, all, watch, saved);
    auto const after_warm_up = [&](std::uint64_t position) { return position - std::min(position, settings.warm_up); };
    for (std::uint64_t check = next_check(settings, after_warm_up(chains.longest()));; check = next_check(settings, check + 1)) {
        if (!chains.run_until(settings.warm_up + check, deadline, true)) break;
        if (settings.target_ess > 0 && least_effective(read_logs(logs)) >= settings.target_ess)
            return chains.finish(run_end::target_reached);
        if (check == settings.draws) return chains.finish(run_end::all_drawn);
    }
    // mpirun kills what does not end soon after a signal.
    bool const hurry = stop_requested && all.size() > 1;
    if (chains.longest() > settings.warm_up && !hurry) chains.run_until(chains.longest(), clock::now() + catch_up_time, false);
    return chains.finish(stop_requested ? run_end::signalled : run_end::out_of_time);
}

}  // namespace firefly::program
