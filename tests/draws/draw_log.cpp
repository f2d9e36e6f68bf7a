#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

#include "support/closed_input.hpp"
#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace fs = std::filesystem;
using firefly::data_error;
using firefly::draw_log;
using firefly::draw_log_reader;

namespace {

firefly::draw make_draw(std::uint64_t i, bool warm_up = false) {
    firefly::draw result;
    double const x = static_cast<double>(i);
    result.theta = firefly::to_vector(std::vector{x + 0.1, -x, 1 / (x + 3)});
    result.z = {.bright = i, .brightened = i + 1, .darkened = i + 2, .queries = i + 3};
    result.log_density = -12.5 * x;
    result.acceptance = 0.25;
    result.step = 0.5;
    result.theta_queries = 4;
    result.iteration = i;
    result.diverging = i % 3 == 0;
    result.warm_up = warm_up;
    return result;
}

/// Of `count` draws, the first two of warm-up.
std::string write_log(fs::path const& path, std::size_t count, std::uint64_t run = 7) {
    auto log = draw_log::create(path, 3, run);
    for (std::size_t i = 0; i < count; ++i) log.append(make_draw(i, i < 2));
    log.flush();
    return read_bytes(path);
}

constexpr std::size_t header = 40, record = 112;

}  // namespace

TEST_CASE("a log reads back every draw as it was, warm-up first") {
    temporary_directory const directory;
    write_log(directory / "draws.log", 2000);
    draw_log_reader const reader(directory / "draws.log");
    CHECK(reader.parameters() == 3);
    CHECK(reader.run() == 7);
    CHECK(reader.size() == 2000);
    CHECK(reader.warm_up() == 2);
    for (std::size_t i = 0; i < 2000; ++i) CHECK(reader.at(i) == make_draw(i, i < 2));
    CHECK(reader.parameter(1, 3) == std::vector<double>{-2, -3, -4});
}

TEST_CASE("the draws of a log are a range") {
    auto log = draw_log::temporary(3);
    for (std::size_t i = 0; i < 100; ++i) log.append(make_draw(i, i < 2));
    auto const reader = log.read();
    std::size_t i = 0;
    for (auto const& draw : reader.draws()) {
        CHECK(draw == make_draw(i, i < 2));
        ++i;
    }
    CHECK(i == 100);
    std::vector<double> bright;
    for (double const value : reader.draws(reader.warm_up()) | std::views::take(3) |
                                  std::views::transform([](auto const& draw) { return static_cast<double>(draw.z.bright); }))
        bright.push_back(value);
    CHECK(bright == std::vector<double>{2, 3, 4});
    CHECK(reader.draws(100).begin() == reader.draws(100).end());
    CHECK(draw_log::temporary(3).read().size() == 0);
}

TEST_CASE("a log that is longer than the part that is held in memory is read to its end") {
    constexpr std::size_t parameters = 1000, count = 9000;  // 73 MB
    auto log = draw_log::temporary(parameters);
    firefly::draw draw;
    draw.theta = firefly::zeros(parameters);
    for (std::size_t i = 0; i < count; ++i) {
        draw.theta(i % parameters) = draw.log_density = static_cast<double>(i);
        log.append(draw);
    }
    auto const reader = log.read();
    std::size_t i = 0;
    bool are_same = true;
    for (auto const& read : reader.draws()) {
        are_same = are_same && read.log_density == static_cast<double>(i) && read.theta(i % parameters) == static_cast<double>(i);
        ++i;
    }
    CHECK(i == count);
    CHECK(are_same);
}

TEST_CASE("what a log holds does not depend on when it was flushed, synced or read") {
    temporary_directory const directory;
    std::string const bytes = write_log(directory / "a.log", 50);
    auto log = draw_log::create(directory / "b.log", 3, 7);
    for (std::size_t i = 0; i < 50; ++i) {
        log.append(make_draw(i, i < 2));
        if (i % 3 == 0) log.flush();
        if (i % 7 == 0) log.sync();
        if (i % 11 == 0) CHECK(log.read().size() == i + 1);
    }
    log.flush();
    CHECK(read_bytes(directory / "b.log") == bytes);
    CHECK(bytes.size() == header + 50 * record);
}

