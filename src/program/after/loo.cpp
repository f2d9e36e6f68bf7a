module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;
import :pareto_smoothing;
import :predicted_rows;
import :row_file;
import :row_predictor;

namespace firefly::program {

row_scores score_row(vector_view log_likelihood, std::size_t tail, std::vector<double>& work) {
    work.resize(log_likelihood.size());
    std::ranges::transform(log_likelihood, work.begin(), [](double log) { return -log; });
    row_scores result{.lppd = log_mean_exp(log_likelihood), .shape = smooth_weights(work, tail)};
    double mean = 0;
    for (double const log : log_likelihood) mean += log / static_cast<double>(log_likelihood.size());
    for (std::size_t s = 0; s < work.size(); ++s) {
        double const deviation = log_likelihood[s] - mean;
        result.variance += deviation * deviation / static_cast<double>(work.size());
        work[s] += log_likelihood[s];
    }
    result.elpd = log_mean_exp(work) + portable::log(static_cast<double>(work.size()));
    return result;
}

// West (1979), "Updating mean and variance estimates": rows come one by one, and sums of squares would lose digits.
void row_sum::add(double value, double of_weight) {
    weight += of_weight;
    double const before = value - mean;
    mean += before * of_weight / weight;
    squares += of_weight * before * (value - mean);
}

double row_sum::error() const {
    return std::sqrt(squares);
}

void loo_result::add(row_scores const& row, double weight, std::size_t number) {
    ++rows;
    elpd.add(row.elpd, weight);
    p.add(row.lppd - row.elpd, weight);
    waic.add(row.lppd - row.variance, weight);
    p_waic.add(row.variance, weight);
    unreliable += row.shape > most();
    if (row.shape > worst) {
        worst = row.shape;
        worst_row = number;
    }
}

std::string loo_result::in_words() const {
    auto const line = [](char const* name, double value, double error) {
        // Two digits of the error, and as many decimals of what it is of.
        int const decimals =
            error > 0 && std::isfinite(error) ? std::clamp(1 - static_cast<int>(std::floor(portable::log10(error))), 0, 6) : 3;
        return fmt::format("{:<10}{:>16.{}f}{:>16.{}f}\n", name, value, decimals, error, decimals);
    };
    std::string result = fmt::format("{:<10}{:>16}{:>16}\n", "", "estimate", "standard error");
    result += line("elpd_loo", elpd.sum(), elpd.error());
    result += line("p_loo", p.sum(), p.error());
    result += line("looic", -2 * elpd.sum(), 2 * elpd.error());
    result += line("elpd_waic", waic.sum(), waic.error());
    result += line("p_waic", p_waic.sum(), p_waic.error());
    result += fmt::format("\n{} rows, {} draws of relative efficiency {:.3f}.", rows, draws, efficiency);
    if (elpd.weight != static_cast<double>(rows)) result += fmt::format(" With their weights the rows count {:.10g}.", elpd.weight);
    if (unreliable == 0)
        return result + fmt::format("\nTrust: yes. No row has a Pareto k above {:.2f}; the largest is {:.2f}.\n", most(), worst);
    return result +
           fmt::format(
               "\nTrust: not for {} of {} rows, whose Pareto k is above {:.2f}: a fit without such a row is far from the one with it. The largest is "
               "{:.2f}, of row {}. {}\n",
               unreliable, rows, most(), worst, worst_row,
               draws < 1000 ? "More draws may help."
                            : "Look at these rows (--csv), or leave some out, fit again and score them with firefly predict.");
}

double relative_efficiency(stored_draws const& draws) {
    if (draws.chains() == 1) return 1;
    double sum = 0, count = 0;
    for (auto const& variable : draws.parameters)
        for (std::size_t i = 0; i < variable.size(); ++i)
            if (double const effective = ess_mean(variable.element(i)); std::isfinite(effective)) {
                sum += effective;
                ++count;
            }
    return count > 0 ? sum / count / static_cast<double>(draws.chains() * draws.length()) : 1;
}

namespace {

/// The draws that are used, and the model that they are of.
struct thinned_fit {
    stored_draws draws;
    fitted_model fit;

