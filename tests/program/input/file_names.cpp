#include <doctest/doctest.h>

#include <string>

import firefly.program.input;

using firefly::program::extension_of;
using firefly::program::in_shell;

TEST_CASE("the extension of a name is in small letters") {
    CHECK(extension_of("Draws.CSV") == ".csv");
    CHECK(extension_of("a.b/draws.nc") == ".nc");
    CHECK(extension_of("a.b/draws") == "");
    CHECK(extension_of("draws.tar.gz") == ".gz");
    CHECK(extension_of("") == "");
}

TEST_CASE("a shell takes a name as it is") {
    CHECK(in_shell("runs/draws_1.csv") == "runs/draws_1.csv");
    CHECK(in_shell("my draws.nc") == "'my draws.nc'");
    CHECK(in_shell("it's.nc") == "'it'\\''s.nc'");
    CHECK(in_shell("") == "''");
}
