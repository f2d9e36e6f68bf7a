module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// Of the features that were chosen; none: all.
std::vector<known_levels> categories_of(row_store const& store, std::vector<std::string> const& features) {
    std::vector<known_levels> result;
    for (auto const& [name, levels, level_of] : store.names().columns)
        if (!levels.empty() && (features.empty() || std::ranges::find(features, name) != features.end()))
            result.push_back({name, levels});
    return result;
}

/// The last columns are no features.
void take_cases(case_options const& cases, model_kind model, any_rows& rows, std::vector<std::string>& columns) {
    rows.set_cases(cases.layout(model));
    columns.resize(columns.size() - cases.columns().size());
}

model_input open_store(sample_options const& options) {
    row_store const store(options.data);
    refuse_options_of_convert(options, store);
    auto const& names = store.names();
    if (!names.formula.empty())
        throw invalid_argument(fmt::format(
            "{}: was made for a formula, whose levels and knots would be learned from one file of several; give the name of one file",
            options.data));
    bool const numbers = !is_of_classes(options.model);
    auto columns =
        store_columns(store, options.features, options.has_intercept(), options.cases.columns(), has_cutpoints(options.model));
    mapped_rows mapped(store, columns, numbers ? target_kind::numeric : target_kind::classes);
    check_class_count(options, store);
    any_rows rows(std::move(mapped));
    take_cases(options.cases, options.model, rows, columns);
    return {std::move(rows),
            std::move(columns),
            options.cases,
            names.target,
            numbers ? std::vector<std::string>() : names.classes,
            categories_of(store, options.features),
            {},
            store.size().element == 4,
            store.dropped()};
}

float_rows in_four_bytes(data_set data) {
    try {
        return float_rows(std::move(data));
    } catch (invalid_argument const&) {  // readers refuse what is not a number, so it must be the range
        throw invalid_argument(
            "--float32: a number is beyond what four bytes can hold; leave --float32 out, or rescale the column");
    }
}

model_input read_table(sample_options const& options) {
    file_data data = read_data(options.data, how_to_read(options), options.format);
    row_index const dropped = data.dropped;
    if (dropped > 0) say(fmt::format("Dropped {} of {} rows: a cell is missing.\n", dropped, dropped + data.target.size()));
    for (auto const& warning : data.warnings) warn(warning);
    case_options cases = options.cases;
    if (options.merge) merge_rows(data, cases);
    auto columns = data.columns;
    auto target = data.target_name;
    auto labels = data.labels;
    auto categories = data.categories;
    any_rows rows = options.float32 ? any_rows(in_four_bytes(std::move(data))) : any_rows(dense_rows(std::move(data)));
    take_cases(cases, options.model, rows, columns);
    return {std::move(rows),
            std::move(columns),
            std::move(cases),
            std::move(target),
            std::move(labels),
            std::move(categories),
            {},
            options.float32,
            dropped};
}

}  // namespace

void refuse_options_of_convert(sample_options const& options, row_store const& store) {
    auto const refuse = [&](char const* option) {
        throw invalid_argument(fmt::format(
            "{}: {} is a store, and this is chosen when it is made, by firefly convert; leave it out", option, options.data));
    };
    if (options.format) refuse("--format");
    if (!options.one_hot.empty()) refuse("--one-hot");
    if (options.missing != missing_cells::refuse) refuse("--missing");
    if (options.encoding != text_encoding::utf8) refuse("--encoding");
    if (options.float32) refuse("--float32");
    if (options.merge)
        throw invalid_argument(
            fmt::format("--merge: {} is a store, whose rows are not looked at before the run; leave it out", options.data));
    if (!options.target.empty() && options.target != store.names().target)
        throw invalid_argument(fmt::format("--target {}: the target of the store {} is {}; leave it out", options.target,
                                           options.data, in_quotes(store.names().target)));
}

