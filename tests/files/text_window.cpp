#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/closed_input.hpp"
#include "support/interruptible.hpp"
#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

using firefly::text_window;

namespace {

/// Reads on, leaving some bytes in the window each time, as a reader of records does.
std::string read_through(text_window& window, std::size_t left) {
    std::string text;
    while (!window.is_last()) {
        auto const shown = window.text();
        REQUIRE(shown.size() > left);
        text += shown.substr(0, shown.size() - left);
        window.move_on(left);
    }
    return text + std::string(window.text());
}

}  // namespace

TEST_CASE("a text that is in memory is shown whole") {
    text_window const window(std::string_view("a,b\n1,2\n"));
    CHECK(window.text() == "a,b\n1,2\n");
    CHECK(window.is_last());
    CHECK_FALSE(window.is_due(0));
}

TEST_CASE("a short file is shown whole, and an empty one, too") {
    temporary_directory const directory;
    CHECK(text_window(directory.write("x.csv", "a,b\n")).text() == "a,b\n");
    CHECK(text_window(directory.write("x.csv", "a,b\n")).is_last());
    CHECK(text_window(directory.write("empty", "")).text().empty());
    CHECK(text_window(directory.write("x.csv", "\u00e9,größe\n")).text() == "\u00e9,größe\n");
    CHECK(text_window(directory.write("x.csv", "\xe9,b\n"), firefly::text_encoding::latin1).text() == "\u00e9,b\n");
}

TEST_CASE("a long file moves through the window without loss") {
    temporary_directory const directory;
    std::string whole;
    for (std::size_t i = 0; whole.size() < 5 * text_window::longest_record; ++i) whole += std::to_string(i) + '\n';
    auto const path = directory.write("x.txt", whole);
    for (std::size_t const left : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
        text_window window(path);
        CHECK(window.is_due(text_window::longest_record - 1));
        CHECK_FALSE(window.is_due(text_window::longest_record));
        CHECK(read_through(window, left) == whole);
    }
}

TEST_CASE("a file in Latin-1 moves through the window as UTF-8") {
    temporary_directory const directory;
    std::string latin1, utf8;
    for (std::size_t i = 0; latin1.size() < 5 * text_window::longest_record; ++i) {
        latin1 +=
            "gr\xf6\xdf"
            "e" +
            std::to_string(i) + '\n';
        utf8 += "größe" + std::to_string(i) + '\n';
    }
    auto const path = directory.write("x.txt", latin1);
    for (std::size_t const left : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
        text_window window(path, firefly::text_encoding::latin1);
        CHECK(read_through(window, left) == utf8);
    }
}

TEST_CASE("a pipe is shown whole, in whatever pieces it comes, and though signals interrupt it") {
    temporary_directory const directory;
    auto const path = directory / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string shown;
    {
        interruptible reader([&] {
            text_window const window(path);
            if (window.is_last()) shown = window.text();
        });
        int const pipe = ::open(path.c_str(), O_WRONLY);
        for (std::string const piece : {"y,a\n", "1,", "2\n"}) {
            REQUIRE(::write(pipe, piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()));
            reader.wait_while([&] { return bytes_in_pipe(pipe) > 0; });
            reader.interrupt();
        }
        ::close(pipe);
    }
    CHECK(shown == "y,a\n1,2\n");
}

TEST_CASE("a window has its file open until its end, for no other program, whatever number it has") {
    temporary_directory const directory;
    auto const path = directory.write("x.txt", "");
    std::filesystem::resize_file(path, 5 * text_window::longest_record);
    closed_input const closed;
    auto const is_open = [] { return ::fcntl(STDIN_FILENO, F_GETFD) >= 0; };
    {
        text_window window(path);
        REQUIRE_FALSE(window.is_last());
        CHECK(::fcntl(STDIN_FILENO, F_GETFD) == FD_CLOEXEC);
        window.move_on(0);
        CHECK(window.is_last());
        CHECK_FALSE(is_open());
    }
    {
        text_window const given_up(path);
        CHECK(is_open());
    }
    CHECK_FALSE(is_open());
}

TEST_CASE("a file that is not there or cannot be read is refused in the system's words") {
    temporary_directory const directory;
    CHECK(complaint<firefly::data_error>([&] { text_window{directory / "none"}; }) ==
          "none: cannot be opened: No such file or directory");
    std::filesystem::create_directory(directory / "folder");
    closed_input const closed;
    CHECK(complaint<firefly::data_error>([&] { text_window{directory / "folder"}; }) == "folder: cannot be read: Is a directory");
    CHECK(::fcntl(STDIN_FILENO, F_GETFD) < 0);
}
