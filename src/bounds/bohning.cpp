module;
#include <cstddef>
#include <span>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

constexpr double half = 0.5 * inflation;

/// Mean of v relative to v_0: a number common to all v must not cost digits.
double mean_step(vector_view v) {
    double sum = 0;
    for (double const x : v) sum += x - v[0];
    return sum / static_cast<double>(v.size());
}

}  // namespace

double bohning_curvature::square(vector_view, vector_view v) {
    double const mean = mean_step(v);
    double sum = 0;
    for (double const x : v) sum += (x - v[0] - mean) * (x - v[0] - mean);
    return half * sum;
}

void bohning_curvature::multiply(vector_view, vector_view v, vector_out result) {
    double const mean = mean_step(v);
    for (std::size_t k = 0; k < v.size(); ++k) result[k] = half * (v[k] - v[0] - mean);
}

void bohning_curvature::write_out(vector_view eta, vector_out curvature) {
    std::size_t const width = eta.size();
    double const share = 1 / static_cast<double>(width);
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t l = 0; l < width; ++l) curvature[k * width + l] = half * ((k == l ? 1 : 0) - share);
}

matrix bohning_curvature::shared(std::size_t width) {
    matrix result = zeros(width, width);
    write_out(as_view(zeros(width)), {result.data(), result.size()});
    return result;
}

}  // namespace firefly
