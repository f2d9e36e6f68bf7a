/// Points of a posterior with weights, as a rule of quadrature makes them, and expectations by these.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <vector>

#include "support/softmax_problem.hpp"

namespace firefly::testing {

struct weighted_points {
    std::vector<vector> theta;
    numbers weight;  // adds up to one

    numbers expect(auto const& values) const {
        numbers sums;
        for (std::size_t i = 0; i < theta.size(); ++i) {
            numbers const here = values(as_view(theta[i]));
            sums.resize(here.size());
            for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += weight[i] * here[j];
        }
        return sums;
    }
};

}  // namespace firefly::testing
