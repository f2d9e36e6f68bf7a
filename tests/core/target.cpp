#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

import firefly.core;

using namespace firefly;

namespace {

struct plain {};
struct of_two {
    static constexpr std::size_t target_numbers = 2;
};

struct source {
    std::size_t columns() const { return 3; }
};
struct cased_source : source {
    row_layout layout() const { return {.columns = 2, .stored = 1, .target = 2}; }
};

}  // namespace

TEST_CASE("a target is one number, or as many as its likelihood says") {
    std::array<double, 4> const targets{1, 2, 3, 4};
    CHECK(target_numbers<plain> == 1);
    CHECK(target_numbers<of_two> == 2);
    CHECK(std::is_same_v<target_type<plain>, double>);
    CHECK(target_of<plain>(targets, 2) == 3);
    CHECK(target_of<of_two>(targets, 1).size() == 2);
    CHECK(target_of<of_two>(targets, 1)[0] == 3);
    CHECK(target_of<of_two>(targets, 1)[1] == 4);
}

TEST_CASE("a source packs features and one number, unless it says otherwise") {
    CHECK(layout_of(source()).columns == 3);
    CHECK(layout_of(source()).stored == 0);
    CHECK(layout_of(source()).target == 1);
    CHECK(layout_of(cased_source()).target == 2);
}
