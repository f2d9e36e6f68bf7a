#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/stride.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

import firefly.external;
import firefly.core;

using namespace firefly;

namespace {

stream<int> count_from(int first) {
    for (int i = first;; ++i) co_yield i;
}

stream<int> count_to(int last) {
    for (int i = 0; i < last; ++i) co_yield i;
}

stream<int> nothing() {
    co_return;
}

stream<int> fail_after(int good) {
    for (int i = 0; i < good; ++i) co_yield i;
    throw std::runtime_error("out of numbers");
}

stream<draw> marked_draws(std::uint64_t warm_up) {
    draw current;
    for (;; ++current.iteration) {
        current.warm_up = current.iteration < warm_up;
        co_yield current;
    }
}

/// Counts how many of its kind have been destroyed after construction by `watched`; moves do not count.
class watched {
public:
    explicit watched(int& destroyed) : destroyed_(&destroyed) {}
    watched(watched&& other) noexcept : destroyed_(std::exchange(other.destroyed_, nullptr)) {}
    watched(watched const&) = delete;
    watched& operator=(watched const&) = delete;
    watched& operator=(watched&&) = delete;
    ~watched() {
        if (destroyed_) ++*destroyed_;
    }

private:
    int* destroyed_;
};

/// Holds one watched object as a parameter and one as a local; says when it has started.
stream<int> watch(watched, int& destroyed, bool& started, int last) {
    started = true;
    watched const local(destroyed);
    for (int i = 0; i < last; ++i) co_yield i;
}

stream<std::unique_ptr<int>> move_only() {
    for (int i = 0; i < 3; ++i) {
        auto const value = std::make_unique<int>(i);
        co_yield value;
    }
}

template <std::ranges::input_range R>
std::vector<int> collect(R&& range) {
    std::vector<int> values;
    for (int const value : range) values.push_back(value);
    return values;
}

constexpr auto is_even = [](int i) { return i % 2 == 0; };
constexpr auto square = [](int i) { return i * i; };

}  // namespace

TEST_CASE("a stream yields what its coroutine yields, in order") {
    CHECK(collect(count_to(4)) == std::vector{0, 1, 2, 3});
}

TEST_CASE("a stream that yields nothing is empty") {
    CHECK(collect(nothing()).empty());
}

TEST_CASE("a default-constructed stream is empty, and so is one that was moved from") {
    CHECK(collect(stream<int>()).empty());
    stream<int> a = count_from(0);
    stream<int> b = std::move(a);
    CHECK(collect(a).empty());
    CHECK(*b.begin() == 0);
}

TEST_CASE("a stream is a view and an input range of both libraries, no forward range, and not borrowed") {
    static_assert(std::ranges::view<stream<int>> && ranges::view_<stream<int>>);
    static_assert(std::ranges::input_range<stream<int>> && ranges::input_range<stream<int>>);
    static_assert(!std::ranges::forward_range<stream<int>> && !ranges::forward_range<stream<int>>);
    static_assert(!std::ranges::borrowed_range<stream<int>>);
    static_assert(std::same_as<std::ranges::range_reference_t<stream<int>>, int const&>);
    static_assert(std::ranges::range<stream<int> const>);
    CHECK(std::semiregular<stream<int>>);
}

TEST_CASE("an rvalue stream flows through std::views") {
    CHECK(collect(count_from(0) | std::views::drop(2) | std::views::filter(is_even) | std::views::transform(square) |
                  std::views::take(3)) == std::vector{4, 16, 36});
}

TEST_CASE("an rvalue stream flows through range-v3 views into a container") {
    auto const values = count_from(0) | ranges::views::drop(2) | ranges::views::stride(3) | ranges::views::filter(is_even) |
                        ranges::views::transform(square) | ranges::views::take(3) | ranges::to<std::vector>();
    CHECK(values == std::vector{4, 64, 196});
}

TEST_CASE("an lvalue stream flows through std::views and through range-v3 views") {
    stream<int> a = count_from(0);
    CHECK(collect(a | std::views::drop(2) | std::views::transform(square) | std::views::take(2)) == std::vector{4, 9});
    stream<int> b = count_from(0);
    auto const values = b | ranges::views::drop(2) | ranges::views::stride(2) | ranges::views::take(2) | ranges::to<std::vector>();
    CHECK(values == std::vector{2, 4});
}

TEST_CASE("warm-up is dropped by naming its member, in both libraries") {
    std::vector<std::uint64_t> iterations;
    for (draw const& d : marked_draws(5) | std::views::drop_while(&draw::warm_up) | std::views::take(2))
        iterations.push_back(d.iteration);
    CHECK(iterations == std::vector<std::uint64_t>{5, 6});

    auto const numbers = marked_draws(5) | ranges::views::drop_while(&draw::warm_up) | ranges::views::transform(&draw::iteration) |
                         ranges::views::take(2) | ranges::to<std::vector>();
    CHECK(numbers == iterations);
}

