/// Ctrl-C and SIGTERM: the first signal stops the chains and saves what was drawn, a second one ends the program at once.
module;
#include <atomic>

export module firefly.program.run:signals;

namespace firefly::program {

/// Set by the first signal: all chains stop after the current iteration.
export inline std::atomic<bool> stop_requested = false;

/// Handles signals during its lifetime. Before that, for instance while data are read, there is nothing to save, and a signal ends the program.
export class signal_guard {
public:
    signal_guard();
    ~signal_guard();
    signal_guard(signal_guard const&) = delete;
};

/// The first signal that was caught; 0 for none.
export int caught_signal();

}  // namespace firefly::program
