/// Small softmax regressions, and their log densities and bounds computed the slow and obvious way, in long double.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/logistic_problem.hpp"

namespace firefly::testing {

using softmax_posterior = posterior<softmax, gaussian_prior, dense_rows>;
using numbers = std::vector<double>;
using exact_numbers = std::vector<long double>;

inline softmax_posterior make_softmax(matrix features, vector target, std::size_t classes, double prior_scale) {
    return {softmax(classes), gaussian_prior(prior_scale), dense_rows(std::move(features), std::move(target))};
}

inline long double lse(exact_numbers const& eta) {
    long double const top = *std::max_element(eta.begin(), eta.end());
    long double sum = 0;
    for (long double const e : eta) sum += std::exp(e - top);
    return top + std::log(sum);
}

inline exact_numbers probabilities(exact_numbers const& eta) {
    exact_numbers p;
    for (long double const e : eta) p.push_back(std::exp(e - lse(eta)));
    return p;
}

/// x = (1, normals of variance 9/D), θ ~ N(0, I), classes drawn from the model; prior N(0, 1).
inline softmax_posterior synthetic_softmax(row_index rows, std::size_t columns, std::size_t classes, std::uint64_t seed) {
    numbers truth(classes * columns);
    random_source({.seed = seed, .chain = 1}).normals(truth);
    matrix features = zeros(rows, columns);
    vector target = zeros(rows);
    random_source random({.seed = seed});
    random.normals({features.data(), features.size()});
    for (row_index n = 0; n < rows; ++n) {
        features(n, 0) = 1;
        for (std::size_t d = 1; d < columns; ++d) features(n, d) *= 3 / std::sqrt(static_cast<double>(columns));
        numbers eta(classes);
        predict({features.data() + n * columns, 1, columns}, truth, eta);
        double left = random.uniform();
        auto const p = probabilities(exact_numbers(eta.begin(), eta.end()));
        std::size_t k = 0;
        while (k + 1 < classes && (left -= static_cast<double>(p[k])) > 0) ++k;
        target(n) = static_cast<double>(k);
    }
    return make_softmax(std::move(features), std::move(target), classes, 1);
}

/// Twelve rows of three columns, four classes; two rows equal, one of zeros, one far out.
inline softmax_posterior awkward_softmax() {
    matrix features = zeros(12, 3);
    random_source({.seed = 61}).normals({features.data(), features.size()});
    vector target = zeros(12);
    for (std::size_t n = 0; n < 12; ++n) target(n) = static_cast<double>(n % 4);
    for (std::size_t d = 0; d < 3; ++d) {
        features(1, d) = features(0, d);
        features(5, d) = 0;
        features(7, d) *= 50;
    }
    return make_softmax(features, target, 4, 1);
}

/// Row n with its target, and its predictors.
struct softmax_datum {
    vector_view row;
    std::size_t target;

    exact_numbers predictors(vector_view theta) const {
        exact_numbers eta(theta.size() / row.size());
        for (std::size_t k = 0; k < eta.size(); ++k)
            for (std::size_t d = 0; d < row.size(); ++d) eta[k] += static_cast<long double>(row[d]) * theta[k * row.size() + d];
        return eta;
    }
    long double log_likelihood(vector_view theta) const {
        auto const eta = predictors(theta);
        return eta[target] - lse(eta);
    }
};

inline softmax_datum datum_of(softmax_posterior const& model, row_index n) {
    block_buffer buffer;
    row_block const block = model.rows().block(n / block_rows, buffer);
    return {block.rows.common.row(n % block_rows), static_cast<std::size_t>(block.target[n % block_rows])};
}

inline double naive_log_likelihood(softmax_posterior const& model, vector_view theta) {
    long double sum = 0;
    for (row_index n = 0; n < model.rows().rows(); ++n) sum += datum_of(model, n).log_likelihood(theta);
    return static_cast<double>(sum);
}

inline double naive_log_posterior(softmax_posterior const& model, vector_view theta) {
    return naive_log_likelihood(model, theta) - dot(theta, theta) / (2 * model.prior().scale() * model.prior().scale());
}

/// S, K×K, by its name.
using exact_curvature = std::vector<exact_numbers>;

/// A = ½(I − 11ᵀ/K).
inline exact_curvature printed_curvature(bohning const*, exact_numbers const& contact) {
    std::size_t const size = contact.size();
    exact_curvature a(size, exact_numbers(size, -0.5L / static_cast<long double>(size)));
    for (std::size_t k = 0; k < size; ++k) a[k][k] += 0.5L;
    return a;
}

/// The recursion of Jebara & Choromanska, with S and μ written out; tanh(a/2)/(2a) taken at its limit ¼ below |a| = 1e-4.
inline exact_curvature printed_curvature(jebara_choromanska const*, exact_numbers const& contact) {
    std::size_t const size = contact.size();
    std::vector<std::size_t> order(size);
    for (std::size_t k = 0; k < size; ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](std::size_t k, std::size_t l) { return contact[k] > contact[l] || (contact[k] == contact[l] && k < l); });
    exact_curvature s(size, exact_numbers(size));
    exact_numbers mean(size), so_far{contact[order[0]]};
    mean[order[0]] = 1;
    for (std::size_t i = 1; i < size; ++i) {
        std::size_t const k = order[i];
        long double const a = contact[k] - lse(so_far);
        long double const c = std::abs(a) < 1e-4L ? 0.25L : std::tanh(a / 2) / (2 * a);
        exact_numbers v(size);
        for (std::size_t l = 0; l < size; ++l) v[l] = (l == k ? 1 : 0) - mean[l];
        for (std::size_t l = 0; l < size; ++l)
            for (std::size_t m = 0; m < size; ++m) s[l][m] += c * v[l] * v[m];
        for (std::size_t l = 0; l < size; ++l) mean[l] += v[l] / (1 + std::exp(-a));
        so_far.push_back(contact[k]);
    }
    return s;
}

/// ½ δᵀSδ.
inline long double half_square(exact_curvature const& s, exact_numbers const& delta) {
    // relative to one δ: all numbers in a row of S add up to zero
    long double sum = 0;
    for (std::size_t k = 0; k < delta.size(); ++k)
        for (std::size_t l = 0; l < delta.size(); ++l) sum += s[k][l] * (delta[k] - delta[0]) * (delta[l] - delta[0]);
    return sum / 2;
}

/// log B as printed: η_t − [lse(η*) + p*·(η − η*) + ½ (η − η*)ᵀ S (η − η*)].
template <class Bound>
long double printed_log_bound(exact_numbers const& eta, exact_numbers const& contact, std::size_t target) {
    auto const p = probabilities(contact);
    exact_numbers delta(eta.size());
    long double value = eta[target] - lse(contact);
    for (std::size_t k = 0; k < eta.size(); ++k) {
        delta[k] = eta[k] - contact[k];
        value -= p[k] * delta[k];
    }
    return value - half_square(printed_curvature(static_cast<Bound const*>(nullptr), contact), delta);
}

}  // namespace firefly::testing
