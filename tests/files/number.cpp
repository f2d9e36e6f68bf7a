#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

import firefly.external;
import firefly.numeric;
import firefly.files;

using namespace firefly;

TEST_CASE("plain decimal numbers are read as strtod reads them, to the last bit") {
    for (std::string const text : {"0",
                                   "-0",
                                   "1",
                                   "-1",
                                   "42",
                                   "0.1",
                                   ".5",
                                   "5.",
                                   "-.25",
                                   "3.141592653589793",
                                   "9007199254740992",
                                   "9007199254740993",
                                   "0.30000000000000004",
                                   "123456789012345678",
                                   "1234567890123456789012345",
                                   "0.00000000000000000000012345",
                                   "0.000000000000000000000000012345",
                                   "1e0",
                                   "1E5",
                                   "1e-5",
                                   "2.5e+3",
                                   "1e22",
                                   "1e23",
                                   "1.7976931348623157e308",
                                   "2.2250738585072014e-308",
                                   "4.9e-324",
                                   "8.5e-1",
                                   "00012.50"}) {
        CAPTURE(text);
        auto const value = parse_number(text);
        REQUIRE(value);
        CHECK(std::bit_cast<std::uint64_t>(*value) == std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)));
    }
}

TEST_CASE("random doubles survive being written and read, in every notation") {
    random_source random({.seed = 1, .use = purpose::data});  // 100,000 doubles of random bits, 100,000 of ordinary size
    for (int i = 0; i < 200'000; ++i) {
        double const value = i % 2 ? std::bit_cast<double>(random.bits()) : 1000 * (random.uniform() - 0.5);
        if (!std::isfinite(value)) continue;
        for (auto const& text : {fmt::format("{}", value), fmt::format("{:.17e}", value)}) {
            CAPTURE(text);
            REQUIRE(parse_number(text) == value);
        }
    }
}

TEST_CASE("short decimals, which take the fast path, are correctly rounded") {
    random_source random({.seed = 2, .use = purpose::data});
    for (int i = 0; i < 100'000; ++i) {
        std::string const text = fmt::format("{}.{:06}", random.pick(1'000'000), random.pick(1'000'000));
        CAPTURE(text);
        REQUIRE(parse_number(text) == std::strtod(text.c_str(), nullptr));
    }
}

TEST_CASE("a leading plus is accepted") {
    CHECK(parse_number("+1.5") == 1.5);
}

TEST_CASE("a number too small for a double is zero or refused, never garbage") {
    CHECK(parse_number("1e-400").value_or(0) == 0);
}

TEST_CASE("what is not a finite decimal number is refused") {
    for (std::string_view const text : {"",   "-",    "+",     ".",   "e5",  "1e",  "1e+",  "--1",      "+-1",   "1,5", "1 ",
                                        " 1", "0x10", "1.2.3", "nan", "NaN", "inf", "-inf", "infinity", "1e400", "abc", "1a"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_number(text));
    }
}

TEST_CASE("blanks at both ends of a text are taken away") {
    CHECK(trimmed(" \t1 2\t ") == "1 2");
    CHECK(trimmed("") == "");
    CHECK(trimmed(" \t ") == "");
    CHECK(trimmed("x") == "x");
}
