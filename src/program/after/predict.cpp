module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

namespace {

/// The model that made the draws.
struct fitted_model {
    std::string name;
    std::vector<std::string> features;
    std::vector<std::string> outcomes;  // logistic: both labels; softmax: all classes; robust: empty
    double nu = 0, noise_scale = 0;
    matrix theta = zeros(0, 0);  // a draw a row

    inline std::size_t width() const { return name == "softmax" ? outcomes.size() : 1; }
};

[[noreturn]] void refuse(predict_options const& options, std::string_view what) {
    throw data_error(fmt::format("{}: {}", options.draws.front(), what));
}

fitted_model load_model(predict_options const& options, stored_draws const& draws) {
    fitted_model fit;
    fit.name = find_fact(draws.facts, "model").value_or("");
    auto const& variable = draws.parameters.front();
    bool const known = fit.name == "logistic" || fit.name == "softmax" || fit.name == "robust";
    if (!known || variable.dimensions.empty() || variable.dimensions.back() != "feature")
        refuse(options, "does not say which model and columns it is of; give draws that `firefly sample` wrote");
    fit.features = variable.labels.back();
    if (fit.name == "softmax") fit.outcomes = variable.labels.front();
    if (fit.name == "logistic")
        fit.outcomes = {find_fact(draws.facts, "label_1").value_or("0"), find_fact(draws.facts, "label_2").value_or("1")};
    if (fit.name == "robust") {
        auto const nu = find_number(draws.facts, "nu"), scale = find_number(draws.facts, "noise_scale");
        if (!nu || !scale) refuse(options, "does not say the noise of its model; give draws that `firefly sample` wrote");
        fit.nu = *nu;
        fit.noise_scale = *scale;
    }
    std::size_t const size = variable.size(), length = draws.length(), all = draws.chains() * length;
    std::size_t const used = options.most_draws == 0 ? all : std::min(options.most_draws, all);
    fit.theta = zeros(used, size);
    for (std::size_t i = 0; i < used; ++i) {
        std::size_t const s = i * all / used;
        std::copy_n(variable.chains[s / length].begin() + static_cast<std::ptrdiff_t>(s % length * size), size, &fit.theta(i, 0));
    }
    return fit;
}

/// What a target says, as the likelihood wants it: the place of its label, or its number.
double code_of(fitted_model const& fit, std::string const& file, std::size_t row, std::string const& target) {
    auto const number = parse_number(target);
    if (fit.name == "robust") {
        if (number) return *number;
        throw data_error(fmt::format("{}: the target of row {} is not a number; correct it", file, row));
    }
    for (std::size_t k = 0; k < fit.outcomes.size(); ++k) {
        auto const same = parse_number(fit.outcomes[k]);
        if (target == fit.outcomes[k] || (number && same && *number == *same)) return static_cast<double>(k);
    }
    throw data_error(fmt::format("{}: the target of row {} is a class that the draws do not know; the classes are {}", file, row,
                                 list_in_quotes(fit.outcomes)));
}

double log_student_t(double x, double nu) {
    return std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) - 0.5 * std::log(nu * std::numbers::pi) -
           (nu + 1) / 2 * std::log1p(x * x / nu);
}

/// What was predicted for one row: for each outcome its values in all draws.
class row_predictor {
public:
    explicit row_predictor(fitted_model const& fit) : fit_(fit), values_(fit.width(), std::vector<double>(fit.theta.shape(0))) {}

