/// Likelihoods as their definitions print them: the name, log L of a target given its predictors, and a draw of the target.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

namespace firefly::testing {

inline std::string model_name(logistic const&) {
    return "logistic";
}
inline std::string model_name(softmax const&) {
    return "softmax";
}
inline std::string model_name(student_t const&) {
    return "Student-t";
}

inline std::string model_name(poisson const&) {
    return "Poisson";
}
inline std::string model_name(negative_binomial const&) {
    return "negative binomial";
}
inline std::string model_name(gamma_likelihood const&) {
    return "gamma";
}
inline std::string model_name(probit const&) {
    return "probit";
}
inline std::string model_name(cloglog const&) {
    return "cloglog";
}
inline std::string model_name(gaussian const&) {
    return "Gaussian";
}
inline std::string model_name(log_cosh const&) {
    return "log-cosh";
}
inline std::string model_name(huber const&) {
    return "Huber";
}

inline double log_likelihood(logistic const&, double target, numbers const& eta) {
    return -std::log1p(std::exp(-(2 * target - 1) * eta[0]));
}

inline double log_likelihood(softmax const&, double target, numbers const& eta) {
    double const most = std::ranges::max(eta);  // predictors may be thousands
    double sum = 0;
    for (double const e : eta) sum += std::exp(e - most);
    return eta[static_cast<std::size_t>(target)] - most - std::log(sum);
}

inline double log_likelihood(student_t const& noise, double target, numbers const& eta) {
    return printed_log_student_t((target - eta[0]) / noise.scale(), noise.degrees_of_freedom(), noise.scale());
}

inline double log_likelihood(poisson const&, double target, numbers const& eta) {
    return target * eta[0] - std::exp(eta[0]) - std::lgamma(target + 1);
}

inline double log_likelihood(negative_binomial const& counts, double target, numbers const& eta) {
    double const r = counts.size(), mean = std::exp(eta[0]);
    return std::lgamma(target + r) - std::lgamma(r) - std::lgamma(target + 1) + r * std::log(r / (r + mean)) +
           target * std::log(mean / (r + mean));
}

inline double log_likelihood(gamma_likelihood const& positive, double target, numbers const& eta) {
    double const a = positive.shape(), rate = a / std::exp(eta[0]);
    return a * std::log(rate) + (a - 1) * std::log(target) - rate * target - std::lgamma(a);
}

inline double log_likelihood(probit const&, double target, numbers const& eta) {
    return std::log(std::erfc(-(2 * target - 1) * eta[0] / std::sqrt(2.0)) / 2);
}

inline double log_likelihood(cloglog const&, double target, numbers const& eta) {
    double const none = std::exp(-std::exp(eta[0]));
    return target > 0.5 ? std::log(1 - none) : std::log(none);
}

inline double log_likelihood(gaussian const& noise, double target, numbers const& eta) {
    double const r = (target - eta[0]) / noise.scale();
    return -r * r / 2 - std::log(noise.scale() * std::sqrt(2 * 3.14159265358979323846));
}

inline double log_likelihood(log_cosh const& noise, double target, numbers const& eta) {
    return -std::log(std::cosh((target - eta[0]) / noise.scale())) - std::log(3.14159265358979323846 * noise.scale());
}

/// Up to the constant that makes it a density.
inline double log_likelihood(huber const& noise, double target, numbers const& eta) {
    double const k = noise.threshold(), r = std::abs(target - eta[0]) / noise.scale();
    return r <= k ? -r * r / 2 : -k * r + k * k / 2;
}

// ---- targets of several numbers ----

inline std::string model_name(binomial const&) {
    return "binomial";
}
template <class L>
std::string model_name(adjusted<L> const& likelihood) {
    return "adjusted " + model_name(likelihood.likelihood());
}
inline std::string model_name(weighted_softmax const&) {
    return "weighted softmax";
}

inline double log_likelihood(binomial const&, vector_view target, numbers const& eta) {
    double const y = target[0], n = target[1];
    return std::lgamma(n + 1) - std::lgamma(y + 1) - std::lgamma(n - y + 1) - y * std::log1p(std::exp(-eta[0])) -
           (n - y) * std::log1p(std::exp(eta[0]));
}

template <class L>
double log_likelihood(adjusted<L> const& likelihood, vector_view target, numbers const& eta) {
    double const offset = target[target.size() - 2], weight = target[target.size() - 1];
    return weight * log_likelihood(likelihood.likelihood(), target_of<L>(target, 0), numbers{eta[0] + offset});
}

inline double log_likelihood(weighted_softmax const& likelihood, vector_view target, numbers const& eta) {
    return target[1] * log_likelihood(likelihood.unweighted(), target[0], eta);
}

inline double draw_target(logistic const&, numbers const& eta, random_source& random) {
    return random.uniform() < 1 / (1 + std::exp(-eta[0])) ? 1 : 0;
}

inline double draw_target(softmax const& likelihood, numbers const& eta, random_source& random) {
    double left = random.uniform();
    std::size_t k = 0;
    while (k + 1 < eta.size() && (left -= std::exp(log_likelihood(likelihood, static_cast<double>(k), eta))) > 0) ++k;
    return static_cast<double>(k);
}

/// A normal over the root of an independent χ²/ν, which is a sum of ν squares: ν must be a whole number.
inline double draw_target(student_t const& noise, numbers const& eta, random_source& random) {
    numbers normals(1 + static_cast<std::size_t>(noise.degrees_of_freedom()));
    random.normals(normals);
    double square = 0;
    for (std::size_t i = 1; i < normals.size(); ++i) square += normals[i] * normals[i];
    return eta[0] + noise.scale() * normals[0] / std::sqrt(square / noise.degrees_of_freedom());
}

/// A count whose distribution is given by that of zero and by P(y + 1)/P(y) = ratio(y).
template <class Ratio>
double draw_count(double none, Ratio const& ratio, random_source& random) {
    double left = random.uniform() - none, probability = none, count = 0;
    for (; left > 0 && probability > 0; ++count) left -= probability *= ratio(count);
    return count;
}

inline double draw_target(poisson const&, numbers const& eta, random_source& random) {
    double mean = std::exp(eta[0]), sum = 0;
    // In parts: e^{−μ} is no number where μ is large.
    for (; mean > 0; mean -= 500) {
        double const part = std::min(mean, 500.0);
        sum += draw_count(std::exp(-part), [&](double y) { return part / (y + 1); }, random);
    }
    return sum;
}

/// A sum of exponential draws: the shape must be a whole number.
inline double draw_target(gamma_likelihood const& positive, numbers const& eta, random_source& random) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(positive.shape()); ++i) sum += random.exponential();
    return sum * std::exp(eta[0]) / positive.shape();
}

