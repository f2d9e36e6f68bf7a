/// Messages between the processes of a run: instructions of the leader, reports of the others.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <string_view>
#include <vector>

export module firefly.program.run:messages;

import firefly;
import :chain_progress;

namespace firefly::program {

export struct instruction {
    enum class kind : std::uint8_t { go, halt, finish };

    kind what = kind::go;
    std::uint64_t target = 0;    // iterations of each chain, warm-up included
    double seconds = 0;          // for that, at most
    bool heeds_signals = false;  // a signal ends it before
    static auto members(auto& self) { return std::tie(self.what, self.target, self.seconds, self.heeds_signals); }
};

/// The state of one chain.
export struct chain_report {
    std::uint64_t chain = 0;
    chain_status status;
    chain_result result;
    std::string state;  // where it stood at `result`, if it was saved
    fact_list end;      // what is to be said of it when all is done
    static auto members(auto& self) { return std::tie(self.chain, self.status, self.result, self.state, self.end); }
};

export struct follower_report {
    /// `going` carries statuses and snapshots; `halted` and `finished` carry results too.
    enum class kind : std::uint8_t { going, halted, finished };

    kind what = kind::going;
    std::vector<chain_report> chains;
    std::string failure;        // in words; empty where nothing failed
    bool is_signalled = false;  // to stop, and so are all
    static auto members(auto& self) { return std::tie(self.what, self.chains, self.failure, self.is_signalled); }
};

export std::string to_bytes(instruction const& given);
export std::string to_bytes(follower_report const& report);
/// Throw `data_error` for bytes that `to_bytes` cannot have made.
export instruction read_instruction(std::string_view bytes);
export follower_report read_report(std::string_view bytes);

}  // namespace firefly::program
