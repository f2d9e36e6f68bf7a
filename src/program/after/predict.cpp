module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;
import :predicted_rows;
import :row_file;
import :row_predictor;

namespace firefly::program {

namespace {

/// Throws `invalid_argument` unless the model is one of counts.
void check_counted(model_kind kind) {
    if (is_of_counts(kind) || has_trials(kind)) return;
    throw invalid_argument(fmt::format("--probabilities: {}; leave it out",
                                       is_of_classes(kind)
                                           ? fmt::format("those of all classes are there already ({})", name_of(kind))
                                           : fmt::format("the target is no count ({})", name_of(kind))));
}

std::string header_line(fitted_model const& fit, predict_options const& options) {
    std::vector<std::string> names = options.keep;
    if (predicts_each_class(fit.kind)) {
        for (auto const& name : fit.outcomes)
            for (auto const* what : {"probability of ", "lower ", "upper "}) names.push_back(what + name);
    } else {
        names.push_back(is_of_classes(fit.kind) ? "probability of " + fit.outcomes[1] : "mean");
        names.insert(names.end(), {"lower", "upper"});
    }
    for (std::size_t k = 0; k < options.probabilities; ++k) names.push_back(fmt::format("probability of {}", k));
    if (options.probabilities > 0) names.push_back(fmt::format("probability of {} or more", options.probabilities));
    std::string result;
    for (auto const& name : names) result += (result.empty() ? "" : ",") + csv_field(name);
    return result + "\n";
}

/// Where predictions go: to a file that appears when it is complete, to standard output, or, where only netCDF is wanted, nowhere.
class prediction_output {
public:
    explicit prediction_output(predict_options const& options) : is_wanted_(!options.output.empty() || options.netcdf.empty()) {}
    void open(std::string const& path) {
        if (!path.empty()) file_.emplace(path);
    }
    bool is_wanted() const { return is_wanted_; }
    void write(std::string const& text) {
        if (file_)
            file_->write(text);
        else if (is_wanted_)
            say_data(text);
    }
    void discard() {
        if (file_) file_->discard();
    }
    void commit() {
        if (file_) file_->commit();
    }
    /// What else is said, where there is room for it.
    void remark(std::string const& text) const { file_ || !is_wanted_ ? say(text) : say_aside(text); }

private:
    bool is_wanted_;
    std::optional<output_file> file_;
};

/// The line of one row. Reorders what was predicted.
void write_line(row_predictor& predictor, std::vector<double> const& means, predict_options const& options, std::string& text) {
    double const tail = (1 - options.interval) / 2;
    for (std::size_t k = 0; k < means.size(); ++k)
        fmt::format_to(std::back_inserter(text), "{}{},{},{}", k ? "," : "", means[k], predictor.quantile(k, tail),
                       predictor.quantile(k, 1 - tail));
    if (options.probabilities > 0)
        for (double const probability : predictor.count_probabilities(options.probabilities))
            fmt::format_to(std::back_inserter(text), ",{}", probability);
    text += '\n';
}

/// What each draw would make of a row. Each row has random numbers of its own: it is the same among others and alone.
void simulate_row(row_predictor const& predictor, std::uint64_t seed, std::size_t number, vector_out targets) {
    random_source random({.seed = seed, .use = purpose::data, .iteration = number});
    for (std::size_t s = 0; s < targets.size(); ++s) targets[s] = predictor.simulate(s, random);
}

/// For targets that are drawn; none where they are not asked for.
row_file open_row_file(stored_draws const& draws, fitted_model const& fit, bool has_target, predict_options const& options) {
    if (options.netcdf.empty()) return {};
    row_variable of_rows{.group = "posterior_predictive", .name = fit.target};
    of_rows.rows = count_rows(fit, options, "--netcdf");
    of_rows.rows_at_once = predicted_rows::at_once(fit);
    of_rows.of = of_rows.observed = contents_of(fit.kind);
    of_rows.classes = fit.outcomes;
    of_rows.is_observed = has_target;
    check_space_for_rows(options.netcdf, of_rows, draws.chains() * draws.length(), "--netcdf");
    return {options.netcdf, draws, of_rows};
}

/// All rows, unless a signal comes between.
score predict_all(fitted_model const& fit, predicted_rows& predicted, predict_options const& options, prediction_output& out,
                  row_file& file) {
    new_rows const& rows = predicted.rows();
    row_predictor predictor(fit);
    score held_out;
    std::string text;
    while (!stop_requested) {
        std::size_t const count = predicted.next();
        if (count == 0) break;
        std::size_t const before = rows.taken() - count;
        for (std::size_t i = 0; i < count; ++i) {
            predictor.set(predicted.eta(i), rows.trials(i));
            std::vector<double> means(predictor.outcomes());
            for (std::size_t k = 0; k < means.size(); ++k) means[k] = predictor.mean(k);
            if (auto const target = rows.target(i)) {
                std::size_t const likely = is_of_two_classes(fit.kind)
                                               ? means[0] > 0.5
                                               : static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
                held_out.add(predictor.log_score(*target), likely == static_cast<std::size_t>(std::max(0.0, *target)));
            }
            if (file) {
                simulate_row(predictor, options.seed, before + i, file.next_row(rows.target(i).value_or(0), 1));
                file.write_full();
            }
            if (!out.is_wanted()) continue;
            rows.write_kept(i, text);
            write_line(predictor, means, options, text);
        }
        out.write(text);
        text.clear();
    }
    return held_out;
}

}  // namespace

void predict_rows(predict_options const& options) {
    for (auto const& output : {options.output, options.netcdf})
        if (!output.empty()) check_writable(output, {options.data, options.draws.front()});
    if (!options.netcdf.empty() && options.most_draws > 0)
        throw invalid_argument("--draws: --netcdf has the same draws of every chain; use --thin in place of it");
    stored_draws draws = read_draws(options.draws);
    thin_draws(draws, options.thin);
    fitted_model const fit = load_model(draws, options);
    if (options.probabilities > 0) check_counted(fit.kind);
    signal_guard const guard;
    try {
        predicted_rows predicted(fit, options);
        new_rows const& rows = predicted.rows();
        row_file file = open_row_file(draws, fit, rows.has_target(), options);
        prediction_output out(options);
        auto const discard = [&] {
            out.discard();
            file.discard();
        };
        try {
            out.open(options.output);
            out.write(header_line(fit, options));
            score const held_out = predict_all(fit, predicted, options, out, file);
            if (stop_requested) return discard();
            file.commit();
            out.commit();
            if (rows.dropped() > 0)
                say_aside(
                    fmt::format("Left out {} of {} rows: a cell is missing.\n", rows.dropped(), rows.dropped() + rows.taken()));
            if (held_out.rows > 0) out.remark(held_out.in_words(is_of_classes(fit.kind)));
        } catch (error const&) {
            discard();
            throw;
        }
    } catch (data_error const& failure) { throw of_numbers(failure); }
}

}  // namespace firefly::program
