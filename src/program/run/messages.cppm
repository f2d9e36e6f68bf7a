/// Messages between the processes of a run: instructions of the leader, reports of the others.
module;
#include <cstddef>
#include <cstdint>
#include <string>
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
    double seconds = 0;          // time limit
    bool heeds_signals = false;  // stop early on a signal
};

/// The state of one chain.
export struct chain_report {
    std::uint64_t chain = 0;
    chain_status status;
    chain_result result;
    std::string state;  // snapshot at `result`; empty if none was taken
    fact_list end;      // what outputs state about the chain at the end of the run
};

export struct follower_report {
    /// `going` carries statuses and snapshots; `halted` and `finished` carry results too.
    enum class kind : std::uint8_t { going, halted, finished };

    kind what = kind::going;
    std::vector<chain_report> chains;
    std::string failure;        // message; empty if nothing failed
    bool is_signalled = false;  // this process received a signal: all should stop
};

export std::string to_bytes(instruction const& given);
export std::string to_bytes(follower_report const& report);
/// Throw `data_error` for bytes that `to_bytes` cannot have made.
export instruction read_instruction(std::string_view bytes);
export follower_report read_report(std::string_view bytes);

}  // namespace firefly::program
