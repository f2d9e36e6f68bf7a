#include <doctest/doctest.h>

#include <string>

import firefly.program.input;

using firefly::program::extension_of;

TEST_CASE("the extension of a name is in small letters") {
    CHECK(extension_of("Draws.CSV") == ".csv");
    CHECK(extension_of("a.b/draws.nc") == ".nc");
    CHECK(extension_of("a.b/draws") == "");
    CHECK(extension_of("draws.tar.gz") == ".gz");
    CHECK(extension_of("") == "");
}
