#include <doctest/doctest.h>

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

TEST_CASE("a count is written in decimal digits") {
    CHECK(check_count("0") == "");
    CHECK(check_count("010") == "");
    CHECK(check_count("-1") == "must be a whole number, got -1");
    CHECK(check_count("1.5") == "must be a whole number, got 1.5");
    CHECK(check_count("") == "must be a whole number, got ");
    CHECK(check_count("9999999999999999999") == "must be a whole number, got 9999999999999999999");
    CHECK(check_positive_count("1") == "");
    CHECK(check_positive_count("00") == "must be a whole number above 0, got 00");
    CHECK(check_positive_count("x") == "must be a whole number above 0, got x");
}

TEST_CASE("what a positive number or a region may be is said") {
    CHECK(check_positive("400") == "");
    CHECK(check_positive("none") == "must be a positive number, got none");
    CHECK(check_region("auto") == "");
    CHECK(check_region("none") == "");
    CHECK(check_region("3.5") == "");
    CHECK(check_region("-3") == "must be auto, none or a positive number, got -3");
}
