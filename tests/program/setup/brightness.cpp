#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

import firefly;
import firefly.program.setup;

using namespace firefly::program;
using firefly::bright_set;

TEST_CASE("rows are told by the share of draws in which they were bright, the brightest first") {
    bright_counts counts;
    bright_set bright(100);
    bright.brighten(16);
    counts.see(bright, false);
    bright.brighten(4);
    counts.see(bright, true);
    bright.darken(16);
    counts.see(bright, false);
    bright.brighten(16);
    counts.see(bright, false);
    CHECK(counts.in_words(5) == "5:0.75 17:0.75");
    CHECK(counts.in_words(1) == "5:0.75");
    CHECK(counts.share_outside() == 0.25);
}

TEST_CASE("rows of one datum count as one, by the one that is bright more often") {
    auto const half = [](firefly::row_index n) { return n / 2; };
    bright_watch watch(1, 1, half);
    bright_set bright(100);
    bright.brighten(16);
    watch.of(0).see(bright, false);
    bright.brighten(17);
    bright.brighten(4);
    watch.of(0).see(bright, false);
    CHECK(watch.in_words(0, 5) == "9:1 3:0.5");
}

TEST_CASE("without draws, or without bright ones, no row is told") {
    bright_counts counts;
    CHECK(counts.in_words(5) == "none");
    CHECK(counts.share_outside() == 0);
    counts.see(bright_set(10), false);
    CHECK(counts.in_words(5) == "none");
}

TEST_CASE("of very many rows the rare ones are forgotten and the frequent ones stay") {
    bright_counts counts;
    bright_set bright(1'000'000);
    bright.brighten(41);
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        bright.brighten(1000 + i);
        counts.see(bright, false);
        bright.darken(1000 + i);
    }
    CHECK(counts.in_words(1) == "42:1");
}

TEST_CASE("the rows of all chains are averaged") {
    using rows = std::vector<std::pair<std::uint64_t, double>>;
    CHECK(brightest_rows("5:0.5 17:0.25 | 5:1") == rows{{5, 0.75}, {17, 0.125}});
    CHECK(brightest_rows("none | none").empty());
    CHECK(brightest_rows("").empty());
    CHECK(brightest_rows("x:y 3:0.5 4") == rows{{3, 0.5}});
    CHECK(brightest_rows("1e300:0.5 -3:0.5 0:1 3:0.5") == rows{{3, 0.5}});  // a file can say anything
}
