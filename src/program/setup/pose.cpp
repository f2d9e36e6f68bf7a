module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :calibration;
import :column_survey;
import :count_bins;
import :datum;
import :pose;
import :residual_bins;

namespace firefly::program {

namespace {

std::uint64_t hash_block(row_block const& block) {
    checksum sum;
    for (std::size_t r = 0; r < block.rows.rows; ++r)
        for (double const value : block.rows.common.row(r)) sum.add(value);
    for (auto const& group : block.rows.groups)
        for (std::size_t r = 0; r < block.rows.rows; ++r) {
            sum.add(std::uint64_t{group.code[r]});
            sum.add(group.value_of(r));
        }
    for (double const value : block.target) sum.add(value);
    return sum.value();
}

}  // namespace

composed_prior make_prior(sample_options const& options, double scale) {
    auto const of_all = options.prior == prior_kind::laplace ? prior_term::laplace : prior_term::normal;
    std::vector<prior_term> terms;
    for (auto const& [columns, kind, own, degrees_of_freedom, name] : options.column_priors) switch (kind) {
            using enum column_prior::shape;
            case common: {
                std::size_t const first = terms.empty() && options.intercept_scale ? 1 : 0;
                if (first > 0) terms.push_back(of_all(1, *options.intercept_scale));
                if (columns > first) terms.push_back(of_all(columns - first, scale));
                break;
            }
            case flat: terms.push_back(prior_term::flat(columns)); break;
            case normal: terms.push_back(prior_term::normal(columns, own)); break;
            case laplace: terms.push_back(prior_term::laplace(columns, own)); break;
            case student_t: terms.push_back(prior_term::student_t(columns, degrees_of_freedom, own)); break;
            case learned: terms.push_back(prior_term::half_cauchy(columns, own)); break;
            case horseshoe: terms.push_back(prior_term::horseshoe(columns, own)); break;
        }
    return composed_prior(std::move(terms));
}

void print_search(scale_search const& search) {
    say(fmt::format("Prior scale by the log score of {} held-out rows, one in five ({} passes over the others):\n", search.held_out,
                    search.passes));
    for (auto const& [scale, score] : search.scores)
        say(fmt::format("{:>8g}  {}{}\n", scale, score ? fmt::format("{:12.6f} per row", *score) : "  no maximum",
                        scale == search.best ? "  chosen" : ""));
}

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
    for (auto const& name : names.names()) sum.add(std::string_view(name));
    for (auto const& name : names.classes) sum.add(std::string_view(name));
    return sum.value();
}

std::vector<double> prior_variances(model_setup const& setup) {
    std::vector<double> result;
    for (std::size_t k = 0; k < std::max<std::size_t>(1, setup.classes.size()); ++k)
        for (std::size_t j = 0; j < setup.columns.size(); ++j) result.push_back(prior_of_column(setup, j).variance());
    return result;
}

void survey_columns(any_rows const& rows, model_kind model, model_setup& setup) {
    bool const counted = is_of_counts(model) || has_trials(model);
    // Of ordered categories one at an end gives nothing away: the others have the same coefficients.
    std::size_t const labels = setup.labels.size(), classes = has_cutpoints(model) && labels > 2 ? 1 : labels;
    column_survey const none(counted ? 2 : std::max<std::size_t>(1, classes), setup.columns.size());
    auto const columns = sum_over_blocks(rows, none, [&](column_survey& sum, row_block const& block) { sum.add(block, model); });
    for (std::size_t const j : columns.separating()) setup.seen.separating.push_back(setup.columns[j]);
    if (auto const ends = columns.uneven())
        setup.seen.uneven = {.widest = setup.columns[ends->first],
                             .narrowest = setup.columns[ends->second],
                             .ratio = columns.deviation(ends->first) / columns.deviation(ends->second)};
}

bool is_on_its_side(row_block const& block, std::size_t i, double eta) {
    auto const [successes, offset, weight] = datum_of(block, i);
    if (weight == 0) return true;
    if (successes > 0 && successes < trials_of(block, i)) return false;
    double const side = successes > 0 ? 1 : -1;
    return side * eta > 0 && side * (eta + offset) > 0;
}

bool is_on_its_side(row_block const& block, std::size_t i, vector_view eta) {
    auto const [own, _, weight] = datum_of(block, i);
    if (weight == 0) return true;
    for (std::size_t k = 0; k < eta.size(); ++k)
        if (static_cast<double>(k) != own && !(eta[k] < eta[static_cast<std::size_t>(own)])) return false;
    return true;
}

bool separates_cases(any_rows const& rows, model_kind model, vector_view theta) {
    if (!is_of_two_classes(model) && !has_trials(model) && !has_weights_by_class(model)) return false;
    return are_on_their_sides(rows, theta.size() / rows.columns(), theta);
}

void check_category_weights(any_rows const& rows, std::vector<std::string> const& labels) {
    if (layout_of(rows).target == 1) return;
    vector const counted = sum_over_blocks(rows, zeros(labels.size()), [](vector& sum, row_block const& block) {
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            auto const [category, _, weight] = datum_of(block, i);
            sum(static_cast<std::size_t>(category)) += weight == 0 ? 0 : 1;
        }
    });
    for (std::size_t j = 0; j < labels.size(); ++j)
        if (counted(j) == 0)
            throw invalid_argument(fmt::format(
                "--weights: all rows of the category {} have weight 0, so that nothing holds its cutpoints; leave these "
                "rows out",
                in_quotes(labels[j])));
}

void survey_fit(any_rows const& rows, sample_options const& options, vector_view theta, model_setup& setup) {
    constexpr std::size_t most_calibrated = 20;  // classes, each of which has a picture
    model_kind const model = options.model;
    if (predicts_each_class(model)) {
        std::size_t const classes = setup.labels.size();
        if (classes <= most_calibrated)
            setup.seen.calibration =
                has_cutpoints(model) ? calibrate_ordered(classes, rows, theta) : calibrate_classes(classes, rows, theta);
        return;
    }
    any_family const family = family_of(model, {options.nu, options.threshold, setup.spread});
    if (is_of_two_classes(model) || has_trials(model)) {
        auto [groups, roc] = calibrate_two(family, rows, theta);
        setup.seen.calibration = {std::move(groups)};
        setup.seen.roc = std::move(roc);
    }
    if (is_of_counts(model) || has_trials(model)) setup.seen.counts = bin_counts(family, rows, theta);
    if (has_noise_scale(model) || has_shape(model)) setup.seen.residuals = bin_residuals(model, family, setup.spread, rows, theta);
}

void explain(numerical_error const& failure, sample_options const& options) {
    if (options.is_centred() || options.no_intercept) throw numerical_error(failure.what());
    throw numerical_error(
        fmt::format("{}; or leave --no-center out: columns far from zero make the maximum hard to find", failure.what()));
}

std::shared_ptr<bright_watch> watch_brightness(model_setup const& setup, sample_options const& options,
                                               std::function<row_index(row_index)> datum) {
    bool const fireflies = setup.chosen.algorithm == choice(algorithm_kind::firefly);
    bool const few = setup.expected && setup.expected->bright <= 1000;
    if (!fireflies || !(few || !options.report.empty())) return {};
    return std::make_shared<bright_watch>(options.run.chains, options.run.thin, std::move(datum));
}

}  // namespace firefly::program
