#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

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

TEST_CASE("a file that is not there is refused in the system's words") {
    temporary_directory const directory;
    CHECK(complaint<firefly::data_error>([&] { text_window{directory / "none"}; }) ==
          "none: cannot be opened: No such file or directory");
}