    explicit thinned_fit(loo_options const& options) : draws(read_draws(options.model.draws)) {
        thin_draws(draws, options.model.thin);
        fit = load_model(draws, options.model);
    }
    std::size_t size() const { return draws.chains() * draws.length(); }
};

/// Throws `data_error` where a row cannot be scored.
void check_finite(vector_view log_likelihood, std::string const& file, std::size_t row) {
    auto const odd = std::ranges::count_if(log_likelihood, [](double log) { return !std::isfinite(log); });
    if (odd == 0) return;
    throw data_error(
        {.file = file,
         .row = row,
         .what = fmt::format("row {}: the log likelihood is not finite in {} of {} draws", row, odd, log_likelihood.size()),
         .remedy = "look whether its cells are right, or leave it out"});
}

/// What is kept of each row.
class row_table {
public:
    void open(std::string const& path) {
        if (path.empty()) return;
        file_.emplace(path);
        file_->write("row,weight,elpd_loo,p_loo,pareto_k,elpd_waic,p_waic\n");
    }
    void add(std::size_t number, double weight, row_scores const& row) {
        if (file_)
            file_->write(fmt::format("{},{},{},{},{},{},{}\n", number, weight, row.elpd, row.lppd - row.elpd, row.shape,
                                     row.lppd - row.variance, row.variance));
    }
    void discard() {
        if (file_) file_->discard();
    }
    void commit() {
        if (file_) file_->commit();
    }

private:
    std::optional<output_file> file_;
};

/// All rows, unless a signal comes between.
loo_result score_all(thinned_fit const& used, predicted_rows& predicted, loo_options const& options, row_table& table,
                     row_file& file) {
    loo_result result{.draws = used.size(), .efficiency = relative_efficiency(used.draws)};
    std::size_t const tail = tail_length(used.size(), result.efficiency);
    new_rows const& rows = predicted.rows();
    row_predictor predictor(used.fit);
    std::vector<double> logs(used.size()), work;
    while (!stop_requested) {
        std::size_t const count = predicted.next(), before = rows.taken() - count;
        if (count == 0) break;
        for (std::size_t i = 0; i < count; ++i) {
            double const weight = rows.weight(i);
            if (weight == 0) continue;
            std::size_t const number = before + i + 1;
            predictor.look_at(predicted.eta(i), rows.trials(i));
            predictor.log_likelihoods(rows.target(i).value(), logs);
            check_finite(logs, options.model.data, number);
            row_scores const scores = score_row(logs, tail, work);
            result.add(scores, weight, number);
            table.add(number, weight, scores);
            if (!file) continue;
            std::ranges::copy(logs, file.next_row(*rows.target(i), weight).begin());
            file.write_full();
        }
    }
    return result;
}

constexpr std::string_view to_netcdf = "--log-likelihood";

/// For the log likelihood of all rows; none where it is not asked for.
row_file open_row_file(thinned_fit const& used, loo_options const& options) {
    if (options.log_likelihood.empty()) return {};
    row_variable of_rows{.group = "log_likelihood", .name = used.fit.target};
    of_rows.rows = count_rows(used.fit, options.model, to_netcdf);
    of_rows.rows_at_once = predicted_rows::at_once(used.fit);
    of_rows.observed = contents_of(used.fit.kind);
    of_rows.classes = used.fit.outcomes;
    of_rows.is_observed = true;
    if (!used.fit.cases.weights.empty()) of_rows.row_facts = {"weight"};
    check_space_for_rows(options.log_likelihood, of_rows, used.size(), to_netcdf);
    return {options.log_likelihood, used.draws, of_rows};
}

}  // namespace

void leave_one_out(loo_options const& options) {
    for (auto const& output : {options.csv, options.log_likelihood})
        if (!output.empty()) check_writable(output, {options.model.data, options.model.draws.front()});
    thinned_fit const used(options);
    if (used.size() < 2) throw invalid_argument("one draw says nothing about leaving rows out; give more of them");
    signal_guard const guard;
    try {
        predicted_rows predicted(used.fit, options.model);
        new_rows const& rows = predicted.rows();
        if (!rows.has_target())
            throw data_error({.file = options.model.data,
                              .what = "does not have the target, so that nothing can be scored",
                              .remedy = "give the rows that were fitted, with their target (--target)"});
        row_file file = open_row_file(used, options);
        row_table table;
        auto const discard = [&] {
            table.discard();
            file.discard();
        };
        try {
            table.open(options.csv);
            loo_result const result = score_all(used, predicted, options, table, file);
            if (stop_requested) return discard();
            if (result.rows == 0)
                throw data_error(
                    {.file = options.model.data, .what = "has no rows to score", .remedy = "give the rows that were fitted"});
            file.commit();
            table.commit();
            if (rows.dropped() > 0)
                say(fmt::format("Left out {} of {} rows: a cell is missing.\n", rows.dropped(), rows.dropped() + rows.taken()));
            say(result.in_words());
        } catch (error const&) {
            discard();
            throw;
        }
    } catch (data_error const& failure) { throw of_numbers(failure); }
}

}  // namespace firefly::program
