module;
#include <cstddef>
#include <span>

module firefly.models;

import firefly.core;

namespace firefly {

double log_ordinal_probability(std::size_t category, double eta, vector_view cutpoints) {
    double result = 0;
    bool const has_upper = category < cutpoints.size(), has_lower = category > 0;
    if (has_upper) result += log_sigmoid(cutpoints[category] - eta);
    if (has_lower) result += log_sigmoid(eta - cutpoints[category - 1]);
    if (!has_upper || !has_lower) return result;
    double const width = cutpoints[category] - cutpoints[category - 1];
    return width > 0 ? result + log_one_minus_exp(width) : -infinity;
}

}  // namespace firefly
