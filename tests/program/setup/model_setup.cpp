#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

import firefly;
import firefly.program.setup;

using namespace firefly;
using firefly::program::model_setup;

TEST_CASE("parts of firefly have their words, and regular MCMC has none of them") {
    model_setup setup{};
    setup.chosen = {.bound = bound_kind::jaakkola_jordan, .kernel = kernel_kind::mala, .updater = updater_kind::clocked};
    CHECK(setup.bound() == "jaakkola-jordan");
    CHECK(setup.kernel() == "mala");
    CHECK(setup.updater() == "clocked");
    setup.chosen.bound = none;
    setup.chosen.updater = none;
    CHECK(setup.bound().empty());
    CHECK(setup.updater().empty());
}
