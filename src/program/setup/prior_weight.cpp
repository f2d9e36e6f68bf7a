module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import :prior_weight;

namespace firefly::program {

namespace {

/// Of each parameter less its mean over the classes: (C H⁻¹ Cᵀ)_aa, C_kl = δ_kl − 1/K.
std::vector<double> identified_variances(matrix const& inverse, std::size_t classes) {
    std::size_t const all = inverse.shape(0), width = all / classes;
    std::vector<double> result(all);
    for (std::size_t a = 0; a < all; ++a) result[a] = inverse(a, a);
    if (classes == 1) return result;
    auto const share = 1 / static_cast<double>(classes);
    for (std::size_t j = 0; j < width; ++j) {
        double total = 0;
        std::vector<double> rows(classes);
        for (std::size_t k = 0; k < classes; ++k) {
            for (std::size_t l = 0; l < classes; ++l) rows[k] += inverse(k * width + j, l * width + j);
            total += rows[k];
        }
        for (std::size_t k = 0; k < classes; ++k) result[k * width + j] += share * share * total - 2 * share * rows[k];
    }
    return result;
}

}  // namespace

prior_weight weigh_prior(matrix const& inverse, quadratic const& part, std::vector<double> const& variance, std::size_t classes) {
    std::size_t const all = inverse.shape(0);
    auto const curvature = part.precision_diagonal();
    auto const slope = part.gradient();
    auto const spread = identified_variances(inverse, classes);
    prior_weight result;
    for (std::size_t a = 0; a < variance.size(); ++a) {
        double const known = 1 / inverse(a, a) - curvature(a);
        result.narrowing.push_back(1 / std::sqrt(1 + variance[a] * std::max(known, 0.0)));
        double moved = 0;
        for (std::size_t b = 0; b < all; ++b) moved += inverse(a, b) * slope(b);
        result.pull.push_back(std::abs(moved) / std::sqrt(spread[a]));
    }
    return result;
}

}  // namespace firefly::program