    /// From the linear predictors of all draws: width numbers a draw.
    void set(std::span<double const> eta) {
        std::size_t const width = fit_.width();
        for (std::size_t s = 0; s < values_[0].size(); ++s) {
            if (fit_.name == "logistic") {
                values_[0][s] = sigmoid(eta[s]);
            } else if (fit_.name == "robust") {
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
            if (fit_.name == "logistic")
                sum += target == 1 ? values_[0][s] : 1 - values_[0][s];
            else if (fit_.name == "softmax")
                sum += values_[static_cast<std::size_t>(target)][s];
            else
                sum += std::exp(log_student_t((target - values_[0][s]) / fit_.noise_scale, fit_.nu)) / fit_.noise_scale;
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
        std::string result = fmt::format("Log score: {:.6g} a row (standard error {:.2g}), {} rows.", mean, error, rows);
        if (classes) result += fmt::format(" Right: {:.2f} %.", 100 * static_cast<double>(right) / n);
        return result + "\n";
    }
};

std::string header_line(fitted_model const& fit) {
    if (fit.name == "robust") return "mean,lower,upper\n";
    if (fit.name == "logistic") return csv_field("probability of " + fit.outcomes[1]) + ",lower,upper\n";
    std::string result;
    for (auto const& name : fit.outcomes)
        result += fmt::format("{}{},{},{}", result.empty() ? "" : ",", csv_field("probability of " + name),
                              csv_field("lower " + name), csv_field("upper " + name));
    return result + "\n";
}

}  // namespace

void predict_rows(predict_options const& options) {
    if (!options.output.empty()) check_writable(options.output, {options.data});
    auto const draws = read_draws(options.draws);
    fitted_model const fit = load_model(options, draws);
    std::string const target = options.target.empty() ? find_fact(draws.facts, "target").value_or("") : options.target;
    feature_blocks blocks(options.data, {.features = fit.features,
                                         .target = target.empty() ? std::nullopt : std::optional(target),
                                         .target_required = !options.target.empty()});
    std::optional<output_file> file;
    if (!options.output.empty()) file.emplace(options.output);
    auto const write = [&](std::string const& text) {
        if (file)
            file->write(text);
        else
            std::fwrite(text.data(), 1, text.size(), stdout);
    };

    std::size_t const used = fit.theta.shape(0), width = fit.width(), columns = fit.features.size();
    // As many rows at once as have 2²⁰ predictors, in all draws.
    std::size_t const rows_at_once = std::clamp<std::size_t>((std::size_t{1} << 20) / (used * width), 1, 1024);
    std::vector<double> eta(rows_at_once * used * width);
    row_predictor predictor(fit);
    score held_out;
    feature_block block;
    std::size_t row = 0;
    std::string text = header_line(fit);
    double const tail = (1 - options.interval) / 2;
    signal_guard const guard;
    try {
        while (!stop_requested && blocks.next(rows_at_once, block)) {
            std::size_t const count = block.rows.size() / columns;
            // Every draw and class is a predictor: one product of matrices for all of them.
            predict({block.rows.data(), count, columns}, {fit.theta.data(), fit.theta.size()},
                    vector_out(eta).first(count * used * width));
            for (std::size_t i = 0; i < count; ++i, ++row) {
                predictor.set(vector_view(eta).subspan(i * used * width, used * width));
                std::vector<double> means(predictor.outcomes());
                for (std::size_t k = 0; k < means.size(); ++k) means[k] = predictor.mean(k);
                if (blocks.has_target()) {
                    double const code = code_of(fit, options.data, row + 1, block.targets[i]);
                    std::size_t const likely = fit.name == "logistic"
                                                   ? means[0] > 0.5
                                                   : static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
                    held_out.add(predictor.log_score(code), likely == static_cast<std::size_t>(std::max(0.0, code)));
                }
                for (std::size_t k = 0; k < means.size(); ++k)
                    fmt::format_to(std::back_inserter(text), "{}{},{},{}", k ? "," : "", means[k], predictor.quantile(k, tail),
                                   predictor.quantile(k, 1 - tail));
                text += '\n';
            }
            write(text);
            text.clear();
        }
    } catch (data_error const&) {
        if (file) file->discard();
        throw;
    }
    if (stop_requested && file) {
        file->discard();
        return;
    }
    if (file) file->commit();
    if (held_out.rows > 0) fmt::print(file ? stdout : stderr, "{}", held_out.in_words(fit.name != "robust"));
}

}  // namespace firefly::program
