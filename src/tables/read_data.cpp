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
import :cells;
import :columns;

namespace firefly {

namespace {

/// Forgets all rows after the first `rows`: of a text the number of rows is known when all are read.
void keep_first(matrix& features, vector& target, std::size_t rows, std::size_t width) {
    if (features.shape(0) == rows) return;
    auto kept = matrix::from_shape({rows, width});
    std::copy_n(features.data(), kept.size(), kept.data());
    features = std::move(kept);
    target = to_vector(as_view(target).first(std::min<std::size_t>(rows, target.size())));
}

/// Puts places among the classes in place of codes. Returns what the classes are.
coded_column finish_target(vector& target, row_stream const& rows) {
    rows.check_classes();
    coded_column column = rows.target();
    for (double& code : target)
        if (!column.levels.empty()) code = column.level_of[static_cast<std::size_t>(code)];
    return column;
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

/// All rows, with the first `ahead` numbers of each left free.
coded_data read_rows(std::string const& file, row_stream& rows, std::size_t most, std::size_t ahead) {
    coded_data data;
    std::size_t const width = rows.names().size() + ahead;
    data.rows = matrix::from_shape({most, width});
    data.target = vector::from_shape({rows.has_target() ? most : 0});
    std::size_t const count = rows.next(most, {data.rows.data() + ahead, width, data.target.data()});
    if (count == 0)
        throw data_error({.file = file, .what = "every row has a missing cell", .remedy = "leave out the columns that lack them"});
    keep_first(data.rows, data.target, count, width);
    data.dropped = rows.dropped();
    data.target_column = finish_target(data.target, rows);
    data.columns = rows.columns();
    return data;
}

/// `read_rows` of a file that is read at once, where memory allows.
coded_data read_at_once(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format,
                        std::size_t ahead) {
    std::string const file = path.string();
    row_stream rows({path}, options, format, reading::at_once);
    std::size_t const width = rows.names().size() + ahead, most = *rows.most_rows();
    check_size(file, most, width, options);
    try {
        return read_rows(file, rows, most, ahead);
    } catch (std::bad_alloc const&) { refuse_size(file, most, width, options); }
}

}  // namespace

file_data read_data(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format) {
    coded_data read = read_at_once(path, options, format, options.intercept);
    file_data data;
    data.features = std::move(read.rows);
    for (std::size_t i = 0; options.intercept && i < data.features.shape(0); ++i) data.features(i, 0) = 1;
    data.target = std::move(read.target);
    data.target_name = std::move(read.target_column.name);
    data.labels = std::move(read.target_column.levels);
    data.dropped = read.dropped;
    std::size_t const rows = data.features.shape(0), width = data.features.shape(1);
    try {
        finish_features(path.string(), data, read.columns, options);
    } catch (std::bad_alloc const&) { refuse_size(path.string(), rows, width, options); }
    return data;
}

coded_data read_codes(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format) {
    coded_data data = read_at_once(path, options, format, 0);
    for (std::size_t j = 0; j < data.columns.size(); ++j)
        if (auto const& place = data.columns[j].level_of; !place.empty())
            for (std::size_t i = 0; i < data.rows.shape(0); ++i) data.rows(i, j) = place[static_cast<std::size_t>(data.rows(i, j))];
    return data;
}

std::vector<file_column> columns_of_csv(std::filesystem::path const& path, read_options const& options) {
    constexpr std::size_t rows_looked_at = 1000;
    read_options look{.target = "", .features = {std::string(intercept_name)}};
    look.header = options.header;
    look.encoding = options.encoding;
    look.need = target_need::none;
    std::vector<file_column> result;
    row_stream const header({path}, look, data_format::csv);
    for (auto const& name : header.file_columns()) result.push_back({name});
    std::vector<file_column*> looked_at;
    for (auto& column : result) {
        if (std::ranges::find(options.keep, column.name) == options.keep.end()) continue;
        look.keep.push_back(column.name);
        looked_at.push_back(&column);
    }
    row_stream rows({path}, look, data_format::csv);
    std::vector<std::string> cells;
    double none = 0;
    rows.next(rows_looked_at, {.features = &none, .width = 0, .kept = &cells});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const cell = trimmed(cells[i]);
        file_column& column = *looked_at[i % looked_at.size()];
        column.holds_text = column.holds_text || (!parse_number(cell) && !is_missing(cell));
    }
    return result;
}

}  // namespace firefly
