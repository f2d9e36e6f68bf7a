module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly::softmax_interval {

namespace {

/// p at η.
vector_out probabilities(vector_view eta, std::array<double, most_predictors>& memory) {
    vector_out const p = vector_out(memory).first(eta.size());
    double const largest = *std::ranges::max_element(eta);
    double sum = 0;
    for (std::size_t k = 0; k < eta.size(); ++k) sum += p[k] = portable::exp(eta[k] - largest);
    for (double& x : p) x /= sum;
    return p;
}

/// The mean of v under p, relative to v_0: a number common to all v must not cost digits.
double mean_step(vector_view p, vector_view v) {
    double mean = 0;
    for (std::size_t k = 0; k < v.size(); ++k) mean += p[k] * (v[k] - v[0]);
    return mean;
}

}  // namespace

double most(double spread) {
    return inflated(exponential_secant(spread));
}

double least(double spread) {
    return exponential_secant(-spread);
}

double square(vector_view eta, vector_view v) {
    std::array<double, most_predictors> memory;
    vector_view const p = probabilities(eta, memory);
    double const mean = mean_step(p, v);
    double sum = 0;
    for (std::size_t k = 0; k < v.size(); ++k) sum += p[k] * (v[k] - v[0] - mean) * (v[k] - v[0] - mean);
    return sum;
}

void multiply(vector_view eta, vector_view v, vector_out result) {
    std::array<double, most_predictors> memory;
    vector_view const p = probabilities(eta, memory);
    double const mean = mean_step(p, v);
    for (std::size_t k = 0; k < v.size(); ++k) result[k] = p[k] * (v[k] - v[0] - mean);
}

void write_out(vector_view eta, double factor, vector_out result) {
    std::array<double, most_predictors> memory;
    vector_view const p = probabilities(eta, memory);
    for (std::size_t k = 0; k < p.size(); ++k)
        for (std::size_t l = 0; l < p.size(); ++l) result[k * p.size() + l] = factor * p[k] * ((k == l ? 1 : 0) - p[l]);
}

double spread(vector_view delta) {
    auto const [low, high] = std::ranges::minmax(delta);
    return high - low;
}

float reach(ellipsoid const& region, vector_view covariance, std::size_t width) {
    double largest = 0;
    for (std::size_t j = 0; j < width; ++j)
        for (std::size_t k = 0; k < j; ++k)
            largest = std::max(largest, covariance[j * width + j] + covariance[k * width + k] - 2 * covariance[j * width + k]);
    return region.reach(largest);
}

}  // namespace firefly::softmax_interval
