#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

import firefly;

using namespace firefly;

namespace {

struct counter {
    std::uint64_t steps = 0;
    static auto members(auto& self) { return std::tie(self.steps); }
    friend bool operator==(counter const&, counter const&) = default;
};

any_state counting(std::uint64_t steps) {
    return any_state(std::in_place_type<counter>, counter{steps});
}

}  // namespace

TEST_CASE("erased states are regular: copies are equal, and those of other kernels are not") {
    any_kernel<any_firefly_density> const walk(random_walk({.step = 1})), gibbs(slice({.width = 1}));
    any_state const a = walk.start(), b = a;
    CHECK(a == b);
    CHECK(a != gibbs.start());
    CHECK(any_state() == any_state());
    CHECK(any_state() != a);
}

TEST_CASE("an erased state is a value: a copy changes alone, and one that was moved from holds nothing") {
    any_state first = counting(3);
    any_state second = first;
    second.as<counter>().steps = 4;
    CHECK(first.as<counter>().steps == 3);
    CHECK(first != second);
    first = second;
    CHECK(first == second);
    any_state const& same = first;
    first = same;  // to itself
    CHECK(first == second);
    any_state const third = std::move(second);
    CHECK(third == first);
    CHECK(second == any_state());
}

TEST_CASE("states of equal content and different types are not equal") {
    struct other : counter {};
    CHECK(counting(3) != any_state(std::in_place_type<other>, other{{3}}));
}

TEST_CASE("an erased state is written and read as the one that it holds") {
    byte_writer erased, plain;
    erased.put(counting(77));
    plain.put(counter{77});
    CHECK(erased.bytes() == plain.bytes());
    any_state again = counting(0);
    byte_reader in(erased.bytes());
    in.get(again);
    CHECK(in.at_end());
    CHECK(again == counting(77));
}
