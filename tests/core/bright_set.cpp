#include <cstddef>
#include <cstdint>
#include <set>

#include <doctest/doctest.h>

import firefly.core;

using namespace firefly;

namespace {

/// What a bright set must agree with, and positions are consistent.
void check_against(bright_set const& z, std::set<row_index> const& model) {
    REQUIRE(z.count() == model.size());
    std::set<row_index> bright;
    for (std::size_t i = 0; i < z.count(); ++i) {
        bright.insert(z.ith_bright(i));
        REQUIRE(z.position(z.ith_bright(i)) == i);
    }
    REQUIRE(bright == model);
    for (row_index n = 0; n < z.size(); ++n) REQUIRE(z.is_bright(n) == model.contains(n));
}

}  // namespace

TEST_CASE("a new bright set is all dark") {
    bright_set const z(5);
    CHECK(z.size() == 5);
    check_against(z, {});
}

TEST_CASE("a bright set agrees with std::set under random operations") {
    // seed 11, 2000 operations on each of the sizes
    for (row_index const size : {1u, 2u, 3u, 17u, 64u}) {
        CAPTURE(size);
        random_source random({.seed = 11, .chain = static_cast<std::uint32_t>(size)});
        bright_set z(size);
        std::set<row_index> model;
        for (int operation = 0; operation < 2000; ++operation) {
            row_index const n = random.pick(size);
            if (z.is_bright(n)) {
                z.darken(n);
                model.erase(n);
            } else {
                z.brighten(n);
                model.insert(n);
            }
            if (random.pick(200) == 0) {
                z.clear();
                model.clear();
            }
            check_against(z, model);
        }
    }
}

TEST_CASE("a lit datum becomes the last bright one, and the last one takes a darkened one's place") {
    bright_set z(6);
    for (row_index const n : {4u, 1u, 5u}) z.brighten(n);
    CHECK(z.ith_bright(0) == 4);
    CHECK(z.ith_bright(1) == 1);
    CHECK(z.ith_bright(2) == 5);
    z.darken(4);
    CHECK(z.ith_bright(0) == 5);
    CHECK(z.ith_bright(1) == 1);
    z.darken(1);
    CHECK(z.count() == 1);
    CHECK(z.ith_bright(0) == 5);
}

TEST_CASE("a bright set of no data is refused") {
    CHECK_THROWS_WITH_AS(bright_set(0), "bright_set: size must lie between 1 and 18446744073709551614, got 0", invalid_argument);
}

TEST_CASE("a bright set has room for data beyond 32 bits and for as many bright ones as there come") {
    bright_set z(row_index{1} << 40);
    std::set<row_index> model;
    for (row_index i = 0; i < 3000; ++i) {
        row_index const n = i * 366'503'875'000;  // far apart, wrapped around
        z.brighten(n % z.size());
        model.insert(n % z.size());
    }
    REQUIRE(z.count() == model.size());
    for (row_index const n : model) REQUIRE(z.ith_bright(z.position(n)) == n);
    for (row_index const n : model) z.darken(n);
    CHECK(z.count() == 0);
    for (row_index const n : model) REQUIRE(!z.is_bright(n));
}
