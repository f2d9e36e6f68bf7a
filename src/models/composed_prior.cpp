module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <variant>
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

prior_term::prior_term(std::size_t coefficients, coefficient_law law, scales learned)
    : coefficients_(coefficients), law_(law), learned_(learned) {
    if (coefficients == 0) throw invalid_argument("prior_term: it must have at least one coefficient, got 0");
}

prior_term prior_term::flat(std::size_t coefficients) {
    return {coefficients, flat_prior()};
}

prior_term prior_term::normal(std::size_t coefficients, double scale) {
    return {coefficients, gaussian_prior(checked(scale))};
}

prior_term prior_term::laplace(std::size_t coefficients, double scale) {
    return {coefficients, laplace_prior(checked(scale))};
}

prior_term prior_term::student_t(std::size_t coefficients, double degrees_of_freedom, double scale) {
    return {coefficients, student_t_prior(degrees_of_freedom, checked(scale))};
}

prior_term prior_term::half_cauchy(std::size_t coefficients, double scale) {
    return {coefficients, gaussian_prior(checked(scale)), scales::one};
}

prior_term prior_term::horseshoe(std::size_t coefficients, double scale) {
    return {coefficients, gaussian_prior(checked(scale)), scales::of_each};
}

double prior_term::scale() const {
    return std::visit(
        [](auto const& law) {
            if constexpr (requires { law.scale(); })
                return law.scale();
            else
                return infinity;
        },
        law_);
}

double prior_term::degrees_of_freedom() const {
    auto const* const law = std::get_if<student_t_prior>(&law_);
    return law != nullptr ? law->degrees_of_freedom() : infinity;
}

composed_prior::composed_prior(std::vector<prior_term> terms) : terms_(std::move(terms)) {
    if (terms_.empty()) throw invalid_argument("composed_prior: there must be at least one term");
    std::size_t none = 0;
    for (prior_term const& term : terms_)
        if (term.is_learned()) none += term.is_horseshoe() ? 1 + term.coefficients() : 1;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
        prior_term const& term = terms_[t];
        if (term.kind() == term_kind::normal) has_normals_ = true;
        if (term.kind() == term_kind::laplace || term.kind() == term_kind::student_t) rests_.push_back({t, coefficients()});
        std::size_t const common = scales_.size();
        place_.insert(place_.end(), term.coefficients(), {t, term.is_learned() ? common : none});
        if (!term.is_learned()) continue;
        double const furthest = term.is_horseshoe() ? portable::log(1e12) : 230;
        scales_.push_back({none, portable::log(term.scale()), furthest});
        if (term.is_horseshoe()) {
            for (std::size_t j = 0; j < term.coefficients(); ++j) place_[place_.size() - term.coefficients() + j].scale += 1 + j;
            scales_.insert(scales_.end(), term.coefficients(), {common, 0, furthest});
        }
        reference_.resize(scales_.size(), term.scale());
    }
}

coordinate_expansion composed_prior::expand(std::size_t i, double x) const {
    auto const [term, scale] = place_[i % coefficients()];
    if (scale < scale_count()) return gaussian_prior(reference_[scale]).expand(i, x);
    return std::visit(
        [&](auto const& law) {
            if constexpr (requires { law.expand(i, x); })
                return law.expand(i, x);
            else
                return coordinate_expansion{0, 0, 0};
        },
        terms_[term].law());
}

quadratic composed_prior::gaussian_part(vector_view origin) const {
    if (origin.size() % coefficients() != 0)
        throw invalid_argument(
            fmt::format("composed_prior: its terms have {} coefficients but the model has {} parameters; "
                        "give every column its place in a term",
                        coefficients(), origin.size()));
    double constant = 0;
    vector gradient = zeros(origin.size()), precision = zeros(origin.size());
    for (std::size_t i = 0; i < origin.size(); ++i) {
        auto const [value, slope, curvature] = expand(i, origin[i]);
        constant += value;
        gradient(i) = slope;
        precision(i) = curvature;
    }
    return {constant, gradient, diagonal{precision}};
}

template <class Use>
void composed_prior::for_each_rest(std::size_t dimension, Use const& use) const {
    if (rests_.empty()) return;
    for (std::size_t predictor = 0; predictor + coefficients() <= dimension; predictor += coefficients())
        for (auto const& [term, first] : rests_) {
            std::size_t const from = predictor + first, count = terms_[term].coefficients();
            if (auto const* const laplace = std::get_if<laplace_prior>(&terms_[term].law()))
                use(*laplace, from, count);
            else
                use(std::get<student_t_prior>(terms_[term].law()), from, count);
        }
}

double composed_prior::remainder(vector_view origin, vector_view displacement) const {
    double sum = 0;
    for_each_rest(origin.size(), [&](auto const& law, std::size_t first, std::size_t count) {
        sum += law.remainder(origin.subspan(first, count), displacement.subspan(first, count));
    });
    return std::isnan(sum) ? -infinity : sum;
}

void composed_prior::add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
    for_each_rest(origin.size(), [&](auto const& law, std::size_t first, std::size_t count) {
        law.add_remainder_gradient(origin.subspan(first, count), displacement.subspan(first, count),
                                   gradient.subspan(first, count));
    });
}

double composed_prior::log_scale_density(std::size_t g, double log_scale, double above) const {
    learned_scale const& own = scales_[g];
    double const ratio = log_scale - (own.above < scale_count() ? above : own.log_scale);
    if (!(std::abs(ratio) <= own.furthest)) return -infinity;
    return ratio > 0 ? -ratio - portable::log1p(portable::exp(-2 * ratio)) : ratio - portable::log1p(portable::exp(2 * ratio));
}

composed_prior composed_prior::with_scales(vector_view scales) const {
    if (scales.size() != scale_count())
        throw invalid_argument(fmt::format("composed_prior: it learns {} scales, got {}", scale_count(), scales.size()));
    composed_prior result = *this;
    for (std::size_t g = 0; g < scales.size(); ++g) {
        if (!(scales[g] > 0 && scales[g] < infinity))
            throw invalid_argument(fmt::format("composed_prior: a scale must be positive and finite, got {}", scales[g]));
        std::size_t const above = scale_above(g);
        if (log_scale_density(g, portable::log(scales[g]), above < scale_count() ? portable::log(scales[above]) : 0) == -infinity)
            throw invalid_argument(
                fmt::format("composed_prior: a learned scale of {:g} is impossible, as its prior is cut off before that; "
                            "give the prior a scale that suits the coefficients",
                            scales[g]));
        result.reference_[g] = scales[g];
    }
    return result;
}

}  // namespace firefly
