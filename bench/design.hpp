/// Rows and targets that are drawn from any of the likelihoods of one predictor.
///
/// Rows are (1, 50 × N(0, 9/51)); of θ the intercept is zero, and the rest is drawn and scaled so that predictors have the standard deviation 1.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

import firefly;

namespace firefly::bench {

inline constexpr std::size_t design_columns = 51;

/// Rows and their predictors.
struct design {
    matrix rows;
    std::vector<double> eta;
};

inline design make_design(row_index rows) {
    design result{zeros(rows, design_columns), std::vector<double>(rows)};
    random_source random({.seed = 21, .use = purpose::data});
    std::vector<double> theta(design_columns);
    random.normals(theta);
    double const variance = 9.0 / 51;
    theta[0] = 0;
    double square = 0;
    for (std::size_t d = 1; d < design_columns; ++d) square += variance * theta[d] * theta[d];
    for (double& t : theta) t /= std::sqrt(square);
    for (row_index n = 0; n < rows; ++n) {
        vector_out const row{result.rows.data() + n * design_columns, design_columns};
        random.normals(row);
        for (double& x : row) x *= std::sqrt(variance);
        row[0] = 1;
        result.eta[n] = dot(row, theta);
    }
    return result;
}

inline double draw_poisson(double mean, random_source& random) {
    double count = 0;
    for (double sum = random.exponential(); sum < mean; sum += random.exponential()) ++count;
    return count;
}

inline double draw_normal(random_source& random) {
    double x = 0;
    random.normals({&x, 1});
    return x;
}

inline double draw_target(logistic const&, double eta, random_source& random) {
    return random.uniform() < 1 / (1 + std::exp(-eta)) ? 1 : 0;
}
inline double draw_target(poisson const&, double eta, random_source& random) {
    return draw_poisson(std::exp(eta), random);
}
/// Of size two: the mean is a gamma number of that shape.
inline double draw_target(negative_binomial const&, double eta, random_source& random) {
    return draw_poisson(std::exp(eta) / 2 * (random.exponential() + random.exponential()), random);
}
inline double draw_target(probit const&, double eta, random_source& random) {
    return eta + draw_normal(random) > 0 ? 1 : 0;
}
inline double draw_target(gaussian const&, double eta, random_source& random) {
    return eta + draw_normal(random);
}

template <class L>
vector draw_targets(L const& likelihood, design const& from) {
    vector target = zeros(from.eta.size());
    random_source random({.seed = 22, .use = purpose::data});
    for (std::size_t n = 0; n < from.eta.size(); ++n) target(n) = draw_target(likelihood, from.eta[n], random);
    return target;
}

}  // namespace firefly::bench
