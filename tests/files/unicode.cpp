#include <doctest/doctest.h>

#include <string>
#include <string_view>

import firefly.files;

using namespace firefly;
using namespace std::string_literals;

TEST_CASE("UTF-8 is told from what is not, at its first byte that is not") {
    for (std::string const text : {"", "plain", "größe", "中文", "😀", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80",
                                   "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        CHECK_MESSAGE(is_utf8(text), text);
    // Unicode 15, table 3-7: alone, cut short, overlong, a surrogate, beyond U+10FFFF.
    for (std::string const wrong :
         {"\x80", "\xbf", "\xc3", "\xc3(", "\xe4\xb8", "\xf0\x9f\x98", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",
          "\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xbf\xbf", "\xf8\x90\x80\x80"}) {
        CHECK(as_utf8("ab" + wrong).starts_with("ab\\x"));
        CHECK_FALSE(is_utf8("ab" + wrong));
        CHECK_FALSE(is_utf8(wrong + "ab"));
    }
}

TEST_CASE("Latin-1 becomes UTF-8") {
    CHECK(from_latin1("plain") == "plain");
    CHECK(from_latin1("gr\xf6\xdf"s + "e") == "größe");
    CHECK(from_latin1("\x80\xbf\xc0\xff") == "\xc2\x80\xc2\xbf\xc3\x80\xc3\xbf");
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    CHECK(is_utf8(from_latin1(all)));
}

TEST_CASE("text for files is UTF-8 without zeros, whatever it was") {
    CHECK(as_utf8("größe\n\x1b") == "größe\n\x1b");
    CHECK(as_utf8("gr\xf6\xdf"s + "e") == "gr\\xf6\\xdfe");
    CHECK(as_utf8("a\0b"s) == "a\\x00b");
    CHECK(as_utf8("\xe4\xb8") == "\\xe4\\xb8");
    // What lies behind the end is no part of it.
    CHECK(as_utf8(std::string_view("\xc3\xbc").substr(0, 1)) == "\\xc3");
    CHECK(as_utf8(std::string_view("\xe4\xb8\xad").substr(0, 2)) == "\\xe4\\xb8");
    CHECK(is_utf8(as_utf8("\xff\xfe\xc3\xbc\xc3")));
}

TEST_CASE("no control character is shown as such") {
    CHECK(visible("größe 中") == "größe 中");
    CHECK(visible("\x1b[31mred\x07\x7f") == "\\x1b[31mred\\x07\\x7f");
    CHECK(visible("two\nlines") == "two\\x0alines");
    CHECK(visible("two\nlines\r", "\n") == "two\nlines\\x0d");
    CHECK(visible("\xc2\x9b"
                  "31m") == "\\xc2\\x9b31m");  // CSI of 8 bits
    CHECK(visible("\xe2\x80\xae"
                  "txt") == "\\xe2\\x80\\xaetxt");  // U+202E turns the direction of what follows
    CHECK(visible("\xf6") == "\\xf6");
}

TEST_CASE("what is a control character begins and ends where Unicode says") {
    for (std::string const hidden :
         {"\x1f", "\x7f", "\xc2\x80", "\xc2\x9f", "\u200E", "\u200F", "\u2028", "\u202E", "\u2066", "\u2069"})
        CHECK_MESSAGE(visible(hidden).starts_with("\\x"), as_utf8(hidden));
    for (std::string const shown : {" ", "~", "\u00A0", "\u200D", "\u2010", "\u2027", "\u202F", "\u2065", "\u206A"})
        CHECK(visible(shown) == shown);
}
