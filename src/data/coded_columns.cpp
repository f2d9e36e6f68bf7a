module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

std::string indicator_name(coded_column const& column, std::string const& level) {
    return fmt::format("{}={}", column.name, level);
}

}  // namespace

std::vector<std::string> feature_names(std::span<coded_column const> columns, bool intercept, bool reference) {
    std::vector<std::string> result;
    if (intercept) result.emplace_back(intercept_name);
    bool has_reference = intercept || reference;
    for (auto const& column : columns) {
        if (column.levels.empty()) {
            result.push_back(column.name);
            continue;
        }
        for (std::size_t k = std::exchange(has_reference, true); k < column.levels.size(); ++k)
            result.push_back(indicator_name(column, column.levels[k]));
    }
    return result;
}

feature_layout::feature_layout(std::string_view file, std::span<coded_column const> columns,
                               std::vector<std::string> const& features, category_form form)
    : features_(features.size()) {
    for (std::size_t to = 0; to < features.size(); ++to) {
        if (features[to] == intercept_name) {
            ones_.push_back(to);
            continue;
        }
        auto const column = std::ranges::find(columns, features[to], &coded_column::name);
        if (column != columns.end() && column->levels.empty())
            add_number(static_cast<std::size_t>(column - columns.begin()), to);
        else if (column != columns.end() && form == category_form::places)
            places_.push_back({static_cast<std::size_t>(column - columns.begin()), to, column->level_of});
        else if (form == category_form::places || !add_indicator(columns, features[to], to))
            throw data_error({.file = std::string(file),
                              .column = features[to],
                              .what = fmt::format("there is no column {}", in_quotes(features[to])),
                              .remedy = fmt::format("there are {}", list_in_quotes(feature_names(columns, true)))});
    }
}

void feature_layout::add_number(std::size_t from, std::size_t to) {
    bool const follows = !numbers_.empty() && numbers_.back().from + numbers_.back().count == from &&
                         numbers_.back().to + numbers_.back().count == to;
    if (follows)
        ++numbers_.back().count;
    else
        numbers_.push_back({from, to, 1});
}

/// Whether there is such a level.
bool feature_layout::add_indicator(std::span<coded_column const> columns, std::string const& feature, std::size_t to) {
    for (std::size_t from = 0; from < columns.size(); ++from) {
        auto const& [name, levels, level_of] = columns[from];
        if (levels.empty() || !feature.starts_with(name)) continue;
        for (std::size_t k = 0; k < levels.size(); ++k) {
            if (feature != indicator_name(columns[from], levels[k])) continue;
            auto known = std::ranges::find(categories_, from, &category::from);
            if (known == categories_.end())
                known = categories_.insert(known, {from, std::vector<std::size_t>(level_of.size(), nowhere)});
            for (std::size_t code = 0; code < level_of.size(); ++code)
                if (static_cast<std::size_t>(level_of[code]) == k) known->place[code] = to;
            return true;
        }
    }
    return false;
}

}  // namespace firefly
