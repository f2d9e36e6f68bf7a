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

double log_student_t(double x, double nu) {
    return std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) - 0.5 * std::log(nu * std::numbers::pi) -
           (nu + 1) / 2 * std::log1p(x * x / nu);
}

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
        std::string result = fmt::format("Log score: {:.6g} per row (standard error {:.2g}), {} rows.", mean, error, rows);
        if (classes) result += fmt::format(" Right: {:.2f} %.", 100 * static_cast<double>(right) / n);
        return result + "\n";
    }
};

std::string header_line(fitted_model const& fit, std::vector<std::string> const& kept) {
    std::vector<std::string> names = kept;
    if (fit.kind == model_kind::softmax) {
        for (auto const& name : fit.outcomes)
            for (auto const* what : {"probability of ", "lower ", "upper "}) names.push_back(what + name);
    } else {
        names.push_back(fit.kind == model_kind::robust ? "mean" : "probability of " + fit.outcomes[1]);
        names.insert(names.end(), {"lower", "upper"});
    }
    std::string result;
    for (auto const& name : names) result += (result.empty() ? "" : ",") + csv_field(name);
    return result + "\n";
}

/// New rows as the features that were fitted.
class new_rows {
public:
    new_rows(fitted_model const& fit, predict_options const& options, std::size_t at_once)
        : kept_columns_(options.keep.size()),
          stream_({options.data}, how_to_read(fit, options), options.format),
          layout_(options.data, stream_.columns(), fit.features),
          columns_(at_once * stream_.names().size()),
          features_(at_once * fit.features.size()),
          target_(at_once) {
        for (std::size_t i = 0; i < stream_.names().size(); ++i) {
            std::string const& name = stream_.names()[i];
            if (stream_.categorical()[i] && std::ranges::find(fit.categories, name, &known_levels::column) == fit.categories.end())
                throw data_error({.file = options.data,
                                  .column = name,
                                  .what = fmt::format("column {} holds categories where the fit has numbers", in_quotes(name)),
                                  .remedy = "give data of the same kind"});
        }
    }

    /// The next rows; how many: 0 at the end.
    std::size_t next() {
        std::size_t const width = stream_.names().size();
        std::size_t const count = stream_.next(target_.size(), {columns_.data(), width, target_.data(), &kept_});
        for (std::size_t i = 0; i < count; ++i)
            layout_.expand(columns_.data() + i * width, features_.data() + i * layout_.features());
        taken_ += count;
        return count;
    }

    matrix_view features(std::size_t count) const { return {features_.data(), count, layout_.features()}; }
    std::optional<double> target(std::size_t i) const { return stream_.has_target() ? std::optional(target_[i]) : std::nullopt; }
    /// The cells of a row that are kept, each with a comma behind it.
    void write_kept(std::size_t i, std::string& text) const {
        for (std::size_t k = 0; k < kept_columns_; ++k) text += csv_field(kept_[i * kept_columns_ + k]) + ',';
    }
    std::size_t taken() const { return taken_; }
    std::size_t dropped() const { return stream_.dropped(); }

private:
    std::size_t kept_columns_;
    row_stream stream_;
    feature_layout layout_;
    std::vector<double> columns_, features_, target_;
    std::vector<std::string> kept_;
    std::size_t taken_ = 0;
};

/// Where predictions go: to a file that appears when it is complete, or to standard output.
class prediction_output {
public:
    explicit prediction_output(std::string const& path) {
        if (!path.empty()) file_.emplace(path);
    }
    void write(std::string const& text) {
        if (file_)
            file_->write(text);
        else
            std::fwrite(text.data(), 1, text.size(), stdout);
    }
    void discard() {
        if (file_) file_->discard();
    }
    void commit() {
        if (file_) file_->commit();
    }
    /// Where there is room for what else is said.
    std::FILE* other() const { return file_ ? stdout : stderr; }

private:
    std::optional<output_file> file_;
};

/// All rows, unless a signal comes between.
score predict_all(fitted_model const& fit, new_rows& rows, std::size_t at_once, double interval, prediction_output& out) {
    std::size_t const used = fit.theta.shape(0), width = fit.width();
    std::vector<double> eta(at_once * used * width);
    row_predictor predictor(fit);
    score held_out;
    double const tail = (1 - interval) / 2;
    std::string text;
    while (!stop_requested) {
        std::size_t const count = rows.next();
        if (count == 0) break;
        // Every draw and class is a predictor: one product of matrices for all of them.
        predict(rows.features(count), {fit.theta.data(), fit.theta.size()}, vector_out(eta).first(count * used * width));
        for (std::size_t i = 0; i < count; ++i) {
            predictor.set(vector_view(eta).subspan(i * used * width, used * width));
            std::vector<double> means(predictor.outcomes());
            for (std::size_t k = 0; k < means.size(); ++k) means[k] = predictor.mean(k);
            if (auto const target = rows.target(i)) {
                std::size_t const likely = fit.kind == model_kind::logistic
                                               ? means[0] > 0.5
                                               : static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
                held_out.add(predictor.log_score(*target), likely == static_cast<std::size_t>(std::max(0.0, *target)));
            }
            rows.write_kept(i, text);
            for (std::size_t k = 0; k < means.size(); ++k)
                fmt::format_to(std::back_inserter(text), "{}{},{},{}", k ? "," : "", means[k], predictor.quantile(k, tail),
                               predictor.quantile(k, 1 - tail));
            text += '\n';
        }
        out.write(text);
        text.clear();
    }
    return held_out;
}

}  // namespace

void predict_rows(predict_options const& options) {
    if (!options.output.empty()) check_writable(options.output, {options.data});
    fitted_model const fit = load_model(options);
    // As many rows at once as have 2²⁰ predictors, in all draws.
    std::size_t const at_once = std::clamp<std::size_t>((std::size_t{1} << 20) / (fit.theta.shape(0) * fit.width()), 1, 1024);
    signal_guard const guard;
    try {
        new_rows rows(fit, options, at_once);
        prediction_output out(options.output);
        try {
            out.write(header_line(fit, options.keep));
            score const held_out = predict_all(fit, rows, at_once, options.interval, out);
            if (stop_requested) return out.discard();
            out.commit();
            if (rows.dropped() > 0)
                fmt::print(stderr, "Left out {} of {} rows: a cell is missing.\n", rows.dropped(), rows.dropped() + rows.taken());
            if (held_out.rows > 0) fmt::print(out.other(), "{}", held_out.in_words(fit.kind != model_kind::robust));
        } catch (data_error const&) {
            out.discard();
            throw;
        }
    } catch (data_error const& failure) { throw of_numbers(failure); }
}

}  // namespace firefly::program
