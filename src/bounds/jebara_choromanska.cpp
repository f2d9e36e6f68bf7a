module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// Lets the classes join: `start(k)` with the first, then `join(k, tanh(a/2)/(2a), σ(a))` with each of the others.
void for_each_class(vector_view eta, auto const& start, auto const& join) {
    std::array<std::size_t, most_predictors> order;
    auto const classes = std::span(order).first(eta.size());
    for (std::size_t k = 0; k < classes.size(); ++k) classes[k] = k;
    std::ranges::sort(classes, [&](std::size_t k, std::size_t l) { return eta[k] > eta[l] || (eta[k] == eta[l] && k < l); });
    std::size_t const largest = classes[0];
    start(largest);
    double ahead = 0;  // ℓ less the largest η*
    for (std::size_t const k : classes.subspan(1)) {
        double const a = eta[k] - eta[largest] - ahead;
        join(k, jaakkola_jordan_curvature::everywhere(a), sigmoid(a));
        ahead += portable::log1p(portable::exp(a));  // a ≤ 0 in this order
    }
}

/// S = Σ c v vᵀ: `use(c, v)` for each term.
void for_each_direction(vector_view eta, auto const& use) {
    std::array<double, most_predictors> mean, direction;
    auto const mu = vector_out(mean).first(eta.size()), v = vector_out(direction).first(eta.size());
    std::ranges::fill(mu, 0.0);
    for_each_class(
        eta, [&](std::size_t k) { mu[k] = 1; },
        [&](std::size_t k, double c, double s) {
            for (std::size_t l = 0; l < v.size(); ++l) v[l] = -mu[l];
            v[k] = 1;
            use(c, vector_view(v));
            for (std::size_t l = 0; l < v.size(); ++l) mu[l] += s * v[l];
        });
}

}  // namespace

double jebara_choromanska_curvature::square(vector_view eta, vector_view v) {
    // Σ c (v_k − μ·v)², and μ·v follows μ: neither S nor μ is written out. All v relative to one of them, since a number common to all
    // must not cost digits.
    double sum = 0, mean = 0, first = 0;
    for_each_class(
        eta, [&](std::size_t k) { first = v[k]; },
        [&](std::size_t k, double c, double s) {
            double const step = v[k] - first - mean;
            sum += c * step * step;
            mean += s * step;
        });
    return sum;
}

void jebara_choromanska_curvature::multiply(vector_view eta, vector_view v, vector_out result) {
    std::ranges::fill(result, 0.0);
    for_each_direction(eta, [&](double c, vector_view direction) {
        double along = 0;
        for (std::size_t k = 0; k < v.size(); ++k) along += direction[k] * (v[k] - v[0]);
        for (std::size_t k = 0; k < v.size(); ++k) result[k] += c * along * direction[k];
    });
}

void jebara_choromanska_curvature::write_out(vector_view eta, vector_out curvature) {
    std::ranges::fill(curvature, 0.0);
    for_each_direction(eta, [&](double c, vector_view direction) {
        for (std::size_t k = 0; k < eta.size(); ++k)
            for (std::size_t l = 0; l < eta.size(); ++l) curvature[k * eta.size() + l] += c * direction[k] * direction[l];
    });
}

}  // namespace firefly
