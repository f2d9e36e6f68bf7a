#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

import firefly.program.input;

using namespace firefly::program;

TEST_CASE("a positive number is the whole of a text, and finite") {
    CHECK(parse_positive("2.5") == 2.5);
    CHECK(parse_positive("1e-3") == 1e-3);
    for (char const* const text : {"", "0", "-1", "wide", "2.5x", " 2", "inf", "nan", "1e999", "auto"}) {
        CAPTURE(text);
        CHECK(parse_positive(text) == std::nullopt);
    }
}

TEST_CASE("a duration has a unit") {
    CHECK(parse_duration("90s") == 90);
    CHECK(parse_duration("10m") == 600);
    CHECK(parse_duration("1.5h") == 5400);
    for (char const* const text : {"", "s", "90", "0s", "-1s", "+1s", "1e3s", "1d", "1 s", "1..5h"}) {
        CAPTURE(text);
        CHECK(parse_duration(text) == std::nullopt);
    }
}

TEST_CASE("a share is a number from 0 to 1") {
    CHECK(parse_share("0") == 0);
    CHECK(parse_share("0.9") == 0.9);
    CHECK(parse_share("1") == 1);
    for (char const* const text : {"", "-0.1", "1.1", "nan", "inf", "90%", " 0.5", "0x1"}) {
        CAPTURE(text);
        CHECK(parse_share(text) == std::nullopt);
    }
}

TEST_CASE("a count is read from decimal digits, exactly, up to the edges of its range") {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    CHECK(parse_count("0", {}) == 0);
    CHECK(parse_count("010", {}) == 10);
    CHECK(parse_count("18446744073709551615", {.most = largest}) == largest);
    CHECK(parse_count("1000000000000000", {}) == 1'000'000'000'000'000);
    CHECK(parse_count("1000000000000001", {}) == std::nullopt);
    CHECK(parse_count("1", {1, 3}) == 1);
    CHECK(parse_count("3", {1, 3}) == 3);
    CHECK(parse_count("0", {1, 3}) == std::nullopt);
    CHECK(parse_count("4", {1, 3}) == std::nullopt);
    for (char const* const text :
         {"", "-1", "+5", " 5", "5 ", "1.5", "1e6", "0x10", "1'000", "x", "18446744073709551616", "99999999999999999999999999"}) {
        CAPTURE(text);
        CHECK(parse_count(text, {.most = largest}) == std::nullopt);
    }
}

TEST_CASE("what a region may be is said") {
    CHECK(check_number_choice("auto") == "");
    CHECK(check_number_choice("none") == "");
    CHECK(check_number_choice("3.5") == "");
    CHECK(check_number_choice("-3") == "must be auto, none or a positive number, got -3");
}