TEST_CASE("a record that is cut short or damaged ends the readable part of a log") {
    temporary_directory const directory;
    std::string const whole = write_log(directory / "draws.log", 4);
    for (std::size_t length = header; length <= whole.size(); ++length) {
        directory.write("draws.log", whole.substr(0, length));
        CHECK(draw_log_reader(directory / "draws.log").size() == (length - header) / record);
    }
    for (std::size_t i = header; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        directory.write("draws.log", damaged);
        CHECK(draw_log_reader(directory / "draws.log").size() == (i - header) / record);
    }
}

TEST_CASE("records in another place, or of another run, are not read") {
    temporary_directory const directory;
    std::string const whole = write_log(directory / "a.log", 4), other = write_log(directory / "b.log", 4, 8);
    directory.write("a.log", whole.substr(0, header) + whole.substr(header + record));
    CHECK(draw_log_reader(directory / "a.log").size() == 0);
    directory.write("a.log", whole.substr(0, header + record) + other.substr(header + record));
    CHECK(draw_log_reader(directory / "a.log").size() == 1);
}

TEST_CASE("a log that is opened again goes on after as many records as it is told") {
    temporary_directory const directory;
    std::string const whole = write_log(directory / "whole.log", 9);
    for (std::size_t const records : {0u, 1u, 2u, 5u}) {
        write_log(directory / "draws.log", 5);
        auto log = draw_log::reopen(directory / "draws.log", 3, 7, records);
        CHECK(log.size() == records);
        CHECK(draw_log_reader(directory / "draws.log").size() == records);
        for (std::size_t i = records; i < 9; ++i) log.append(make_draw(i, i < 2));
        log.flush();
        CHECK(read_bytes(directory / "draws.log") == whole);
    }
}

TEST_CASE("a log that cannot be gone on with is refused in one line and left as it is") {
    temporary_directory const directory;
    std::string const whole = write_log(directory / "draws.log", 5);
    auto const reopen = [&](std::size_t parameters, std::uint64_t run, std::size_t records) {
        return complaint<data_error>([&] { draw_log::reopen(directory / "draws.log", parameters, run, records); });
    };
    CHECK(reopen(3, 8, 5) == "draws.log: is the log of another run");
    CHECK(reopen(2, 7, 5) == "draws.log: is the log of another run");
    CHECK(reopen(3, 7, 6) == "draws.log: is damaged: 5 draws of 6 can be read");
    CHECK(read_bytes(directory / "draws.log") == whole);
    directory.write("draws.log", "lp__,beta.1\n");
    CHECK(reopen(3, 7, 5) == "draws.log: is not a log of firefly's draws");
    std::string damaged = whole;
    damaged[30] = 'x';
    directory.write("draws.log", damaged);
    CHECK(reopen(3, 7, 5) == "draws.log: is damaged: the checksum of its header is wrong");
    damaged[8] = 2;
    directory.write("draws.log", damaged);
    CHECK(reopen(3, 7, 5) == "draws.log: is a log of version 2; this firefly reads version 1");
    fs::remove(directory / "draws.log");
    CHECK(reopen(3, 7, 5) == "draws.log: cannot be opened: No such file or directory");
}

TEST_CASE("a log can be read as soon as it is there, before its first draw") {
    temporary_directory const directory;
    auto const log = draw_log::create(directory / "draws.log", 3, 7);
    draw_log_reader const found(directory / "draws.log");
    CHECK(found.parameters() == 3);
    CHECK(found.run() == 7);
    CHECK(found.size() == 0);
}

