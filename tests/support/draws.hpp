/// The draws of a chain, kept.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <vector>

import firefly;

namespace firefly::testing {

/// The next so many.
template <class Chain>
std::vector<draw> advance(Chain& chain, int iterations) {
    std::vector<draw> draws;
    for (int i = 0; i < iterations; ++i) {
        chain.advance();
        draws.push_back(chain.current());
    }
    return draws;
}

}  // namespace firefly::testing
