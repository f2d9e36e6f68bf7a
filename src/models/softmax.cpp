module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// The likeliest class, and Σ_{k ≠ m} exp(η_k − η_m): the maximum taken out, so that nothing overflows, and its own 1 left out, so
/// that what is left keeps its digits.
struct peak {
    std::size_t class_of;
    double rest;

    explicit peak(vector_view eta) : class_of(std::ranges::max_element(eta) - eta.begin()), rest(0) {
        for (std::size_t k = 0; k < eta.size(); ++k)
            if (k != class_of) rest += portable::exp(eta[k] - eta[class_of]);
    }
};

/// The probabilities of the classes, and of all but the likeliest: 1 − p_m without cancellation.
struct probabilities {
    std::array<double, most_predictors> p;
    std::size_t likeliest;
    double others;
    double log_normaliser;  // log p_k = η_k − η_m − log_normaliser

    explicit probabilities(vector_view eta) {
        peak const top(eta);
        likeliest = top.class_of;
        log_normaliser = portable::log1p(top.rest);
        for (std::size_t k = 0; k < eta.size(); ++k) p[k] = portable::exp(eta[k] - eta[likeliest]) / (1 + top.rest);
        others = top.rest / (1 + top.rest);
    }

    double complement(std::size_t k) const { return k == likeliest ? others : 1 - p[k]; }
};

std::size_t class_of(double target) {
    return static_cast<std::size_t>(target);
}

void fill_first(probabilities const& at, std::size_t target, vector_out first) {
    for (std::size_t k = 0; k < first.size(); ++k) first[k] = k == target ? at.complement(k) : -at.p[k];
}

}  // namespace

softmax::softmax(std::size_t classes) : classes_(classes) {
    if (classes < 2 || classes > most_predictors)
        throw invalid_argument(fmt::format("softmax: there must be 2 to {} classes, got {}", most_predictors, classes));
}

void softmax::check(double target) const {
    if (!(target >= 0 && target < static_cast<double>(classes_)) || target != std::floor(target))
        throw invalid_argument(fmt::format("softmax: a target must be a class from 0 to {}, got {}; code the classes as 0, 1, ...",
                                           classes_ - 1, target));
}

void softmax::log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        vector_view const here = eta.subspan(i * classes_, classes_);
        peak const top(here);
        out[i] = here[class_of(targets[i])] - here[top.class_of] - portable::log1p(top.rest);
    }
}

void softmax::derivatives(vector_view targets, vector_view eta, vector_out first) const {
    for (std::size_t i = 0; i < targets.size(); ++i)
        fill_first(probabilities(eta.subspan(i * classes_, classes_)), class_of(targets[i]), first.subspan(i * classes_, classes_));
}

void softmax::derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        probabilities const at(eta.subspan(i * classes_, classes_));
        fill_first(at, class_of(targets[i]), first.subspan(i * classes_, classes_));
        double* out = second.data() + i * classes_ * classes_;
        for (std::size_t k = 0; k < classes_; ++k)
            for (std::size_t l = 0; l < classes_; ++l) *out++ = k == l ? at.p[k] * at.complement(k) : -at.p[k] * at.p[l];
    }
}

double softmax::fall_below_tangent(vector_view eta, vector_view delta) {
    // ψ = log Σ p_k e^{x_k} with x_k = δ_k − p·δ, and Σ p_k x_k = 0: so log1p of Σ p_k (e^{x_k} − 1 − x_k), all terms positive.
    constexpr double far = 600;  // beyond this exponentials could overflow
    probabilities const at(eta);
    std::size_t const m = at.likeliest;
    auto const step = [&](std::size_t k) { return delta[k] - delta[m]; };
    double mean = 0;  // p·δ − δ_m
    for (std::size_t k = 0; k < eta.size(); ++k)
        if (k != m) mean += at.p[k] * step(k);

    double sum = 0, highest = -infinity;
    for (std::size_t k = 0; k < eta.size(); ++k) {
        double const x = step(k) - mean;
        double const exponent = x + eta[k] - eta[m] - at.log_normaliser;  // log(p_k e^x)
        highest = std::max(highest, exponent);
        sum += x < far ? at.p[k] * expm1_minus(x) : portable::exp(exponent) - at.p[k] * (1 + x);
    }
    if (highest < far) return portable::log1p(sum);
    // Far out there is nothing left to cancel.
    double rest = 0;
    for (std::size_t k = 0; k < eta.size(); ++k)
        rest += portable::exp(step(k) - mean + eta[k] - eta[m] - at.log_normaliser - highest);
    return highest + portable::log(rest);
}

void softmax::slope_below_tangent(vector_view eta, vector_view delta, vector_out slope) {
    std::array<double, most_predictors> moved;
    for (std::size_t k = 0; k < eta.size(); ++k) moved[k] = eta[k] + delta[k];
    probabilities const here(eta), there(vector_view(moved).first(eta.size()));
    double const fall = fall_below_tangent(eta, delta);
    std::size_t const m = here.likeliest;
    double mean = 0;
    for (std::size_t k = 0; k < eta.size(); ++k) mean += here.p[k] * (delta[k] - delta[m]);
    for (std::size_t k = 0; k < eta.size(); ++k) {
        // p'_k = p_k e^u, so p'_k − p_k = p_k (e^u − 1) = p'_k (1 − e^{−u}): of the two the one that cannot overflow.
        double const u = delta[k] - delta[m] - mean - fall;
        slope[k] = u < 0 ? here.p[k] * portable::expm1(u) : -there.p[k] * portable::expm1(-u);
    }
}

}  // namespace firefly
