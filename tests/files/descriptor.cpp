/// That files are closed, seen from outside: no descriptor is left over, whatever happened.
#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <string>

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
