module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;

namespace firefly {

namespace {

/// How a column of the data set is written out.
struct expansion_plan {
    bool categorical = false;
    std::size_t reference = 0;       // 1 where the first level has no column
    std::vector<double> position;    // of each code among the levels
    std::vector<std::string> names;  // of the levels that have one
};

}  // namespace

std::vector<category_column> category_columns(std::string_view file, std::span<std::string const> names,
                                              column_choice const& choice, read_options const& options) {
    std::vector<category_column> result;
    for (std::size_t i = 0; i < choice.features.size(); ++i) {
        if (!choice.categorical[i]) continue;
        result.push_back(
            {i + options.intercept, label_coder(fmt::format("{}: column {}", file, in_quotes(names[choice.features[i]])),
                                                fmt::format("more than {} levels; leave it out of --one-hot", label_coder::most))});
    }
    return result;
}

void expand_categories(std::string_view file, std::span<category_column const> columns, read_options const& options,
                       file_data& data) {
    if (columns.empty()) return;
    std::size_t const rows = data.target.size(), old_width = data.columns.size();
    std::vector<expansion_plan> plan(old_width);
    vector_view const codes(data.features.data(), data.features.size());
    for (auto const& column : columns) {
        auto sorted = column.levels.sort(codes.subspan(column.offset), old_width);
        std::size_t const reference = has_reference(options.intercept, &column == &columns.front());
        if (sorted.names.size() == reference)
            data.warnings.push_back(fmt::format("column {} has one level only, {}: it explains nothing",
                                                in_quotes(data.columns[column.offset]), in_quotes(sorted.names[0])));
        sorted.names.erase(sorted.names.begin(), sorted.names.begin() + static_cast<std::ptrdiff_t>(reference));
        plan[column.offset] = {true, reference, std::move(sorted.position), std::move(sorted.names)};
    }

    std::vector<std::string> names;
    for (std::size_t i = 0; i < old_width; ++i) {
        if (!plan[i].categorical) names.push_back(data.columns[i]);
        for (auto const& level : plan[i].names) names.push_back(fmt::format("{}={}", data.columns[i], level));
    }
    check_size(file, rows, names.size(), options);
    auto features = matrix::from_shape({rows, names.size()});
    double const* from = data.features.data();
    double* to = features.data();
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < old_width; ++i, ++from) {
            if (!plan[i].categorical) {
                *to++ = *from;
                continue;
            }
            std::size_t const level = static_cast<std::size_t>(plan[i].position[static_cast<std::size_t>(*from)]);
            std::fill_n(to, plan[i].names.size(), 0.0);
            if (level >= plan[i].reference) to[level - plan[i].reference] = 1;
            to += plan[i].names.size();
        }
    }
    data.features = std::move(features);
    data.columns = std::move(names);
}

void code_categories(std::span<category_column> columns, double* rows, std::size_t width, std::size_t count) {
    for (auto& column : columns)
        for (std::size_t i = 0; i < count; ++i) {
            double& cell = rows[i * width + column.offset];
            cell = column.levels.code(cell);
        }
}

}  // namespace firefly
