/// A process that does not lead: it does what the leader says, and tells it how far its chains are.
module;
#include <chrono>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :ensemble;

namespace firefly::program {

namespace {

constexpr auto nap = std::chrono::milliseconds(1);

/// What the leader said last, if it said something.
std::optional<instruction> next_instruction(processes const& all) {
    auto const message = all.receive();
    return message ? std::optional(read_instruction(message->bytes)) : std::nullopt;
}

}  // namespace

void serve_chains(chain_factory const& make, run_settings const& settings, run_logs& logs, processes const& all, run_watch watch,
                  std::vector<chain_snapshot> const& saved) {
    ensemble* mine = nullptr;
    auto const tell = [&](follower_report const& report) { all.send(0, to_bytes(report)); };
    watch.look = [&](auto) {
        tell(mine->report(follower_report::kind::going));
        if (auto const given = next_instruction(all); given && given->what == instruction::kind::halt) mine->halt();
    };
    watch.save = [&](std::span<chain_snapshot const> saved_now) { tell(mine->report_of(saved_now)); };  // the leader writes them
    ensemble chains(make, settings, logs, all, watch, saved);
    mine = &chains;
    for (;;) {
        auto const given = next_instruction(all);
        if (!given) {
            std::this_thread::sleep_for(nap);
        } else if (given->what == instruction::kind::go) {
            chains.run_mine(*given);
            chains.flush_mine();
            tell(chains.report(follower_report::kind::halted));
        } else if (given->what == instruction::kind::finish) {
            chains.finish_mine();
            chains.save_all();
            tell(chains.report(follower_report::kind::finished));
            return;
        }
    }
}

}  // namespace firefly::program
