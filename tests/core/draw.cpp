#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.core;

using namespace firefly;

namespace {

struct kernel_state {
    double step = 0;
    friend bool operator==(kernel_state const&, kernel_state const&) = default;
};

using some_state = chain_state<kernel_state, int>;

}  // namespace

TEST_CASE("flips are what went bright and what went dark, queries those of both steps") {
    draw d;
    d.z = {.bright = 9, .brightened = 3, .darkened = 2, .queries = 40};
    d.theta_queries = 17;
    CHECK(d.z.flips() == 5);
    CHECK(d.queries() == 57);
    CHECK(draw{}.queries() == 0);
}

TEST_CASE("a chain has a thousand iterations of warm-up and draws its first z, unless it is told otherwise") {
    chain_options const options;
    CHECK(options.seed == 1);
    CHECK(options.chain == 0);
    CHECK(options.warm_up == 1000);
    CHECK(options.brightness == brightness_start::gibbs);
}

TEST_CASE("whatever a chain needs to go on is a member of its state: two states that differ anywhere are not equal") {
    some_state const same{};
    CHECK(some_state{} == same);
    auto const differs = [&](auto change) {
        some_state other{};
        change(other);
        return other != same;
    };
    CHECK(differs([](some_state& s) { s.options.seed = 2; }));
    CHECK(differs([](some_state& s) { s.options.chain = 1; }));
    CHECK(differs([](some_state& s) { s.options.warm_up = 1; }));
    CHECK(differs([](some_state& s) { s.options.brightness = brightness_start::dark; }));
    CHECK(differs([](some_state& s) { s.iteration = 1; }));
    CHECK(differs([](some_state& s) { s.density.current.theta = zeros(1); }));
    CHECK(differs([](some_state& s) { s.density.current.log_density = -1; }));
    CHECK(differs([](some_state& s) { s.density.current.region = 1; }));
    CHECK(differs([](some_state& s) { s.density.bright = {4}; }));
    CHECK(differs([](some_state& s) { s.density.bright_values.gap = {0.5}; }));
    CHECK(differs([](some_state& s) { s.density.gradient = {0.5}; }));
    CHECK(differs([](some_state& s) { s.density.log_scales = {0.5}; }));
    CHECK(differs([](some_state& s) { s.kernel.step = 1; }));
    CHECK(differs([](some_state& s) { s.updater = 1; }));
}

TEST_CASE("the members that are written and read are all that a state has, and can be assigned through") {
    some_state state{};
    static_assert(std::tuple_size_v<decltype(some_state::members(state))> == 5);
    static_assert(std::tuple_size_v<decltype(chain_options::members(state.options))> == 4);
    static_assert(std::tuple_size_v<decltype(density_state::members(state.density))> == 5);
    static_assert(std::tuple_size_v<decltype(point::members(state.density.current))> == 3);
    std::get<1>(some_state::members(state)) = 12;
    CHECK(state.iteration == 12);
    std::get<2>(point::members(state.density.current)) = 1;
    CHECK(state.density.current.region == 1);
    some_state const fixed = state;
    static_assert(std::is_same_v<decltype(std::get<1>(some_state::members(fixed))), std::uint64_t const&>);
    CHECK(std::get<1>(some_state::members(fixed)) == 12);
}