void check_class_count(sample_options const& options, row_store const& store) {
    auto const& names = store.names();
    if (is_of_two_classes(options.model) && names.classes.size() != 2)
        throw data_error({.file = options.data,
                          .column = names.target,
                          .what = fmt::format("its target {} has {} classes ({}) where the model takes 2", in_quotes(names.target),
                                              names.classes.size(), list_in_quotes(names.classes)),
                          .remedy = "choose another model",
                          .setting = "kind"});
}

void merge_rows(file_data& data, case_options& cases) {
    std::size_t const rows = data.features.shape(0), all = data.features.shape(1), columns = cases.weights.empty() ? all : all - 1;
    matrix features = zeros(rows, columns);
    vector weight = zeros(rows);
    for (std::size_t n = 0; n < rows; ++n) {
        std::copy_n(&data.features(n, 0), columns, &features(n, 0));
        weight(n) = columns < all ? data.features(n, columns) : 1;
    }
    auto const merged = merge_equal_rows(features, data.target, weight);
    data.target = merged.target;
    data.features = zeros(merged.target.size(), columns + 1);
    for (std::size_t n = 0; n < merged.target.size(); ++n) {
        std::copy_n(&merged.features(n, 0), columns, &data.features(n, 0));
        data.features(n, columns) = merged.weight(n);
    }
    if (cases.weights.empty()) data.columns.push_back(cases.weights = "(count)");
    say(fmt::format("Merged {} rows into {} different ones.\n", rows, merged.target.size()));
}

std::string in_words(data_error const& failure) {
    using hint = std::pair<std::string_view, std::string_view>;
    constexpr std::array hints{hint{"classes", "or predict without a score: --no-score"},
                               hint{"encoding", "--encoding latin1"},
                               hint{"features", "--features"},
                               hint{"format", "--format"},
                               hint{"in_four_bytes", "without --float32"},
                               hint{"keep", "--keep"},
                               hint{"kind", "--model"},
                               hint{"levels", "or take it for the reference level: --unseen reference"},
                               hint{"missing", "--missing drop"},
                               hint{"one_hot", "--one-hot"},
                               hint{"store", "firefly convert data.csv data.firefly"},
                               hint{"target", "--target"}};
    auto const known = std::ranges::find(hints, failure.fault().setting, &hint::first);
    return known == hints.end() ? failure.what() : fmt::format("{} ({})", failure.what(), known->second);
}

data_error of_numbers(data_error const& failure) {
    data_fault fault = failure.fault();
    if (fault.setting != "one_hot") return failure;
    fault.setting.clear();
    fault.remedy = "correct it, or leave the row out";
    return data_error(fault);
}

void warn(std::string_view what) {
    say_aside(fmt::format("firefly: warning: {}\n", visible(what)));
}

read_options how_to_read(sample_options const& options) {
    read_options how{.target = options.target,
                     .features = options.features,
                     .intercept = options.has_intercept(),
                     .reference = has_cutpoints(options.model)};
    how.kind = is_of_classes(options.model) ? target_kind::classes : target_kind::numeric;
    if (is_of_two_classes(options.model)) how.class_count = 2;
    how.one_hot = options.one_hot;
    how.cases = options.cases.columns();
    how.missing = options.missing;
    how.encoding = options.encoding;
    return how;
}

model_input read_input(sample_options const& options) {
    if (has_trials(options.model) && options.cases.trials.empty())
        throw invalid_argument("--model binomial: name the column that says how many trials a row had: --trials COLUMN");
    if (!options.cases.offset.empty() && !options.cases.exposure.empty())
        throw invalid_argument("--offset, --exposure: an exposure is an offset whose logarithm is taken; give one of them");
    bool const stored = is_row_store(options.data) || extension_of(options.data) == ".firefly";
    model_input input = !options.formula.empty() ? read_formula(options) : stored ? open_store(options) : read_table(options);
    for (auto const& warning : odd_columns(input.rows, input.columns, options.has_intercept(), has_cutpoints(options.model)))
        warn(warning);
    return input;
}

}  // namespace firefly::program
