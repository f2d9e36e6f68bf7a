module;
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;

namespace firefly {

std::vector<std::string> take_record(csv_cursor& cursor) {
    std::vector<std::string> fields;
    do fields.emplace_back(cursor.take_field());
    while (cursor.take_comma());
    cursor.take_line_break();
    return fields;
}

bool is_header(std::string_view file, std::vector<std::string> const& record, std::optional<bool> known) {
    if (known) return *known;
    std::vector<double> values;
    for (auto const& field : record)
        if (auto const value = parse_number(field)) values.push_back(*value);
    if (values.size() < record.size()) return true;
    // pandas heads unnamed columns 0, 1, 2, …, and R 1, 2, 3, …: read as data, they would be one false row.
    double const first = values.front();
    bool counts = values.size() > 1 && (first == 0 || first == 1);
    for (std::size_t i = 0; i < values.size(); ++i) counts = counts && values[i] == first + static_cast<double>(i);
    if (counts) throw data_error(fmt::format("{}:1: the line may be a header or data; put a line of names above it", file));
    return false;
}

std::string_view without_mark(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text;
}

std::string_view without_blank_end(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

std::string_view csv_body(std::string_view text) {
    return without_blank_end(without_mark(text));
}

file_data read_csv(std::filesystem::path const& path, read_options const& options) {
    std::string const file = path.string();
    file_bytes const bytes(path);
    text_window window(bytes.text());
    csv_rows rows(file, window, options);
    auto data = make_data_set(file, rows.names(), rows.choice(), options, rows.most_rows());
    auto codes = rows.make_codes();
    // Rows were allocated by the number of line breaks, which is too many when there are some in quotes.
    keep_first(file, data, rows.take(data.target.size(), {data.features.data(), data.columns.size(), data.target.data()}, codes));
    data.dropped = rows.dropped();
    if (options.kind == target_kind::classes) data.labels = codes.labels.finish(options, as_out(data.target));
    expand_categories(file, codes.categories, options, data);
    return data;
}

}  // namespace firefly