TEST_CASE("take makes as many elements as it gives, in both libraries") {
    int made = 0;
    auto const counted = [](int& made) -> stream<int> {
        for (;;) co_yield ++made;
    };
    CHECK(collect(counted(made) | std::views::take(3)) == std::vector{1, 2, 3});
    CHECK(made == 3);
    made = 0;
    CHECK((counted(made) | ranges::views::take(3) | ranges::to<std::vector>()) == std::vector{1, 2, 3});
    CHECK(made == 3);
}

TEST_CASE("a stream goes on after a take with the next element, in both libraries") {
    stream<int> s = count_from(0);
    CHECK(collect(s | std::views::take(3)) == std::vector{0, 1, 2});
    CHECK((s | ranges::views::take(2) | ranges::to<std::vector>()) == std::vector{3, 4});
    CHECK(collect(s | std::views::take(1)) == std::vector{5});
}

TEST_CASE("a stream that a loop left goes on with the next element, not with the last one again") {
    stream<int> s = count_from(0);
    for (int const value : s)
        if (value == 2) break;
    CHECK(*s.begin() == 3);
    CHECK(collect(s | std::views::take(2)) == std::vector{4, 5});
}

TEST_CASE("an element that nobody dereferenced is still to come") {
    stream<int> s = count_from(0);
    CHECK(s.begin() != s.end());
    CHECK(*s.begin() == 0);
    auto i = s.begin();
    ++i;
    CHECK(i != s.end());
    CHECK(*s.begin() == 2);
}

TEST_CASE("an exception before the first element is thrown where that is looked at, and the stream is then at its end") {
    stream<int> s = fail_after(0);
    auto i = s.begin();
    CHECK_THROWS_WITH_AS(*i, "out of numbers", std::runtime_error);
    CHECK(s.begin() == s.end());
}

TEST_CASE("an exception later is thrown where the next element is looked at, and the stream is then at its end") {
    stream<int> s = fail_after(2);
    auto i = s.begin();
    CHECK(*i == 0);
    ++i;
    CHECK(*i == 1);
    ++i;
    CHECK_THROWS_WITH_AS(static_cast<void>(i == s.end()), "out of numbers", std::runtime_error);
    CHECK(i == s.end());
    CHECK(s.begin() == s.end());
}

TEST_CASE("an exception passes through pipelines of both libraries") {
    CHECK_THROWS_AS(collect(fail_after(2) | std::views::transform(square)), std::runtime_error);
    CHECK_THROWS_AS(fail_after(2) | ranges::views::transform(square) | ranges::to<std::vector>(), std::runtime_error);
}

TEST_CASE("a stream starts only when it is asked") {
    int destroyed = 0;
    bool started = false;
    {
        stream<int> const s = watch(watched(destroyed), destroyed, started, 3);
        auto const first = s.begin();
        CHECK(!started);
        CHECK(*first == 0);
        CHECK(started);
    }
    CHECK(destroyed == 2);
}

TEST_CASE("a stream that is dropped before its start destroys its parameters and nothing else") {
    int destroyed = 0;
    bool started = false;
    watch(watched(destroyed), destroyed, started, 3);
    CHECK(!started);
    CHECK(destroyed == 1);
}

TEST_CASE("a stream that is abandoned half-way destroys all that its frame holds, once") {
    int destroyed = 0;
    bool started = false;
    for (int const value : watch(watched(destroyed), destroyed, started, 1000))
        if (value == 10) break;
    CHECK(destroyed == 2);
}

TEST_CASE("a stream that ran to its end destroys all that its frame holds, once") {
    int destroyed = 0;
    bool started = false;
    CHECK(collect(watch(watched(destroyed), destroyed, started, 4)).size() == 4);
    CHECK(destroyed == 2);
}

TEST_CASE("copies of a stream share one position, and the last one destroys the frame") {
    int destroyed = 0;
    bool started = false;
    {
        stream<int> a = watch(watched(destroyed), destroyed, started, 10);
        CHECK(*a.begin() == 0);
        {
            stream<int> const b = a;
            CHECK(*b.begin() == 1);
        }
        CHECK(destroyed == 0);
        CHECK(*a.begin() == 2);
        stream<int> c;
        c = a;
        a = stream<int>();
        CHECK(destroyed == 0);
        CHECK(*c.begin() == 3);
    }
    CHECK(destroyed == 2);
}

TEST_CASE("a stream survives assignment to itself") {
    stream<int> s = count_from(7);
    auto& same = s;
    s = same;
    CHECK(*s.begin() == 7);
}

TEST_CASE("a stream yields references: elements need not be copyable") {
    int sum = 0;
    for (auto const& value : move_only()) sum += *value;
    CHECK(sum == 3);
}
