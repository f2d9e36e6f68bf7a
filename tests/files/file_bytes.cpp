#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

using firefly::file_bytes;

TEST_CASE("the bytes of a file are all there, also after those in memory were let go") {
    temporary_directory const directory;
    std::string const whole(100'000, 'x');
    file_bytes const bytes(directory.write("x", whole));
    CHECK(bytes.text() == whole);
    bytes.forget();
    CHECK(bytes.text() == whole);
    CHECK(file_bytes(directory.write("empty", "")).text().empty());
}

TEST_CASE("a file is read that is opened in the place of a closed standard input") {
    temporary_directory const directory;
    auto const path = directory.write("x", "some bytes");
    struct closed_input {
        int kept = ::dup(STDIN_FILENO);
        closed_input() { ::close(STDIN_FILENO); }
        ~closed_input() {
            ::dup2(kept, STDIN_FILENO);
            ::close(kept);
        }
    };
    closed_input const closed;
    CHECK(file_bytes(path).text() == "some bytes");
}

TEST_CASE("a pipe is read to its end, and bytes move with their object") {
    temporary_directory const directory;
    auto const pipe = directory / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] { directory.write("pipe", "from a pipe"); });
    file_bytes bytes(pipe);
    writer.join();
    file_bytes const moved(std::move(bytes));
    CHECK(moved.text() == "from a pipe");
    file_bytes mapped(directory.write("x", "mapped"));
    CHECK(file_bytes(std::move(mapped)).text() == "mapped");
}
