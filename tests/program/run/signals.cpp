#include <doctest/doctest.h>

#include <atomic>
#include <csignal>

import firefly.program.run;

using namespace firefly::program;

TEST_CASE("the first signal asks for a stop, and the next would end the program") {
    {
        signal_guard const guard;
        CHECK(caught_signal() == 0);
        std::raise(SIGTERM);
        CHECK(stop_requested);
        CHECK(caught_signal() == SIGTERM);
        CHECK((std::signal(SIGTERM, SIG_DFL) == SIG_DFL));
        CHECK((std::signal(SIGINT, SIG_DFL) == SIG_DFL));
    }
    stop_requested = false;
}
