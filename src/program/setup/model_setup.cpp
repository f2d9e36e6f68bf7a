module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :column_survey;
import :leverage;
import :prior_weight;

namespace firefly::program {

namespace {

/// The prior of this scale, its intercepts as the options say.
any_prior make_prior(sample_options const& options, double scale, std::size_t columns) {
    double const ratio = options.intercept_scale.value_or(scale) / scale;
    if (options.prior == prior_kind::laplace) return any_prior(laplace_prior(scale), ratio, columns);
    return any_prior(gaussian_prior(scale), ratio, columns);
}

void print_search(scale_search const& search) {
    say(fmt::format("Prior scale by the log score of {} held-out rows, one in five ({} passes over the others):\n", search.held_out,
                    search.passes));
    for (auto const& [scale, score] : search.scores)
        say(fmt::format("{:>8g}  {}{}\n", scale, score ? fmt::format("{:12.6f} per row", *score) : "  no maximum",
                        scale == search.best ? "  chosen" : ""));
}

/// The scale that was asked for, or the one that predicts best.
template <Likelihood L>
double find_prior_scale(L const& likelihood, any_rows const& rows, sample_options const& options) {
    if (options.prior_scale) return *options.prior_scale;
    auto const search = search_prior_scale(likelihood, rows, options.run.seed,
                                           [&](double scale) { return make_prior(options, scale, rows.columns()); });
    print_search(search);
    return search.best;
}

/// The scale that was asked for, or the likeliest. The latter is found in any case: `diagnose` compares the two.
void find_noise_scale(any_rows const& rows, sample_options const& options, model_setup& result) {
    auto const found = likeliest_noise_scale(rows, options.nu);
    result.likeliest_noise_scale = found ? found->scale : 0;
    result.noise_scale = options.noise_scale.value_or(result.likeliest_noise_scale);
    if (options.noise_scale) return;
    if (!found) throw invalid_argument("--noise-scale auto: the columns explain the target exactly; give the scale as a number");
    say(fmt::format("Noise scale: {:.6g}, the likeliest, found in {} passes over the data. It is held fixed.\n", found->scale,
                    found->passes));
}

std::uint64_t hash_block(row_block const& block) {
    checksum sum;
    for (std::size_t r = 0; r < block.rows.rows; ++r)
        for (double const value : block.rows.row(r)) sum.add(value);
    for (double const value : block.target) sum.add(value);
    return sum.value();
}

/// Every number of the rows, block by block or as their store knows it, where the columns lay before they were rescaled, and the names of
/// columns and classes.
std::uint64_t hash_data(any_rows const& rows, model_setup const& names) {
    checksum sum;
    sum.add(rows.rows());
    if (auto const stored = rows.stored_hash()) {
        sum.add(*stored);
    } else {
        row_share const part = share_of(rows);
        std::vector<std::uint64_t> blocks(blocks_of(part.size()));
        for_each_block(rows, [&](row_block const& block) { blocks[part.place(block.first) / block_rows] = hash_block(block); });
        for (std::uint64_t const block : part.gather(std::move(blocks))) sum.add(block);
    }
    for (vector const& numbers : {names.to_data_scale.columns().centre(), names.to_data_scale.columns().deviation()})
        for (double const number : numbers) sum.add(number);
    for (auto const& name : names.names) sum.add(std::string_view(name));
    for (auto const& name : names.classes) sum.add(std::string_view(name));
    return sum.value();
}

/// Whether a plane separates the classes: no row tells of it sooner than the first that is on the wrong side.
template <Model M>
bool separates(M const& model, vector_view theta) {
    if constexpr (LogisticModel<M> || SoftmaxModel<M>) {
        auto const& source = model.rows();
        std::vector<double> eta, value;
        block_buffer buffer;
        for (std::size_t b = 0; b < block_count(source); ++b) {
            row_block const block = source.block(b, buffer);
            eta.resize(block.target.size() * model.likelihood().width());
            value.resize(block.target.size());
            predict(block.rows, theta, eta);
            model.likelihood().log_likelihood(block.target, eta, value);
            if (std::ranges::any_of(value, [](double v) { return v <= std::log(0.5); })) return false;
        }
        return true;
    }
    return false;
}

/// Of the prior, parameter by parameter: a Laplace distribution of scale b has 2b².
std::vector<double> prior_variances(sample_options const& options, model_setup const& setup) {
    auto const variance = [&](double scale) { return (options.prior == prior_kind::laplace ? 2 : 1) * scale * scale; };
    std::vector<double> result(setup.dimension, variance(setup.prior_scale));
    for (std::size_t a = 0; options.intercept_scale && a < result.size(); a += setup.columns.size())
        result[a] = variance(*options.intercept_scale);
    return result;
}

/// What concerns columns, in one pass.
void survey_columns(any_rows const& rows, model_setup& setup) {
    column_survey const none(std::max<std::size_t>(1, setup.labels.size()), rows.columns());
    auto const columns = sum_over_blocks(rows, none, [](column_survey& sum, row_block const& block) { sum.add(block); });
    for (std::size_t const j : columns.separating()) setup.seen.separating.push_back(setup.columns[j]);
    if (auto const ends = columns.uneven())
        setup.seen.uneven = {.widest = setup.columns[ends->first],
                             .narrowest = setup.columns[ends->second],
                             .ratio = columns.deviation(ends->first) / columns.deviation(ends->second)};
}

/// What concerns rows and prior, from the curvature at the maximum.
template <Model M>
void survey_maximum(M const& model, sample_options const& options, model_setup& setup) {
    constexpr std::size_t most_parameters = 2000;  // beyond, H⁻¹ takes longer than the rest of set-up
    if (setup.dimension > most_parameters) return;
    matrix const inverse = setup.at->precision.inverse();
    auto const heaviest = find_heaviest(model, *setup.at, inverse);
    if (heaviest.share > 0) setup.seen.dominant = {static_cast<row_index>(heaviest.row), heaviest.share};
    auto const weight = weigh_prior(inverse, model.prior().gaussian_part(as_view(setup.at->theta)), prior_variances(options, setup),
                                    model.likelihood().width());
    for (std::size_t a = 0; a < setup.dimension; ++a) {
        if (weight.narrowing[a] > hardly_narrowed)
            setup.seen.uninformed.push_back(setup.names[a]);
        else if (weight.pull[a] > far_pull)
            setup.seen.pulled.push_back(setup.names[a]);
    }
}

/// Where it costs next to nothing, or was asked for by asking for a report.
std::shared_ptr<bright_watch> watch_brightness(model_setup const& setup, sample_options const& options) {
    bool const fireflies = setup.chosen.algorithm == choice(algorithm_kind::firefly);
    bool const few = setup.expected && setup.expected->bright <= 1000;
    if (!fireflies || !(few || !options.report.empty())) return {};
    return std::make_shared<bright_watch>(options.run.chains, options.run.thin);
}

template <Model M>
model_setup put_together(M const& model, sample_options const& options, model_setup result) {
    result.rows = model.rows().rows();
    result.dimension = model.dimension();
    result.data_hash = hash_data(model.rows(), result);
    auto const made = std::make_shared<plan<M> const>(model, options.how);
    result.chosen = made->chosen();
    result.reasons = made->reasons();
    result.expected = made->expected();
    survey_columns(model.rows(), result);
    if (made->is_anchored()) {
        result.at = made->at();
        result.find_maximum = [model = alone(model), at = made->at()] { return climb_from(at.theta, model, newton_settings{}); };
        result.separated = separates(model, as_view(result.at->theta));
        survey_maximum(model, options, result);
    }
    result.chains = {.make = [made](chain_options chain) { return made->make_chain(chain); },
                     .to_data_scale = result.to_data_scale,
                     .watch = watch_brightness(result, options)};
    return result;
}

/// The posterior of a likelihood, with the prior that the options ask for.
template <Likelihood L>
model_setup pose(L const& likelihood, any_rows rows, sample_options const& options, model_setup result) try {
    result.prior_scale = find_prior_scale(likelihood, rows, options);
    any_prior const prior = make_prior(options, result.prior_scale, rows.columns());
    return put_together(posterior(likelihood, prior, std::move(rows)), options, std::move(result));
} catch (numerical_error const& failure) {
    if (options.is_centred() || options.no_intercept) throw;
    throw numerical_error(
        fmt::format("{}; or leave --no-center out: columns far from zero make the maximum hard to find", failure.what()));
}

}  // namespace

model_setup set_up_model(sample_options const& options, processes const& all,
                         std::function<void(std::size_t)> const& when_counted) {
    if (options.no_intercept && options.intercept_scale)
        throw invalid_argument("--intercept-scale: there is no intercept with --no-intercept; leave one of them out");
    if (options.reference && options.model != model_kind::softmax)
        throw invalid_argument("--reference: contrasts are between the classes of a softmax; leave it out, or use --model softmax");
    set_pass_threads(options.run.threads);
    auto [rows, columns, target, labels, categories, to_data_scale, in_four_bytes, dropped] = read_share(options, all);
    if (options.model == model_kind::softmax) reference_class(labels, options.reference);  // refuses one that is not among them
    model_setup result{};
    result.columns = columns;
    result.target = target;
    result.labels = labels;
    result.categories = categories;
    result.to_data_scale = to_data_scale;
    result.in_four_bytes = in_four_bytes;
    result.dropped = dropped;
    if (when_counted) when_counted(columns.size() * (options.model == model_kind::softmax ? labels.size() : 1));
    say(fmt::format("Data: {} rows, {} columns; target {}", rows.rows(), columns.size(), visible(target)));
    if (options.model == model_kind::logistic) say(fmt::format(" = {} against {}", in_quotes(labels[1]), in_quotes(labels[0])));
    if (options.model == model_kind::softmax) say(fmt::format(" with {} classes", labels.size()));
    say(".\n");

    if (options.model == model_kind::softmax) {
        result.classes = labels;
        for (auto const& label : labels)
            for (auto const& column : columns) result.names.push_back(fmt::format("{}:{}", label, column));
        return pose(softmax(labels.size()), std::move(rows), options, std::move(result));
    }
    result.names = columns;
    if (options.model == model_kind::logistic) return pose(logistic{}, std::move(rows), options, std::move(result));
    find_noise_scale(rows, options, result);
    student_t const likelihood({.degrees_of_freedom = options.nu, .scale = result.noise_scale});
    return pose(likelihood, std::move(rows), options, std::move(result));
}

}  // namespace firefly::program
