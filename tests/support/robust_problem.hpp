/// Small robust regressions, and their log densities computed the slow and obvious way.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/logistic_problem.hpp"

namespace firefly::testing {

template <Prior P>
using robust_posterior = posterior<student_t, P, dense_rows>;

template <Prior P>
robust_posterior<P> make_robust(matrix features, vector target, P prior, student_t_settings settings = {}) {
    return {student_t(settings), prior, dense_rows{std::move(features), std::move(target)}};
}

/// log of the Student-t density of a residual, as it is printed in books.
inline double printed_log_student_t(double r, double freedom, double scale) {
    return std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2) - std::log(freedom * 3.14159265358979323846) / 2 -
           std::log(scale) - (freedom + 1) / 2 * std::log(1 + r * r / freedom);
}

/// log B: the same with the tangent of log(1 + r²/ν) in r² at ξ² in its place.
inline double printed_log_student_t_bound(double r, double xi, double freedom, double scale) {
    return printed_log_student_t(xi, freedom, scale) - (freedom + 1) / 2 * (r * r - xi * xi) / (freedom + xi * xi);
}

/// Row n of any model with one predictor, with its target.
template <Model M>
std::pair<vector_view, double> row_of(M const& model, row_index n) {
    block_buffer buffer;
    row_block const block = model.rows().block(n / block_rows, buffer);
    return {block.rows.common.row(n % block_rows), block.target[n % block_rows]};
}

/// (t − x·θ)/s of datum n.
template <Prior P>
double residual_of(robust_posterior<P> const& model, row_index n, vector_view theta) {
    auto const [row, target] = row_of(model, n);
    return (target - dot(row, theta)) / model.likelihood().scale();
}

/// 0 at θ = 0, as the library's.
inline double naive_log_prior(laplace_prior const& prior, vector_view theta) {
    double sum = 0;
    for (double const t : theta) sum -= std::abs(t) / prior.scale();
    return sum;
}

inline double naive_log_prior(gaussian_prior const& prior, vector_view theta) {
    return -dot(theta, theta) / (2 * prior.scale() * prior.scale());
}

template <Prior P>
double naive_log_likelihood(robust_posterior<P> const& model, vector_view theta) {
    double sum = 0;
    for (row_index n = 0; n < model.rows().rows(); ++n)
        sum += printed_log_student_t(residual_of(model, n, theta), model.likelihood().degrees_of_freedom(),
                                     model.likelihood().scale());
    return sum;
}

template <Prior P>
double naive_log_posterior(robust_posterior<P> const& model, vector_view theta) {
    return naive_log_prior(model.prior(), theta) + naive_log_likelihood(model, theta);
}

/// t = x·θ plus Student-t noise with ν = 4, x = (1, normals); every tenth target 30 off.
inline std::pair<matrix, vector> contaminated(row_index rows, std::size_t columns, std::uint64_t seed) {
    matrix features = zeros(rows, columns);
    vector target = zeros(rows), truth = near(as_view(zeros(columns)), 1, seed + 1'000'000);
    random_source random({.seed = seed});
    for (row_index n = 0; n < rows; ++n) {
        vector_out const row{features.data() + n * columns, columns};
        random.normals(row);
        row[0] = 1;
        double numbers[5];
        random.normals(numbers);
        double square = 0;
        for (int i = 1; i < 5; ++i) square += numbers[i] * numbers[i];
        target(n) = dot(row, as_view(truth)) + numbers[0] / std::sqrt(square / 4) + (n % 10 == 9 ? 30 : 0);
    }
    return {features, target};
}

}  // namespace firefly::testing
