module;
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

namespace firefly {

row_reader::row_reader(std::string file, read_options const& options) : file_(std::move(file)), options_(options) {}

std::vector<std::string> row_reader::feature_names() const {
    std::vector<std::string> result;
    for (std::size_t const i : choice_.features) result.push_back(names_[i]);
    return result;
}

row_codes row_reader::make_codes() const {
    using enum label_coder::use;
    row_codes codes;
    if (has_target() && reads_classes()) {
        if (options_.classes.empty())
            codes.target.emplace(place(the_target), classes);
        else
            codes.target.emplace(place(the_target), classes, known_levels{target_name_, options_.classes});
    }
    for (std::size_t i = 0; i < choice_.features.size(); ++i) {
        if (!choice_.categorical[i]) continue;
        std::size_t const column = choice_.features[i];
        auto const known = std::ranges::find(options_.levels, names_[column], &known_levels::column);
        bool const grouped = std::ranges::find(options_.groups, names_[column]) != options_.groups.end();
        if (known == options_.levels.end())
            codes.categories.push_back({i, label_coder(place(column), grouped ? groups : categories)});
        else
            codes.categories.push_back({i, label_coder(place(column), categories, *known)});
    }
    return codes;
}

bool row_reader::accept_missing(std::size_t column, cell_position at, std::string_view cell) const {
    if (options_.missing == missing_cells::drop) return false;
    auto const what = cell.empty() ? std::string("is empty") : fmt::format("is missing ({})", in_quotes(cell));
    throw data_error(cell_fault(place(column), at, what, "fill the cell, remove the row, or drop all such rows", "missing"));
}

template <class Label>
double row_reader::code(label_coder& labels, Label label, cell_position at) const {
    std::size_t const known = labels.size();
    double const result = labels.code(label);
    if constexpr (std::same_as<Label, std::string_view>)
        if (result < 0 || labels.size() > known) check_text(labels.column(), at, label);  // the others were looked at before
    if (result < 0) throw data_error(labels.unknown(fmt::format("{}", label), at));
    return result;
}

template double row_reader::code(label_coder&, std::string_view, cell_position) const;
template double row_reader::code(label_coder&, double, cell_position) const;

}  // namespace firefly
