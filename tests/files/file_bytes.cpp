#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "support/closed_input.hpp"
#include "support/interruptible.hpp"
#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

using firefly::file_bytes;

namespace {

/// How much of what is mapped at an address is in memory, in kB.
std::size_t resident(char const* address) {
    std::ostringstream start;
    start << std::hex << std::setw(8) << std::setfill('0') << reinterpret_cast<std::uintptr_t>(address) << '-';
    std::ifstream maps("/proc/self/smaps");
    std::string word;
    while (maps >> word && !word.starts_with(start.str())) {}
    while (maps >> word && word != "Rss:") {}
    std::size_t result = 0;
    maps >> result;
    REQUIRE(maps.good());
    return result;
}

}  // namespace

TEST_CASE("the bytes of a file are all there, also after those in memory were let go") {
    temporary_directory const directory;
    std::string const whole(std::size_t{1} << 20, 'x');
    file_bytes const bytes(directory.write("x", whole));
    CHECK((bytes.text() == whole));
    CHECK(resident(bytes.text().data()) == 1024);
    bytes.forget();
    CHECK(resident(bytes.text().data()) == 0);
    CHECK((bytes.text() == whole));
    CHECK(file_bytes(directory.write("empty", "")).text().empty());
}

TEST_CASE("a file is read that is opened in the place of a closed standard input") {
    temporary_directory const directory;
    auto const path = directory.write("x", "some bytes");
    closed_input const closed;
    CHECK(file_bytes(path).text() == "some bytes");
}

TEST_CASE("a pipe is read to its end though signals interrupt it") {
    temporary_directory const directory;
    auto const path = directory / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string read;
    {
        interruptible reader([&] { read = file_bytes(path).text(); });
        int const pipe = ::open(path.c_str(), O_WRONLY);
        for (std::string const part : {"one, ", "two, "}) {
            REQUIRE(::write(pipe, part.data(), part.size()) == static_cast<ssize_t>(part.size()));
            reader.wait_while([&] { return bytes_in_pipe(pipe) > 0; });
            reader.interrupt();
        }
        CHECK(::write(pipe, "three", 5) == 5);
        ::close(pipe);
    }
    CHECK(read == "one, two, three");
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