TEST_CASE("a log has one writer at a time") {
    temporary_directory const directory;
    auto const log = draw_log::create(directory / "draws.log", 3, 7);
    CHECK(complaint<firefly::invalid_argument>([&] { draw_log::create(directory / "draws.log", 3, 7); }) ==
          "draws.log: another firefly is writing it; wait for it or give another name");
}

TEST_CASE("a write that fails is reported by a log, and what was written before can be read") {
    temporary_directory const directory;
    CHECK(complaint<firefly::output_error>([&] { draw_log::create(directory / "none/draws.log", 3, 7); }) ==
          "none/draws.log: cannot be created: No such file or directory");
    auto log = draw_log::create(directory / "draws.log", 3, 7);
    log.append(make_draw(0));
    log.flush();
    log.append(make_draw(1));
    {
        file_size_limit const full(header + record + 1);
        CHECK(complaint<firefly::output_error>([&] { log.flush(); }) == "draws.log: cannot be written: File too large");
    }
    CHECK(draw_log_reader(directory / "draws.log").size() == 1);
    CHECK(log.read().size() == 2);  // now there is room
}

TEST_CASE("a log whose writes fail and then succeed has the bytes of one whose writes never failed") {
    temporary_directory const directory;
    constexpr std::size_t count = 2000;  // more than the buffer holds, several times
    std::string const whole = write_log(directory / "whole.log", count);
    auto log = draw_log::create(directory / "draws.log", 3, 7);
    std::size_t failures = 0;
    for (std::size_t i = 0; i < count;) {
        // Room for the middle of some record: a part of the buffer is written, and the rest fails.
        file_size_limit const full(i % 400 < 200 ? header + (i / 400) * 300 * record + 17 : whole.size());
        try {
            log.append(make_draw(i, i < 2));
            ++i;
        } catch (firefly::output_error const&) {
            CHECK(log.size() == i);  // the draw that was refused is not in the log: it comes again
            ++failures;
            file_size_limit const room(whole.size());
            log.flush();
        }
        if (i % 150 == 149) try {
                log.flush();
            } catch (firefly::output_error const&) { ++failures; }
    }
    log.flush();
    CHECK(failures > 3);
    CHECK(log.size() == count);
    CHECK(read_bytes(directory / "draws.log") == whole);
}

TEST_CASE("a draw that finds the buffer full and the disk, too, is not in the log") {
    temporary_directory const directory;
    auto log = draw_log::create(directory / "draws.log", 3, 7);
    std::size_t appended = 0;
    {
        file_size_limit const full(header);
        CHECK(complaint<firefly::output_error>([&] {
                  for (;; ++appended) log.append(make_draw(appended));
              }) == "draws.log: cannot be written: File too large");
    }
    CHECK(log.size() == appended);
    CHECK(log.read().size() == appended);
}

TEST_CASE("a log that cannot be begun leaves nothing") {
    temporary_directory const directory;
    {
        file_size_limit const full(header - 1);
        CHECK(complaint<firefly::output_error>([&] { draw_log::create(directory / "draws.log", 3, 7); }) ==
              "draws.log: cannot be written: File too large");
    }
    CHECK_FALSE(fs::exists(directory / "draws.log"));
}

TEST_CASE("what a loss of power leaves of a header that was not durable yet is no log, and is replaced") {
    temporary_directory const directory;
    for (std::size_t const size : {std::size_t{0}, std::size_t{1}, header}) {
        auto const path = directory.write("draws.log", std::string(size, '\0'));
        draw_log::check(path);
        CHECK_THROWS_AS(draw_log_reader{path}, data_error);
        CHECK(write_log(path, 2).size() == header + 2 * record);
    }
    auto const longer = directory.write("zeros.log", std::string(header + 1, '\0'));
    CHECK_THROWS_AS(draw_log::check(longer), firefly::output_error);
}

TEST_CASE("a header may speak of any number of parameters, and no memory is asked for that records do not have") {
    temporary_directory const directory;
    std::size_t const most = ~std::size_t{0} / 2;
    draw_log::create(directory / "draws.log", most, 7);
    draw_log_reader const reader(directory / "draws.log");
    CHECK(reader.parameters() == most);
    CHECK(reader.size() == 0);
    CHECK(reader.draws().begin() == reader.draws().end());
}

