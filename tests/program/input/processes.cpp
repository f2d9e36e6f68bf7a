#include <doctest/doctest.h>

#include <memory>
#include <optional>

import firefly.program.input;

using firefly::program::processes;

TEST_CASE("a process that nobody launched is alone and leads") {
    processes const alone;
    CHECK(alone.size() == 1);
    CHECK(alone.rank() == 0);
    CHECK(alone.here() == 1);
    CHECK(alone.leads());
    CHECK(alone.runs(0));
    CHECK(alone.runs(17));
    CHECK_FALSE(alone.crew());
    CHECK(alone.agree(true));
    CHECK_FALSE(alone.agree(false));
    CHECK_FALSE(alone.receive());
    alone.meet();
    alone.end_all(3);  // there are no others to end
}
