#include <doctest/doctest.h>
#include <fcntl.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <utility>

#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

namespace fs = std::filesystem;

namespace {

/// How many descriptors this process has open, by what Linux says of it.
auto open_descriptors() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

}  // namespace

TEST_CASE("a descriptor is closed once, by the last who holds it" * doctest::skip(!fs::exists("/proc/self/fd"))) {
    auto const before = open_descriptors();
    {
        firefly::descriptor first(::open("/", O_RDONLY));
        REQUIRE(first.number >= 0);
        firefly::descriptor second(std::move(first));
        CHECK(first.number < 0);
        CHECK(open_descriptors() == before + 1);
        CHECK(second.close());
        CHECK(open_descriptors() == before);
        CHECK(second.close());  // nothing is left to close
        firefly::descriptor const third(::open("/", O_RDONLY));
        CHECK_FALSE(firefly::descriptor(1'000'000).close());
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE("the name of a file is synced where there is a folder to sync, and nothing is said where there is none") {
    temporary_directory const directory;
    CHECK_NOTHROW(firefly::sync_name(directory.write("x", "")));
    CHECK_NOTHROW(firefly::sync_name("x"));
    CHECK_NOTHROW(firefly::sync_name(directory / "none/x"));
}

TEST_CASE("files that were read, written or refused are closed" * doctest::skip(!fs::exists("/proc/self/fd"))) {
    temporary_directory const directory;
    auto const path = directory.write("data.csv", "a,b\n1,2\n");
    auto const before = open_descriptors();
    for (int i = 0; i < 5; ++i) {
        CHECK(firefly::file_bytes(path).text() == "a,b\n1,2\n");
        CHECK_THROWS_AS(firefly::file_bytes(directory / "none"), firefly::data_error);
        CHECK_THROWS_AS(firefly::file_bytes(directory / "."), firefly::data_error);
        firefly::write_file(directory / "out", "text");
        CHECK_THROWS_AS(firefly::write_file(directory / "none/out", "text"), firefly::output_error);
    }
    CHECK(open_descriptors() == before);
}
