/// Small logistic regressions, and their log densities computed the slow and obvious way.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

import firefly;

namespace firefly::testing {

using logistic_posterior = posterior<logistic, gaussian_prior, dense_rows>;

inline vector vector_of(std::initializer_list<double> values) {
    return to_vector(std::span(values.begin(), values.size()));
}

inline matrix matrix_of(std::initializer_list<std::initializer_list<double>> rows) {
    matrix m = zeros(rows.size(), rows.begin()->size());
    double* out = m.data();
    for (auto const& row : rows)
        for (double const x : row) *out++ = x;
    return m;
}

inline logistic_posterior make_posterior(matrix features, vector target, double prior_scale) {
    return {logistic{}, gaussian_prior{prior_scale}, dense_rows{std::move(features), std::move(target)}};
}

/// Of `synthetic_logistic`, with a standard normal prior.
inline logistic_posterior synthetic_posterior(row_index rows, std::size_t columns, std::uint64_t seed) {
    return {logistic{}, gaussian_prior{1}, dense_rows{synthetic_logistic({.rows = rows, .columns = columns, .seed = seed})}};
}

/// Ordered categories of a latent variable with logistic noise, cut so that the narrowest in the middle have a tenth of the data or less.
inline ordinal_posterior<gaussian_prior, dense_rows> synthetic_ordinal(row_index rows, std::size_t columns, std::size_t categories,
                                                                       std::uint64_t seed) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = seed});
    random_source random({.seed = seed});
    random.normals({data.features.data(), data.features.size()});  // no column of ones
    for (row_index n = 0; n < rows; ++n) {
        double latent = 0;
        for (std::size_t d = 0; d < columns; ++d) latent += data.features(n, d) * (d % 2 == 0 ? 0.6 : -0.4);
        double const u = random.uniform();
        latent += std::log(u / (1 - u));
        double category = 0;
        for (std::size_t j = 1; j < categories; ++j)
            category += latent > 0.7 * static_cast<double>(j) - 0.35 * static_cast<double>(categories) ? 1 : 0;
        data.target(n) = category;
    }
    return ordinal(gaussian_prior{1}, dense_rows(std::move(data)));
}

/// Student-t noise of scale 0.3 about a mean of 20, with a column of ones.
inline noise_posterior<student_t, gaussian_prior, dense_rows> synthetic_noise(row_index rows, std::size_t columns,
                                                                              std::uint64_t seed) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = seed});
    random_source random({.seed = seed});
    random.normals({data.features.data(), data.features.size()});
    random.normals(as_out(data.target));
    for (row_index n = 0; n < rows; ++n) {
        data.features(n, 0) = 1;
        data.target(n) *= 0.3 * std::sqrt(2 / (random.exponential() + random.exponential()));  // ν = 4
        data.target(n) += 20;
        for (std::size_t d = 1; d < columns; ++d) data.target(n) += data.features(n, d) * (d % 2 == 0 ? 0.6 : -0.4);
    }
    return with_noise(student_t{}, gaussian_prior{30}, 1, dense_rows(std::move(data)));
}

/// A vector of independent normals around a centre.
inline vector near(vector_view centre, double spread, std::uint64_t seed) {
    vector theta = zeros(centre.size());
    random_source({.seed = seed}).normals(as_out(theta));
    for (std::size_t i = 0; i < theta.size(); ++i) theta(i) = centre[i] + spread * theta(i);
    return theta;
}

/// Row n with its target, and its predictor.
struct datum {
    vector_view row;
    double target;

    double predictor(vector_view theta) const { return dot(row, theta); }
    double log_likelihood(vector_view theta) const { return log_sigmoid((2 * target - 1) * predictor(theta)); }
};

inline datum datum_of(logistic_posterior const& model, row_index n) {
    block_buffer buffer;
    row_block const block = model.rows().block(n / block_rows, buffer);
    return {block.rows.common.row(n % block_rows), block.target[n % block_rows]};
}

/// Up to the same constant as the library's: the prior is 0 at θ = 0.
inline double naive_log_prior(logistic_posterior const& model, vector_view theta) {
    return -dot(theta, theta) / (2 * model.prior().scale() * model.prior().scale());
}

inline double naive_log_posterior(logistic_posterior const& model, vector_view theta) {
    double sum = naive_log_prior(model, theta);
    for (row_index n = 0; n < model.rows().rows(); ++n) sum += datum_of(model, n).log_likelihood(theta);
    return sum;
}

/// log B as the paper prints it: a y² + y/2 + c with y = ±η, a = −tanh(ξ/2)/(4ξ), c = −aξ² − log(2 cosh(ξ/2)).
inline double printed_log_bound(double y, double xi) {
    double const size = std::abs(xi);
    double const a = size < 1e-6 ? -0.125 : -std::tanh(size / 2) / (4 * size);
    double const c = -a * size * size - (size / 2 + std::log1p(std::exp(-size)));
    return a * y * y + y / 2 + c;
}

}  // namespace firefly::testing
