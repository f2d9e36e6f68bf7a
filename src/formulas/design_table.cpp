/// Designs of tables in memory.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace firefly {

namespace {

[[noreturn]] void refuse_cell(std::string const& column, std::size_t row, std::string_view what) {
    throw invalid_argument(
        fmt::format("table: column {} {} in row {}; remove the row or correct the cell", in_quotes(column), what, row + 1));
}

table_column const& column_of(column_table const& data, std::string const& name) {
    if (auto const* const column = data.find(name)) return *column;
    auto const meant = nearest_name(name, data.names());
    throw invalid_argument(fmt::format(
        "table: there is no column {}; {}", in_quotes(name),
        meant ? fmt::format("did you mean {}?", in_quotes(*meant)) : fmt::format("there are {}", list_in_quotes(data.names()))));
}

/// Labels in their order: by value where all are numbers, else alphabetically.
std::vector<std::string> sorted_labels(table_column const& column) {
    std::vector<std::string> labels = column.texts;
    std::vector<double> numbers = column.numbers;
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (double const number : numbers) labels.push_back(fmt::format("{}", number));
    if (!column.is_text()) return labels;
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    auto const value = [](std::string const& label) {
        return parse_number(label).value_or(std::numeric_limits<double>::quiet_NaN());
    };
    if (std::ranges::none_of(labels, [&](auto const& label) { return std::isnan(value(label)); }))
        std::ranges::stable_sort(labels, {}, value);
    return labels;
}

std::string label_at(table_column const& column, std::size_t row) {
    return column.is_text() ? column.texts[row] : fmt::format("{}", column.numbers[row]);
}

/// Puts the column into every `width`-th number. Where levels are open, others have the code behind the last.
void fill_codes(table_column const& column, std::vector<std::string> const& levels, bool open, double* out, std::size_t width) {
    std::map<std::string, double, std::less<>> codes;
    for (std::size_t k = 0; k < levels.size(); ++k) codes.emplace(levels[k], static_cast<double>(k));
    for (std::size_t i = 0; i < column.size(); ++i) {
        std::string const label = label_at(column, i);
        auto const found = codes.find(label);
        if (label.empty()) refuse_cell(column.name, i, "is empty");
        if (found == codes.end() && !open)
            refuse_cell(column.name, i, fmt::format("is {}, which is none of the levels that were fitted,", in_quotes(label)));
        out[i * width] = found == codes.end() ? static_cast<double>(levels.size()) : found->second;
    }
}

void fill_times(table_column const& column, double* out, std::size_t width) {
    if (!column.is_text()) refuse_cell(column.name, 0, "is a number where a time is needed");
    for (std::size_t i = 0; i < column.size(); ++i) {
        auto const time = parse_iso_time(column.texts[i]);
        if (!time) refuse_cell(column.name, i, fmt::format("is not a time ({})", in_quotes(column.texts[i])));
        out[i * width] = *time;
    }
}

void fill_numbers(table_column const& column, double* out, std::size_t width) {
    if (column.is_text()) refuse_cell(column.name, 0, "is a text where a number is needed");
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (!std::isfinite(column.numbers[i])) refuse_cell(column.name, i, "is missing or not finite");
        out[i * width] = column.numbers[i];
    }
}

matrix raw_of(column_table const& data, std::vector<design_input> const& inputs) {
    matrix result = zeros(data.rows(), inputs.size());
    for (std::size_t j = 0; j < inputs.size(); ++j) {
        auto const& column = column_of(data, inputs[j].column);
        double* const out = result.data() + j;
        switch (inputs[j].kind) {
            case input_kind::number: fill_numbers(column, out, inputs.size()); break;
            case input_kind::time: fill_times(column, out, inputs.size()); break;
            case input_kind::category: fill_codes(column, inputs[j].levels, inputs[j].open, out, inputs.size()); break;
        }
    }
    return result;
}

design learned_from(column_table const& data, std::string_view text) {
    std::vector<available_column> columns;
    for (auto const& column : data.columns()) columns.push_back({column.name, column.is_text()});
    design_learner learner(parse_formula(text), columns);
    for (std::size_t i = 0; i < learner.inputs().size(); ++i)
        if (learner.inputs()[i].kind == input_kind::category)
            learner.set_levels(i, sorted_labels(column_of(data, learner.inputs()[i].column)));
    matrix const raw = raw_of(data, learner.inputs());
    while (learner.needs_pass()) {
        for (std::size_t i = 0; i < raw.shape(0); ++i) learner.see(raw.data() + i * raw.shape(1));
        learner.end_pass();
    }
    return learner.finish();
}

}  // namespace

design::design(column_table const& data, std::string_view formula_text) : design(learned_from(data, formula_text)) {}

matrix design::raw_rows(column_table const& data) const {
    return raw_of(data, inputs_);
}

data_set design::rows(column_table const& data) const {
    matrix const raw = raw_rows(data);
    std::vector<std::string> const names = parameters();
    data_set result{zeros(data.rows(), names.size()), zeros(0), names, {}, {}};
    scratch work;
    std::vector<std::uint32_t> codes(groups_.size());
    std::vector<double> values(groups_.size());
    for (std::size_t i = 0; i < data.rows(); ++i) {
        double const* const row = raw.data() + i * raw.shape(1);
        double* const features = result.features.data() + i * names.size();
        bool const finite = expand(row, features, work) && find_levels(row, codes.data(), values.data());
        if (!finite || !std::isfinite(offset(row))) explain(row, i + 1);
        double* levels = features + names_.size();
        for (std::size_t g = 0; g < groups_.size(); levels += groups_[g].levels.size(), ++g)
            if (codes[g] != no_level) levels[codes[g]] = values[g];
    }
    if (target_columns_.empty() || !data.find(target_columns_.front())) return result;
    result.target = zeros(data.rows());
    result.target_name = text_of(*formula_.target);
    table_column const& first = column_of(data, target_columns_.front());
    if (target_is_column()) result.target_name = first.name;
    if (target_is_column() && first.is_text()) {
        result.labels = sorted_labels(first);
        fill_codes(first, result.labels, false, result.target.data(), 1);
        return result;
    }
    matrix columns = zeros(data.rows(), target_columns_.size());
    for (std::size_t j = 0; j < target_columns_.size(); ++j)
        fill_numbers(column_of(data, target_columns_[j]), columns.data() + j, target_columns_.size());
    for (std::size_t i = 0; i < data.rows(); ++i) {
        double const* const row = columns.data() + i * target_columns_.size();
        result.target(i) = target(row);
        if (!std::isfinite(result.target(i))) explain_target(row, i + 1);
    }
    return result;
}

}  // namespace firefly
