module;
#include <cmath>
#include <cstddef>
#include <utility>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// f(Δ) = log(1 − e^{−Δ}) about Δ*: there is nothing to expand where cutpoints are out of order, or their distance is lost to rounding.
struct expanded_width {
    double width;     // Δ*
    double rate = 0;  // r
    bool is_expanded;

    explicit expanded_width(double delta) : width(delta), is_expanded(delta > 1e-100) {
        if (is_expanded) rate = 1 / portable::expm1(width);
    }
    double curvature() const { return rate * (1 + rate); }

    /// f(Δ* + u) less its expansion, Δ* + u > 0.
    double remainder(double u) const {
        if (!is_expanded) return log_one_minus_exp(width + u);
        if (std::abs(u) * (1 + rate) >= 0.1)
            return log_one_minus_exp(width + u) - log_one_minus_exp(width) - rate * u + 0.5 * curvature() * u * u;
        double const rise = -portable::expm1(-u), v = rate * rise, second = expm1_minus(-u);  // second: u − rise
        return log1p_beyond_second(v) - rate * expm1_beyond_second(-u) + 0.5 * rate * rate * second * (u + rise);
    }
    double slope_of_remainder(double u) const {
        return 1 / portable::expm1(width + u) - (is_expanded ? rate - curvature() * u : 0);
    }
};

}  // namespace

category_widths::category_widths(vector counts) : counts_(std::move(counts)) {
    if (counts_.size() < 2)
        throw invalid_argument(fmt::format("ordinal_prior: there must be at least two categories, got {}", counts_.size()));
    for (std::size_t j = 0; j < counts_.size(); ++j)
        if (!(counts_(j) > 0))
            throw invalid_argument(
                fmt::format("ordinal_prior: category {} of 0, …, {} has no data, so that nothing holds its cutpoints; number "
                            "the categories that there are",
                            j, counts_.size() - 1));
}

quadratic category_widths::expansion(vector_view cutpoints) const {
    double constant = 0;
    vector gradient = zeros(cutpoints.size());
    matrix precision = zeros(cutpoints.size(), cutpoints.size());
    for (std::size_t j = 1; j < cutpoints.size(); ++j) {
        expanded_width const at(cutpoints[j] - cutpoints[j - 1]);
        if (!at.is_expanded) continue;
        constant += counts_(j) * log_one_minus_exp(at.width);
        double const slope = counts_(j) * at.rate, curvature = counts_(j) * at.curvature();
        gradient(j) += slope;
        gradient(j - 1) -= slope;
        precision(j, j) += curvature;
        precision(j - 1, j - 1) += curvature;
        precision(j, j - 1) -= curvature;
        precision(j - 1, j) -= curvature;
    }
    return {constant, gradient, precision};
}

double category_widths::remainder(vector_view origin, vector_view displacement) const {
    double sum = 0;
    for (std::size_t j = 1; j < origin.size(); ++j) {
        if (!(origin[j] + displacement[j] > origin[j - 1] + displacement[j - 1])) return -infinity;
        expanded_width const at(origin[j] - origin[j - 1]);
        sum += counts_(j) * at.remainder(displacement[j] - displacement[j - 1]);
    }
    return std::isfinite(sum) ? sum : -infinity;  // beyond 1e154
}

void category_widths::add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
    for (std::size_t j = 1; j < origin.size(); ++j) {
        if (!(origin[j] + displacement[j] > origin[j - 1] + displacement[j - 1])) continue;
        expanded_width const at(origin[j] - origin[j - 1]);
        double const slope = counts_(j) * at.slope_of_remainder(displacement[j] - displacement[j - 1]);
        gradient[j] += slope;
        gradient[j - 1] -= slope;
    }
}

vector category_widths::likeliest() const {
    double all = 0, below = 0;
    for (double const count : counts_) all += count;
    vector result = zeros(cutpoints());
    for (std::size_t j = 0; j < cutpoints(); ++j) {
        below += counts_(j);
        result(j) = portable::log(below / (all - below));
    }
    return result;
}

}  // namespace firefly
