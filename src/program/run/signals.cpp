module;
#include <atomic>
#include <csignal>

module firefly.program.run;

namespace firefly::program {

namespace {

volatile std::sig_atomic_t caught = 0;

void reset() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

void stop(int signal) {
    caught = signal;
    stop_requested = true;
    reset();
}

}  // namespace

signal_guard::signal_guard() {
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
}

signal_guard::~signal_guard() {
    reset();
}

int caught_signal() {
    return caught;
}

}  // namespace firefly::program
