#include <doctest/doctest.h>

#include <string>

import firefly.files;

TEST_CASE("sizes are said in the unit that suits") {
    CHECK(firefly::in_bytes(63) == "63 bytes");
    CHECK(firefly::in_bytes(1024) == "1 KiB");
    CHECK(firefly::in_bytes(80'000) == "78.12 KiB");
    CHECK(firefly::in_bytes(16e9) == "14.9 GiB");
    CHECK(firefly::in_bytes(2.95e20) == "2.683e+08 TiB");
}

TEST_CASE("the machine that runs this has some memory, and not all there is") {
    CHECK(firefly::machine_memory() > 1u << 26);
    CHECK(static_cast<double>(firefly::machine_memory()) < 1e16);
}