/// Poisson with a gamma mean: the size must be a whole number.
inline double draw_target(negative_binomial const& counts, numbers const& eta, random_source& random) {
    double const mean = draw_target(gamma_likelihood({.shape = counts.size()}), eta, random);
    return draw_target(poisson{}, {std::log(mean)}, random);
}

inline double draw_normal(random_source& random) {
    double x = 0;
    random.normals({&x, 1});
    return x;
}

inline double draw_target(probit const&, numbers const& eta, random_source& random) {
    return eta[0] + draw_normal(random) > 0 ? 1 : 0;
}

/// Whether the first event of a process of rate e^η comes within a unit of time.
inline double draw_target(cloglog const&, numbers const& eta, random_source& random) {
    return random.exponential() < std::exp(eta[0]) ? 1 : 0;
}

inline double draw_target(gaussian const& noise, numbers const& eta, random_source& random) {
    return eta[0] + noise.scale() * draw_normal(random);
}

inline double draw_target(log_cosh const& noise, numbers const& eta, random_source& random) {
    return eta[0] + noise.scale() * std::log(std::tan(3.14159265358979323846 / 2 * random.uniform()));
}

/// Normal in the middle, exponential in the tails.
inline double draw_target(huber const& noise, numbers const& eta, random_source& random) {
    double const k = noise.threshold(), pi = 3.14159265358979323846;
    double const middle = std::sqrt(2 * pi) * std::erf(k / std::sqrt(2.0)), tails = 2 * std::exp(-k * k / 2) / k;
    double r = 0;
    if (random.uniform() * (middle + tails) > middle) {
        r = k + random.exponential() / k;
        if (random.uniform() < 0.5) r = -r;
    } else {
        do r = draw_normal(random);
        while (std::abs(r) > k);
    }
    return eta[0] + noise.scale() * r;
}

// ---- targets of several numbers, of which the first is drawn ----

inline double draw_target(binomial const&, vector_view target, numbers const& eta, random_source& random) {
    double successes = 0;
    for (double trial = 0; trial < target[1]; ++trial) successes += random.uniform() < 1 / (1 + std::exp(-eta[0])) ? 1 : 0;
    return successes;
}

/// The weight must be one: another power of a likelihood is no distribution of the target.
template <class L>
double draw_target(adjusted<L> const& likelihood, vector_view target, numbers const& eta, random_source& random) {
    numbers const shifted{eta[0] + target[target.size() - 2]};
    if constexpr (target_numbers<L> == 1)
        return draw_target(likelihood.likelihood(), shifted, random);
    else
        return draw_target(likelihood.likelihood(), target, shifted, random);
}
inline double draw_target(weighted_softmax const& likelihood, vector_view, numbers const& eta, random_source& random) {
    return draw_target(likelihood.unweighted(), eta, random);
}

}  // namespace firefly::testing
