#include <doctest/doctest.h>
#include <sys/resource.h>

#include <cstddef>
#include <string>

#include "support/temporary_directory.hpp"

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

TEST_CASE("a process has no more memory than its limit of addresses") {
    rlimit before{};
    ::getrlimit(RLIMIT_AS, &before);
    rlimit const limited{rlim_t{1} << 32, before.rlim_max};
    ::setrlimit(RLIMIT_AS, &limited);
    std::size_t const found = firefly::machine_memory();
    ::setrlimit(RLIMIT_AS, &before);
    CHECK(found <= limited.rlim_cur);
    CHECK(firefly::machine_memory() >= found);
}

TEST_CASE("free space is that of the folder's file system, whether the file is there or not") {
    temporary_directory const directory;
    auto const space = firefly::free_space(directory / "not there yet");
    REQUIRE(space);
    CHECK(*space > 0);
    CHECK(firefly::free_space("x"));  // without a folder: where the process is
    CHECK_FALSE(firefly::free_space(directory / "none/x"));
    CHECK_FALSE(firefly::free_space("/proc/self/x"));  // has no room for anything, and is never full
}
