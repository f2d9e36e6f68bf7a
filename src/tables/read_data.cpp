module;
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :columns;

namespace firefly {

namespace {

/// Forgets all rows after the first `rows`: of a text the number of rows is known when all are read.
void keep_first(file_data& data, std::size_t rows, std::size_t width) {
    if (data.features.shape(0) == rows) return;
    auto features = matrix::from_shape({rows, width});
    std::copy_n(data.features.data(), features.size(), features.data());
    data.features = std::move(features);
    data.target = to_vector(as_view(data.target).first(std::min<std::size_t>(rows, data.target.size())));
}

void finish_target(file_data& data, row_stream const& rows) {
    rows.check_classes();
    auto [name, classes, class_of] = rows.target();
    for (double& code : data.target)
        if (!classes.empty()) code = class_of[static_cast<std::size_t>(code)];
    data.target_name = std::move(name);
    data.labels = std::move(classes);
}

/// Puts indicators in place of codes.
void expand(std::string const& file, file_data& data, std::vector<coded_column> const& columns, read_options const& options) {
    check_size(file, data.features.shape(0), data.columns.size(), options);
    auto features = matrix::from_shape({data.features.shape(0), data.columns.size()});
    feature_layout const layout(file, columns, data.columns);
    for (std::size_t row = 0; row < features.shape(0); ++row)
        layout.expand(data.features.data() + row * data.features.shape(1) + options.intercept,
                      features.data() + row * features.shape(1));
    data.features = std::move(features);
}

void finish_features(std::string const& file, file_data& data, std::vector<coded_column> const& columns,
                     read_options const& options) {
    data.columns = feature_names(columns, options.intercept, options.reference);
    for (auto const& column : columns) {
        if (column.levels.empty()) continue;
        bool const has_reference = options.intercept || options.reference || !data.categories.empty();
        if (column.levels.size() == 1 && has_reference)
            data.warnings.push_back(fmt::format("column {} has one level only, {}: it explains nothing", in_quotes(column.name),
                                                in_quotes(column.levels[0])));
        data.categories.push_back({column.name, column.levels});
    }
    if (!data.categories.empty()) expand(file, data, columns, options);
}

file_data read_rows(std::string const& file, row_stream& rows, std::size_t most, std::size_t width, read_options const& options) {
    file_data data;
    data.features = matrix::from_shape({most, width});
    data.target = vector::from_shape({rows.has_target() ? most : 0});
    for (std::size_t i = 0; options.intercept && i < most; ++i) data.features.data()[i * width] = 1;
    std::size_t const count = rows.next(most, {data.features.data() + options.intercept, width, data.target.data()});
    if (count == 0)
        throw data_error({.file = file, .what = "every row has a missing cell", .remedy = "leave out the columns that lack them"});
    keep_first(data, count, width);
    data.dropped = rows.dropped();
    finish_target(data, rows);
    finish_features(file, data, rows.columns(), options);
    return data;
}

}  // namespace

file_data read_data(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format) {
    std::string const file = path.string();
    row_stream rows({path}, options, format, reading::at_once);
    std::size_t const width = rows.names().size() + options.intercept, most = *rows.most_rows();
    check_size(file, most, width, options);
    try {
        return read_rows(file, rows, most, width, options);
    } catch (std::bad_alloc const&) { refuse_size(file, most, width, options); }
}

}  // namespace firefly
