/// Means of functionals by weights: what a quadrature adds up.
#pragma once

#include <cstddef>
#include <vector>

namespace firefly::testing {

struct weighted_sums {
    std::vector<double> sums;
    double total = 0;

    void add(double weight, std::vector<double> const& values) {
        sums.resize(values.size());
        for (std::size_t f = 0; f < values.size(); ++f) sums[f] += weight * values[f];
        total += weight;
    }
    std::vector<double> means() const {
        std::vector<double> result = sums;
        for (double& value : result) value /= total;
        return result;
    }
};

}  // namespace firefly::testing
