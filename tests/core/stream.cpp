// The coroutine range on its own: in pipelines, with exceptions, abandoned half-way.
#include <doctest/doctest.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/stride.hpp>
#include <range/v3/view/take.hpp>
#include <ranges>
#include <stdexcept>
#include <vector>

import firefly.core;
import firefly.external;

namespace {

firefly::stream<int> count_up(int end) {
    for (int i = 0; i < end; ++i) co_yield i;
    throw std::runtime_error("past the end");
}

}  // namespace

TEST_CASE("a stream pipes through range-v3 as an rvalue") {
    auto const taken = count_up(1000) | ranges::views::drop(10) | ranges::views::stride(5) | ranges::views::take(3) |
                       ranges::to<std::vector<int>>();
    CHECK(taken == std::vector<int>{10, 15, 20});
}

TEST_CASE("a stream pipes through std::views as an rvalue") {
    int total = 0;
    for (int i : count_up(1000) | std::views::drop(3) | std::views::take(4)) total += i;
    CHECK(total == 3 + 4 + 5 + 6);
}

TEST_CASE("an exception surfaces at the increment") {
    auto numbers = count_up(1);
    auto position = numbers.begin();
    CHECK_THROWS_AS(++position, std::runtime_error);
}

TEST_CASE("a stream can be abandoned half-way or before its start") {
    auto half_way = count_up(1000);
    auto position = half_way.begin();
    ++position;
    CHECK(*position == 1);
    [[maybe_unused]] auto const never_started = count_up(1000);
}
