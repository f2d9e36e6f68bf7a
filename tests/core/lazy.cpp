#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

import firefly;

using namespace firefly;

/// There an exception out of `std::call_once` is not noticed, and whoever calls next waits for ever.
constexpr bool is_thread_sanitized = __has_feature(thread_sanitizer);

TEST_CASE("a lazy value is made when it is first asked for, once, and shared by copies") {
    int made = 0;
    lazy<int> const value(std::function<int()>([&] {
        ++made;
        return 7;
    }));
    lazy<int> const copy = value;
    CHECK_FALSE(value.is_made());
    CHECK(made == 0);
    CHECK(*copy == 7);
    CHECK(value.is_made());
    CHECK(*value == 7);
    CHECK(made == 1);
}

TEST_CASE("what a lazy value was made from is let go of once it is made") {
    auto const source = std::make_shared<int>(7);
    lazy<int> const value(std::function<int()>([source] { return *source; }));
    CHECK(source.use_count() == 2);
    CHECK(*value == 7);
    CHECK(source.use_count() == 1);
}

TEST_CASE("a lazy value that is there already is made of it") {
    lazy<std::vector<int>> const value(std::vector<int>{1, 2, 3});
    CHECK(value.is_made());
    CHECK(value->size() == 3);
}

TEST_CASE("several threads that ask for a lazy value at once get the same one") {
    std::atomic<int> made = 0;
    lazy<int> const value(std::function<int()>([&] { return ++made; }));
    std::atomic<int> ones = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) threads.emplace_back([&] { ones += *value == 1; });
    }
    CHECK(made == 1);
    CHECK(ones == 8);
}

TEST_CASE("a lazy value that could not be made is tried again" * doctest::skip(is_thread_sanitized)) {
    int tries = 0;
    lazy<int> const value(std::function<int()>([&] {
        if (++tries == 1) throw std::runtime_error("not yet");
        return tries;
    }));
    CHECK_THROWS_AS(*value, std::runtime_error);
    CHECK_FALSE(value.is_made());
    CHECK(*value == 2);
}
