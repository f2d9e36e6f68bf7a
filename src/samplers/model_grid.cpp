module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_grid(std::vector<double> const& values, std::vector<double> const& log_priors, std::size_t reach) {
    if (values.empty()) throw invalid_argument("model_grid: there are no values; give one at least");
    if (!are_finite(values) || std::ranges::adjacent_find(values, std::greater_equal{}) != values.end())
        throw invalid_argument("model_grid: values must be finite numbers in increasing order");
    if (log_priors.size() != values.size())
        throw invalid_argument(fmt::format("model_grid: there are {} values but {} priors", values.size(), log_priors.size()));
    if (!are_finite(log_priors)) throw invalid_argument("model_grid: the logarithm of each value's prior must be a finite number");
    if (reach == 0) throw invalid_argument("model_grid: reach must be at least 1, got 0");
}

void check_number(std::size_t j, std::size_t size) {
    if (j >= size) throw invalid_argument(fmt::format("model_grid: there is no value {}, as the grid has {}", j, size));
}

}  // namespace firefly
