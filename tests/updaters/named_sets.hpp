/// What an update names in `propose`, over all branches.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

import firefly.testing;
import firefly;

namespace firefly::testing {

/// The probability of every set of data that `propose` can name, over all branches.
template <class Updater>
std::map<std::vector<row_index>, double> named_sets(Updater const& updater, bright_set const& z) {
    std::map<std::vector<row_index>, double> probabilities;
    scripted_random random(z.size());
    do {
        std::vector<row_index> wanted;
        auto state = updater.start();
        updater.propose(z, state, random, wanted);
        std::ranges::sort(wanted);
        probabilities[wanted] += random.probability();
    } while (random.next());
    return probabilities;
}

}  // namespace firefly::testing
