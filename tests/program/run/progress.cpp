#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "support/captured.hpp"

import firefly.program.input;
import firefly.program.run;

using namespace firefly::program;

TEST_CASE("a log gets no line in the first seconds, and a quiet run none at all") {
    captured const errors(stderr);
    std::vector<chain_status> const chains{{.position = 5}};
    progress(run_settings{}, {0}, false).show(chains);
    progress(run_settings{}, {0}, true).show(chains);
    CHECK(errors.text() == "");
}
