/// White box: a unit of the module, since the line is drawn by a thread of its own.
module;
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

module firefly.program.input;

using namespace firefly::program;

TEST_CASE("a stage has its name, what is known of it, and its time") {
    CHECK(status_text("Reading x.csv", "42 % of 3.1 GiB", 12.4) == "Reading x.csv: 42 % of 3.1 GiB, 12 s");
    CHECK(status_text("Looking for the maximum", "", 3) == "Looking for the maximum: 3 s");
}

TEST_CASE("a log gets no line in the first seconds of a stage, and a quiet command none at all") {
    captured const errors(stderr);
    for (bool const quiet : {false, true}) {
        status_line line(quiet);
        line.set("Reading", [] { return std::string("half"); });
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        auto const held = hold_status_line();
    }
    CHECK(errors.text() == "");
}

TEST_CASE("how far a file was read is known while it is open") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", std::string(1000, 'a'));
    CHECK(progress_in_file(path) == "");
    int const file = ::open(path.c_str(), O_RDONLY);
    CHECK(progress_in_file(path) == "");
    std::vector<char> bytes(420);
    CHECK(::read(file, bytes.data(), bytes.size()) == 420);
    CHECK(progress_in_file(path) == "42 % of 1000 bytes");
    ::close(file);
    CHECK(progress_in_file(path) == "");
    CHECK(progress_in_file(directory / "none.csv") == "");
}

TEST_CASE("a stage that reads all rows again and again says how often it has") {
    CHECK(progress_in_passes(0, 1'000) == "");
    CHECK(progress_in_passes(250, 0) == "");
    CHECK(progress_in_passes(250, 1'000) == "0.2 passes over 1000 rows");
    CHECK(progress_in_passes(7'000, 1'000) == "7.0 passes over 1000 rows");
}
