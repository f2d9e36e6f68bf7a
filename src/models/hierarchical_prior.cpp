module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

double checked(double scale) {
    constexpr double least = 1e-50, most = 1e50;  // with what a half-Cauchy distribution adds, squares stay numbers
    if (!(scale >= least && scale <= most))
        throw invalid_argument(fmt::format("prior_term: scale must lie between {} and {}, got {}", least, most, scale));
    return scale;
}

}  // namespace

prior_term::prior_term(std::size_t coefficients, double scale, bool is_learned)
    : coefficients_(coefficients), scale_(scale), is_learned_(is_learned) {
    if (coefficients == 0) throw invalid_argument("prior_term: it must have at least one coefficient, got 0");
}

prior_term prior_term::flat(std::size_t coefficients) {
    return {coefficients, infinity, false};
}

prior_term prior_term::normal(std::size_t coefficients, double scale) {
    return {coefficients, checked(scale), false};
}

prior_term prior_term::half_cauchy(std::size_t coefficients, double scale) {
    return {coefficients, checked(scale), true};
}

hierarchical_prior::hierarchical_prior(std::vector<prior_term> terms) : terms_(std::move(terms)) {
    if (terms_.empty()) throw invalid_argument("hierarchical_prior: there must be at least one term");
    for (std::size_t t = 0; t < terms_.size(); ++t) {
        term_of_.insert(term_of_.end(), terms_[t].coefficients(), t);
        if (!terms_[t].is_learned()) continue;
        learned_.push_back(t);
        reference_.push_back(terms_[t].scale());
    }
}

std::size_t hierarchical_prior::scale_of(std::size_t i) const {
    std::size_t const term = term_of_[i % coefficients()];
    return static_cast<std::size_t>(std::ranges::find(learned_, term) - learned_.begin());
}

double hierarchical_prior::scale_at(std::size_t i) const {
    std::size_t const g = scale_of(i);
    return g < scale_count() ? reference_[g] : terms_[term_of_[i % coefficients()]].scale();
}

quadratic hierarchical_prior::gaussian_part(vector_view origin) const {
    if (origin.size() % coefficients() != 0)
        throw invalid_argument(
            fmt::format("hierarchical_prior: its terms have {} coefficients but the model has {} parameters; "
                        "give every column its place in a term",
                        coefficients(), origin.size()));
    double constant = 0;
    vector gradient = zeros(origin.size()), precision = zeros(origin.size());
    for (std::size_t i = 0; i < origin.size(); ++i) {
        double const scale = scale_at(i);
        precision(i) = 1 / (scale * scale);
        gradient(i) = -precision(i) * origin[i];
        constant += gradient(i) * origin[i] / 2;
    }
    return {constant, gradient, diagonal{precision}};
}

double hierarchical_prior::log_scale_density(std::size_t g, double log_scale) const {
    constexpr double furthest = 230;
    double const ratio = log_scale - std::log(terms_[learned_[g]].scale());
    if (!(std::abs(ratio) <= furthest)) return -infinity;
    return ratio > 0 ? -ratio - std::log1p(std::exp(-2 * ratio)) : ratio - std::log1p(std::exp(2 * ratio));
}

hierarchical_prior hierarchical_prior::with_scales(vector_view scales) const {
    if (scales.size() != scale_count())
        throw invalid_argument(fmt::format("hierarchical_prior: it learns {} scales, got {}", scale_count(), scales.size()));
    for (double const scale : scales)
        if (!(scale > 0 && scale < infinity))
            throw invalid_argument(fmt::format("hierarchical_prior: a scale must be positive and finite, got {}", scale));
    hierarchical_prior result = *this;
    std::ranges::copy(scales, result.reference_.begin());
    return result;
}

}  // namespace firefly
