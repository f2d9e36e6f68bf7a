/// A logistic regression of two data with two learned scales, or with the three of a horseshoe: prior and joint by definition.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "support/by_definition.hpp"

import firefly.external;

namespace firefly::testing {

inline composed_prior const two_scales({prior_term::half_cauchy(1, 0.8), prior_term::half_cauchy(1, 1.7)});
inline composed_prior const horseshoe({prior_term::horseshoe(2, 0.8)});
inline constexpr double cauchy_scale[] = {0.8, 1.7};

/// Of half-Cauchy(a).
inline double log_cauchy(double log_scale, double a) {
    double const ratio = std::exp(log_scale) / a;
    return std::log(ratio) - std::log1p(ratio * ratio);
}

/// log p(θ, log s): two scales, or three, which are those of the horseshoe.
inline double log_prior(vector_view theta, std::vector<double> const& log_scales) {
    bool const is_horseshoe = log_scales.size() == 3;
    double sum = is_horseshoe ? log_cauchy(log_scales[0], 0.8) : 0;
    for (std::size_t i = 0; i < theta.size(); ++i) {
        double const x = log_scales[is_horseshoe ? i + 1 : i], s = std::exp(x);
        sum += log_cauchy(x, is_horseshoe ? std::exp(log_scales[0]) : cauchy_scale[i]) - x - theta[i] * theta[i] / (2 * s * s);
    }
    return sum;
}

using scaled_definition = by_definition<jaakkola_jordan, composed_prior>;

/// Anchored, with a region out of which the lattice reaches.
inline scaled_definition two_scaled_data(bool has_region, bool is_horseshoe = false) {
    auto const own = is_horseshoe ? horseshoe.with_scales(std::vector<double>{0.9, 0.6, 1.3})
                                  : two_scales.with_scales(std::vector<double>{0.6, 1.3});
    scaled_definition d{logistic{}, own, matrix_of({{1, 0.4}, {1, -1.3}}), vector_of({0.2, -0.4})};
    if (has_region) d.region.emplace(cholesky(matrix_of({{1, 0}, {0, 1.2}})), 1.1);
    return d;
}

inline vector const two_targets = vector_of({0, 1});

inline double log_joint(scaled_definition const& d, vector_view theta, std::vector<double> const& log_scales,
                        std::vector<bool> const& bright) {
    double sum = log_prior(theta, log_scales);
    for (std::size_t n = 0; n < d.rows(); ++n) {
        double const l = std::exp(d.log_likelihood(n, two_targets(n), theta)), b = std::exp(d.log_bound(n, two_targets(n), theta));
        sum += std::log(bright[n] ? l - b : b);
    }
    return sum;
}

}  // namespace firefly::testing
