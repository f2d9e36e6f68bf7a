/// Through those who meet the system: `file_bytes` and `text_window`.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

using firefly::file_bytes;

TEST_CASE("files that cannot be read are refused in the system's words") {
    temporary_directory const directory;
    auto const refusal = [](std::filesystem::path const& path) {
        return complaint<firefly::data_error>([&] { file_bytes{path}; });
    };
    CHECK(refusal(directory / "none") == "none: cannot be opened: No such file or directory");
    std::filesystem::create_directory(directory / "folder");
    CHECK(refusal(directory / "folder") == "folder: cannot be read: Is a directory");
}

TEST_CASE("the file and what the system says are parts of the error") {
    temporary_directory const directory;
    try {
        firefly::text_window window(directory / "none");
        FAIL("there is no such file");
    } catch (firefly::data_error const& error) {
        CHECK(error.fault().file == (directory / "none").string());
        CHECK(error.fault().what == "cannot be opened: No such file or directory");
        CHECK(error.fault().remedy.empty());
        CHECK(error.fault().line == 0);
    }
}
