/// What the draws say of one row, and how well they say what happened.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after:row_predictor;

import firefly.external;
import firefly;
import firefly.program.input;
import :fitted_model;

namespace firefly::program {

/// log L(target, η) of a datum with all that depends on the target alone, so that scores of different models compare.
using log_density = std::function<double(double target, vector_view eta)>;

template <Likelihood L>
log_density density_of(L likelihood) {
    return [likelihood](double target, vector_view eta) {
        likelihood.check(target);
        double value = 0;
        likelihood.log_likelihood({&target, 1}, eta, {&value, 1});
        if constexpr (requires { likelihood.log_constant(target); }) value += likelihood.log_constant(target);
        return value;
    };
}

inline log_density density_of(fitted_model const& fit) {
    switch (fit.kind) {
        case model_kind::logistic: return density_of(logistic());
        case model_kind::softmax: return density_of(softmax(fit.outcomes.size()));
        case model_kind::robust: return density_of(student_t({.degrees_of_freedom = fit.nu, .scale = fit.spread}));
        case model_kind::probit: return density_of(probit());
        case model_kind::poisson: return density_of(poisson());
        case model_kind::negative_binomial: return density_of(negative_binomial({.size = fit.spread}));
        case model_kind::gamma: return density_of(gamma_likelihood({.shape = fit.spread}));
        case model_kind::gaussian: return density_of(gaussian({.scale = fit.spread}));
        case model_kind::log_cosh: return density_of(log_cosh({.scale = fit.spread}));
        case model_kind::huber: break;
    }
    return density_of(huber({.threshold = fit.threshold, .scale = fit.spread}));
}

/// What was predicted for one row: for each outcome its values in all draws.
class row_predictor {
public:
    explicit row_predictor(fitted_model const& fit)
        : fit_(fit), density_(density_of(fit)), values_(fit.width(), std::vector<double>(fit.theta.shape(0))) {}

    /// From the linear predictors of all draws: `width` numbers per draw. They must outlive the scores.
    void set(vector_view eta) {
        eta_ = eta;
        for (std::size_t s = 0; s < draws(); ++s)
            if (has_weights_by_class(fit_.kind))
                set_probabilities(s);
            else
                values_[0][s] = expected(eta[s]);
    }

    /// log of the mean over draws of the target's probability or density. The largest is taken out of the sum: none may underflow.
    double log_score(double target) const {
        std::vector<double> logs(draws());
        for (std::size_t s = 0; s < logs.size(); ++s) logs[s] = density_(target, of_draw(s));
        double const largest = std::ranges::max(logs);
        if (!std::isfinite(largest)) return largest;
        double sum = 0;
        for (double const log : logs) sum += std::exp(log - largest);
        return largest + std::log(sum / static_cast<double>(logs.size()));
    }

    std::size_t outcomes() const { return values_.size(); }
    double mean(std::size_t k) const {
        double sum = 0;
        for (double const value : values_[k]) sum += value;
        return sum / static_cast<double>(values_[k].size());
    }
    /// Reorders the draws of this outcome: after scores and means.
    double quantile(std::size_t k, double probability) {
        auto& v = values_[k];
        double const place = probability * static_cast<double>(v.size() - 1);
        auto const below = static_cast<std::ptrdiff_t>(place);
        std::ranges::nth_element(v, v.begin() + below);
        double const low = v[static_cast<std::size_t>(below)], share = place - static_cast<double>(below);
        if (share == 0) return low;
        return low + share * (*std::min_element(v.begin() + below + 1, v.end()) - low);
    }

private:
    fitted_model const& fit_;
    log_density density_;
    std::vector<std::vector<double>> values_;
    vector_view eta_;

    std::size_t draws() const { return values_[0].size(); }
    vector_view of_draw(std::size_t s) const { return eta_.subspan(s * outcomes(), outcomes()); }
    /// Of all classes of a softmax, at once.
    void set_probabilities(std::size_t s) {
        auto const own = of_draw(s);
        double const largest = std::ranges::max(own);
        double sum = 0;
        for (std::size_t k = 0; k < own.size(); ++k) sum += values_[k][s] = std::exp(own[k] - largest);
        for (std::size_t k = 0; k < own.size(); ++k) values_[k][s] /= sum;
    }
    /// The probability of the second class, or the target's mean.
    double expected(double eta) const {
        if (is_of_two_classes(fit_.kind)) return std::exp(density_(1, {&eta, 1}));
        return has_log_mean(fit_.kind) ? std::exp(eta) : eta;
    }
};

/// Held-out scores, row after row.
struct score {
    std::size_t rows = 0, right = 0;
    double sum = 0, squares = 0;

    void add(double log_score, bool hit) {
        ++rows;
        right += hit;
        sum += log_score;
        squares += log_score * log_score;
    }
    std::string in_words(bool classes) const {
        double const n = static_cast<double>(rows), mean = sum / n;
        double const error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
        std::string result = fmt::format("Log score: {:.6g} per row (standard error {:.2g}), {} rows.", mean, error, rows);
        if (classes) result += fmt::format(" Right: {:.2f} %.", 100 * static_cast<double>(right) / n);
        return result + "\n";
    }
};

}  // namespace firefly::program
