/// The draws of a chain, kept.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <coroutine>
#include <ranges>
#include <vector>

import firefly;

namespace firefly::testing {

/// The next draws of a chain.
template <class Chain>
std::vector<draw> advance(Chain& chain, int iterations) {
    std::vector<draw> draws;
    for (int i = 0; i < iterations; ++i) {
        chain.advance();
        draws.push_back(chain.current());
    }
    return draws;
}

/// The first `count` of a stream.
inline std::vector<draw> first_draws(stream<draw> draws, int count) {
    std::vector<draw> result;
    for (draw const& d : draws | std::views::take(count)) result.push_back(d);
    return result;
}

}  // namespace firefly::testing
