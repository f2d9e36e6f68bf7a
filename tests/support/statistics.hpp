/// What random tests need to say "within so many standard errors".
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace firefly::testing {

/// A mean and its standard error.
struct estimate {
    double mean;
    double standard_error;
};

/// How many standard errors an estimate is away from the truth.
inline double standard_errors(estimate const& e, double truth) {
    return std::abs(e.mean - truth) / e.standard_error;
}

/// How many standard errors two independent estimates are apart.
inline double standard_errors(estimate const& a, estimate const& b) {
    return std::abs(a.mean - b.mean) / std::hypot(a.standard_error, b.standard_error);
}

/// Of independent numbers.
inline estimate independent_mean(std::vector<double> const& values) {
    double const size = static_cast<double>(values.size());
    double mean = 0, square = 0;
    for (double const value : values) mean += value / size;
    for (double const value : values) square += (value - mean) * (value - mean);
    return {mean, std::sqrt(square / (size - 1) / size)};
}

/// Of a chain's numbers, by batch means: the means of 50 long batches are nearly independent.
inline estimate chain_mean(std::vector<double> const& values) {
    constexpr std::size_t batches = 50;
    std::size_t const length = values.size() / batches;
    std::vector<double> means(batches);
    for (std::size_t b = 0; b < batches; ++b)
        for (std::size_t i = 0; i < length; ++i) means[b] += values[b * length + i] / static_cast<double>(length);
    return independent_mean(means);
}

/// √n times the largest distance between the empirical distribution and a continuous one (Kolmogorov's statistic). Above 2.23
/// with probability 1e-4 (Kolmogorov's limit: 2 exp(−2x²)).
template <class Distribution>
double kolmogorov(std::vector<double> values, Distribution const& distribution) {
    std::sort(values.begin(), values.end());
    double const size = static_cast<double>(values.size());
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        double const p = distribution(values[i]);
        worst = std::max({worst, p - static_cast<double>(i) / size, static_cast<double>(i + 1) / size - p});
    }
    return worst * std::sqrt(size);
}

/// Pearson's statistic of counts against expected counts, as a distance from its mean in its standard deviations: for k cells
/// and independent draws it has mean k − 1 and variance 2(k − 1) or a little less.
inline double pearson_excess(std::vector<double> const& counts, std::vector<double> const& expected) {
    double statistic = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        statistic += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    double const freedom = static_cast<double>(counts.size()) - 1;
    return (statistic - freedom) / std::sqrt(2 * freedom);
}

}  // namespace firefly::testing
