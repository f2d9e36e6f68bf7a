/// Ctrl-C and SIGTERM: the first asks the chains to stop and what was drawn to be saved, a second one ends the program at once.
module;
#include <atomic>

export module firefly.program.run:signals;

namespace firefly::program {

/// Set by the first signal: all chains stop after the iteration that they are in.
export inline std::atomic<bool> stop_requested = false;

/// While one lives. Before that, as while data are read, there is nothing to save, and a signal ends the program as usual.
export class signal_guard {
public:
    signal_guard();
    ~signal_guard();
    signal_guard(signal_guard const&) = delete;
};

/// The first one that came; 0 for none.
export int caught_signal();

}  // namespace firefly::program
