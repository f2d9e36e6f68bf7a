module;
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :cells;
import :columns;
import :labels;
import :row_reader;
import :store_rows;

namespace firefly {

/// The target is the last of the names: the columns of the store come before it.
store_rows::store_rows(std::filesystem::path const& path, read_options const& options)
    : row_reader(path.string(), options),
      store_(path),
      target_{store_.names().target, store_.names().classes, store_.names().class_of} {
    for (auto const& column : store_.names().columns) names_.push_back(column.name);
    bool const other = !options_.target.empty() && options_.target != target_.name;
    if (other && options_.need == target_need::required)
        throw data_error({.file = file_,
                          .column = options_.target,
                          .what = fmt::format("the target of the store is {}", in_quotes(target_.name)),
                          .remedy = "choose no other",
                          .setting = "target"});
    if (!other && options_.need != target_need::none) target_name_ = target_.name;
    if (options_.features.empty()) options_.features = names_;
    if (options_.features.empty()) options_.features.emplace_back(intercept_name);  // none of the columns, rather than all
    names_.push_back(target_.name);
    choice_ = choose_columns(file_, names_, options_, true);
    for (std::size_t i = 0; i < choice_.features.size(); ++i)
        if (!store_.names().columns[choice_.features[i]].levels.empty()) choice_.categorical[i] = true;
}

column_place store_rows::place(std::size_t column) const {
    std::string const& name = column == the_target ? target_.name : names_[column];
    return {file_, name, fmt::format("column {}", in_quotes(name))};
}

double store_rows::number(char const* record, std::size_t column) const {
    double target;
    std::memcpy(&target, record, sizeof target);
    if (column + 1 == names_.size()) return target;
    char const* const elements = record + sizeof target;
    if (store_.size().element == sizeof(float)) {
        float value;
        std::memcpy(&value, elements + column * sizeof value, sizeof value);
        return value;
    }
    double value;
    std::memcpy(&value, elements + column * sizeof value, sizeof value);
    return value;
}

std::string const& store_rows::level(coded_column const& column, double stored) const {
    if (!(stored >= 0 && stored < static_cast<double>(column.level_of.size()))) store_.refuse_code();
    return column.levels[static_cast<std::size_t>(column.level_of[static_cast<std::size_t>(stored)])];
}

/// Without labels a level must be a number.
double store_rows::read_cell(coded_column const& column, double stored, label_coder* labels) const {
    cell_position const at{.row = row_ + 1};
    if (column.levels.empty()) return labels ? code(*labels, stored, at) : stored;
    std::string const& text = level(column, stored);
    if (labels) return code(*labels, std::string_view(text), at);
    auto const value = parse_number(text);
    if (!value)
        throw data_error(cell_fault(place(the_target), at, fmt::format("is not a number ({})", in_quotes(text)),
                                    "read the target as classes", "kind"));
    return *value;
}

std::string store_rows::text_of(char const* record, std::size_t column) const {
    double const stored = number(record, column);
    coded_column const& from = column + 1 == names_.size() ? target_ : store_.names().columns[column];
    return from.levels.empty() ? fmt::format("{}", stored) : level(from, stored);
}

std::size_t store_rows::take(std::size_t most, row_out const& out, row_codes& codes) {
    std::size_t const count = std::min<std::size_t>(most, store_.size().rows - row_);
    std::size_t const width = choice_.features.size();
    for (std::size_t i = 0; i < count; ++i, ++row_) {
        if (i == 0 || row_ % block_rows == 0) store_.check_block(row_ / block_rows);
        char const* const record = store_.in_order(row_);
        double* const features = out.features + i * out.width;
        auto category = codes.categories.begin();
        for (std::size_t j = 0; j < width; ++j) {
            std::size_t const column = choice_.features[j];
            label_coder* const labels = choice_.categorical[j] ? &(category++)->levels : nullptr;
            features[j] = read_cell(store_.names().columns[column], number(record, column), labels);
        }
        if (has_target())
            out.target[i] = read_cell(target_, number(record, names_.size() - 1), codes.target ? &*codes.target : nullptr);
        for (std::size_t const column : choice_.kept) out.kept->push_back(text_of(record, column));
    }
    return count;
}

}  // namespace firefly
