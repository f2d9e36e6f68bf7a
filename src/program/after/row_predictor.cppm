/// What the draws say of one row, and how well they say what happened.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

module firefly.program.after:row_predictor;

import firefly.external;
import firefly;
import firefly.program.input;
import :fitted_model;

namespace firefly::program {

/// What was predicted for one row: for each outcome its values in all draws.
class row_predictor {
public:
    explicit row_predictor(fitted_model const& fit) : fit_(fit), values_(fit.width(), std::vector<double>(fit.theta.shape(0))) {}

    /// From the linear predictors of all draws: `width` numbers per draw.
    void set(std::span<double const> eta) {
        std::size_t const width = fit_.width();
        for (std::size_t s = 0; s < values_[0].size(); ++s) {
            if (fit_.kind == model_kind::logistic) {
                values_[0][s] = sigmoid(eta[s]);
            } else if (fit_.kind == model_kind::robust) {
                values_[0][s] = eta[s];
            } else {
                auto const own = eta.subspan(s * width, width);
                double const largest = std::ranges::max(own);
                double sum = 0;
                for (std::size_t k = 0; k < width; ++k) sum += values_[k][s] = std::exp(own[k] - largest);
                for (std::size_t k = 0; k < width; ++k) values_[k][s] /= sum;
            }
        }
    }

    /// log of the mean over draws of the target's probability or density.
    double log_score(double target) const {
        double sum = 0;
        for (std::size_t s = 0; s < values_[0].size(); ++s) {
            if (fit_.kind == model_kind::logistic)
                sum += target == 1 ? values_[0][s] : 1 - values_[0][s];
            else if (fit_.kind == model_kind::softmax)
                sum += values_[static_cast<std::size_t>(target)][s];
            else
                sum += density(target, values_[0][s]);
        }
        return std::log(sum / static_cast<double>(values_[0].size()));
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
    std::vector<std::vector<double>> values_;

    /// Of the robust model's noise.
    double density(double target, double eta) const {
        double log_density = 0;
        student_t({.degrees_of_freedom = fit_.nu, .scale = fit_.noise_scale})
            .log_likelihood({&target, 1}, {&eta, 1}, {&log_density, 1});
        return std::exp(log_density);
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
