module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :column_survey;
import :pose;

namespace firefly::program {

namespace {

std::uint64_t hash_block(row_block const& block) {
    checksum sum;
    for (std::size_t r = 0; r < block.rows.rows; ++r)
        for (double const value : block.rows.row(r)) sum.add(value);
    for (double const value : block.target) sum.add(value);
    return sum.value();
}

}  // namespace

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

std::vector<double> prior_variances(sample_options const& options, model_setup const& setup) {
    auto const variance = [&](double scale) { return (options.prior == prior_kind::laplace ? 2 : 1) * scale * scale; };
    std::vector<double> result(setup.dimension, variance(setup.prior_scale));
    for (std::size_t a = 0; options.intercept_scale && a < result.size(); a += setup.columns.size())
        result[a] = variance(*options.intercept_scale);
    return result;
}

void survey_columns(any_rows const& rows, model_setup& setup) {
    column_survey const none(std::max<std::size_t>(1, setup.labels.size()), rows.columns());
    auto const columns = sum_over_blocks(rows, none, [](column_survey& sum, row_block const& block) { sum.add(block); });
    for (std::size_t const j : columns.separating()) setup.seen.separating.push_back(setup.columns[j]);
    if (auto const ends = columns.uneven())
        setup.seen.uneven = {.widest = setup.columns[ends->first],
                             .narrowest = setup.columns[ends->second],
                             .ratio = columns.deviation(ends->first) / columns.deviation(ends->second)};
}

std::shared_ptr<bright_watch> watch_brightness(model_setup const& setup, sample_options const& options) {
    bool const fireflies = setup.chosen.algorithm == choice(algorithm_kind::firefly);
    bool const few = setup.expected && setup.expected->bright <= 1000;
    if (!fireflies || !(few || !options.report.empty())) return {};
    return std::make_shared<bright_watch>(options.run.chains, options.run.thin);
}

}  // namespace firefly::program