TEST_CASE("a log that cannot be cut is refused each time, as it is no longer held after a refusal") {
    temporary_directory const directory;
    std::string const whole = write_log(directory / "draws.log", 5);
    int const sealed = ::memfd_create("sealed", MFD_ALLOW_SEALING);
    REQUIRE(::write(sealed, whole.data(), whole.size()) == static_cast<ssize_t>(whole.size()));
    REQUIRE(::fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK) == 0);  // Linux: it cannot become shorter
    std::string const path = fmt::format("/proc/self/fd/{}", sealed);
    for (int i = 0; i < 2; ++i)
        CHECK(complaint<firefly::output_error>([&] { draw_log::create(path, 3, 8); }) ==
              path + ": cannot be written: Operation not permitted");
    CHECK(draw_log_reader(path).size() == 5);
    ::close(sealed);
}

TEST_CASE("a log replaces a log or an empty file, and nothing else") {
    temporary_directory const directory;
    auto const refusal = [&](fs::path const& path) {
        auto const words = complaint<firefly::output_error>([&] { draw_log::check(path); });
        CHECK(complaint<firefly::output_error>([&] { draw_log::create(path, 3, 7); }) == words);
        return words;
    };
    std::string const others = ": is needed for a log, but is something else; move it, or give the output another name";
    CHECK(refusal(directory.write("notes.log", "what to do next")) == "notes.log" + others);
    for (char const* const text : {"fire", "f"}) CHECK(refusal(directory.write("short.log", text)) == "short.log" + others);
    CHECK(read_bytes(directory / "notes.log") == "what to do next");
    REQUIRE(::mkfifo((directory / "fifo.log").c_str(), 0600) == 0);
    CHECK(refusal(directory / "fifo.log") == "fifo.log" + others);
    fs::create_symlink(directory / "notes.log", directory / "link.log");
    CHECK(refusal(directory / "link.log") == "link.log" + others);
    draw_log::check(directory / "new.log");
    CHECK_FALSE(fs::exists(directory / "new.log"));
    CHECK(write_log(directory.write("empty.log", ""), 3).size() == header + 3 * record);
    CHECK(write_log(directory / "empty.log", 1).size() == header + record);
    CHECK(draw_log::bytes(3, 3) == header + 3 * record);
}

TEST_CASE("a log without a name can be read as long as it lives, and so can one that was removed") {
    auto log = draw_log::temporary(3);
    log.append(make_draw(1));
    CHECK(log.read().at(0) == make_draw(1));
    temporary_directory const directory;
    auto named = draw_log::create(directory / "draws.log", 3, 7);
    named.append(make_draw(2));
    named.remove();
    CHECK_FALSE(fs::exists(directory / "draws.log"));
    CHECK(named.read().at(0) == make_draw(2));
}

TEST_CASE("a log that is opened in the place of a closed standard input keeps its last draws") {
    temporary_directory const directory;
    closed_input const closed;
    draw_log::create(directory / "draws.log", 3, 7).append(make_draw(1));
    CHECK(draw_log_reader(directory / "draws.log").size() == 1);
}

TEST_CASE("a log can be synced by one thread while another appends") {
    temporary_directory const directory;
    auto log = draw_log::create(directory / "draws.log", 3, 7);
    std::thread other([&] {
        for (int i = 0; i < 20; ++i) log.sync();
    });
    for (std::size_t i = 0; i < 2000; ++i) log.append(make_draw(i));
    other.join();
    CHECK(log.read().size() == 2000);
}

TEST_CASE("a draw with another number of parameters is refused") {
    auto log = draw_log::temporary(2);
    CHECK_THROWS_WITH_AS(log.append(make_draw(1)), "draw_log: a draw of 3 elements in a log of 2", firefly::invalid_argument);
}
