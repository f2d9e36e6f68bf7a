/// What the draws say of one row, and how well they say what happened.
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after:row_predictor;

import firefly.external;
import firefly;
import firefly.program.input;
import :fitted_model;
import :variates;

namespace firefly::program {

/// The largest is taken out of the sum: none may underflow.
inline double log_mean_exp(vector_view logs) {
    double const largest = std::ranges::max(logs);
    if (!std::isfinite(largest)) return largest;
    double sum = 0;
    for (double const log : logs) sum += portable::exp(log - largest);
    return largest + portable::log(sum / static_cast<double>(logs.size()));
}

/// What was predicted for one row: for each outcome its values in all draws.
class row_predictor {
public:
    explicit row_predictor(fitted_model const& fit)
        : fit_(fit), values_(fit.predictions(), std::vector<double>(fit.theta.shape(0))) {
        if (has_weights_by_class(fit.kind))
            classes_.emplace(fit.outcomes.size());
        else if (!has_cutpoints(fit.kind))
            for (std::size_t s = 0; s < (fit.on_grid.size() > 0 ? draws() : 1); ++s)
                families_.push_back(family_of(fit.kind, fit.numbers_of(s)));
    }

    /// For scores alone: from the linear predictors of all draws, offsets included, `width` numbers per draw. They must outlive the scores.
    void look_at(vector_view eta, double trials = 1) {
        eta_ = eta;
        trials_ = trials;
    }
    /// For means and quantiles, too.
    void set(vector_view eta, double trials = 1) {
        look_at(eta, trials);
        for (std::size_t s = 0; s < draws(); ++s)
            if (has_weights_by_class(fit_.kind))
                set_probabilities(s);
            else if (has_cutpoints(fit_.kind))
                for (std::size_t k = 0; k < outcomes(); ++k)
                    values_[k][s] = portable::exp(log_probability(static_cast<double>(k), s));
            else
                values_[0][s] = expected(s, eta[s]);
    }

    /// log of the target's probability or density, in each draw.
    void log_likelihoods(double target, vector_out logs) const {
        for (std::size_t s = 0; s < logs.size(); ++s) logs[s] = log_probability(target, s);
    }

    /// log of the mean over draws of the target's probability or density.
    double log_score(double target) const {
        std::vector<double> logs(draws());
        log_likelihoods(target, logs);
        return log_mean_exp(logs);
    }

    /// Of a model of counts: the probabilities of 0, …, `most` − 1, and of all greater counts together, which is what these leave of
    /// one. Means over draws. There are no more successes than trials.
    std::vector<double> count_probabilities(std::size_t most) const {
        std::vector<double> result(most + 1);
        double rest = 1;
        for (std::size_t k = 0; k < most; ++k) {
            std::array const target{static_cast<double>(k), trials_};
            if (exceeds_trials(target[0])) break;
            for (std::size_t s = 0; s < draws(); ++s) result[k] += portable::exp(log_density(s, target, of_draw(s)));
            result[k] /= static_cast<double>(draws());
            rest -= result[k];
        }
        result[most] = exceeds_trials(static_cast<double>(most)) ? 0 : std::max(0.0, rest);
        return result;
    }

    /// A target that draw s would make of the row: a number, a count, or the number of a class. After `set`, and before quantiles.
    double simulate(std::size_t s, random_source& random) const {
        if (is_of_two_classes(fit_.kind)) return random.chance(values_[0][s]) ? 1 : 0;
        if (predicts_each_class(fit_.kind)) {
            double left = random.uniform();
            for (std::size_t k = 0; k + 1 < outcomes(); ++k)
                if ((left -= values_[k][s]) < 0) return static_cast<double>(k);
            return static_cast<double>(outcomes() - 1);
        }
        if (has_trials(fit_.kind)) return binomial_variate(random, trials_, sigmoid(eta_[s]));
        auto const [nu, threshold, spread] = fit_.numbers_of(s);
        double const mean = values_[0][s], scale = fit_.noise.size() > 0 ? fit_.noise(s, 0) : spread;
        if (has_shape(fit_.kind)) return mean * gamma_variate(random, spread) / spread;
        if (has_size(fit_.kind)) return poisson_variate(random, mean * gamma_variate(random, spread) / spread);
        if (is_of_counts(fit_.kind)) return poisson_variate(random, mean);
        if (has_degrees_of_freedom(fit_.kind)) return mean + scale * student_t_variate(random, nu);
        if (has_threshold(fit_.kind)) return mean + scale * huber_variate(random, threshold);
        return mean + scale * (fit_.kind == model_kind::log_cosh ? secant_variate(random) : normal_variate(random));
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
    std::vector<any_family> families_;  // one for all draws, or for each; or else
    std::optional<softmax> classes_;
    std::vector<std::vector<double>> values_;
    vector_view eta_;
    double trials_ = 1;

    std::size_t draws() const { return values_[0].size(); }
    vector_view of_draw(std::size_t s) const { return eta_.subspan(s * fit_.width(), fit_.width()); }
    bool exceeds_trials(double count) const { return has_trials(fit_.kind) && count > trials_; }
    /// Of the target in one draw, or its density.
    double log_probability(double target, std::size_t s) const {
        if (fit_.noise.size() > 0) {
            double const sigma = fit_.noise(s, 0), eta = eta_[s] / sigma;
            return log_density(s, {target / sigma, trials_}, {&eta, 1}) - portable::log(sigma);
        }
        if (!has_cutpoints(fit_.kind)) return log_density(s, {target, trials_}, of_draw(s));
        vector_view const cutpoints(fit_.cutpoints.data() + s * fit_.cutpoints.shape(1), fit_.cutpoints.shape(1));
        return log_ordinal_probability(static_cast<std::size_t>(target), eta_[s], cutpoints);
    }
    /// log L(target, η) in one draw, with all that depends on the target alone, so that scores of different models compare. A target is what
    /// happened, and how many trials there were.
    double log_density(std::size_t s, std::array<double, 2> const& target, vector_view eta) const {
        if (!families_.empty()) {
            any_family const& family = families_[families_.size() > 1 ? s : 0];
            family.check(target);
            return family.log_likelihood_of(target, eta[0]) + family.log_constant(target);
        }
        classes_->check(target[0]);
        double value = 0;
        classes_->log_likelihood({target.data(), 1}, eta, {&value, 1});
        return value;
    }
    /// Of all classes of a softmax, at once.
    void set_probabilities(std::size_t s) {
        auto const own = of_draw(s);
        double const largest = std::ranges::max(own);
        double sum = 0;
        for (std::size_t k = 0; k < own.size(); ++k) sum += values_[k][s] = portable::exp(own[k] - largest);
        for (std::size_t k = 0; k < own.size(); ++k) values_[k][s] /= sum;
    }
    /// The probability of the second class, or the target's mean.
    double expected(std::size_t s, double eta) const {
        if (is_of_two_classes(fit_.kind)) return portable::exp(log_density(s, {1, 1}, {&eta, 1}));
        if (has_trials(fit_.kind)) return trials_ * sigmoid(eta);
        return has_log_mean(fit_.kind) ? portable::exp(eta) : eta;
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
