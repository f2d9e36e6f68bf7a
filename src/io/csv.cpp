module;
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

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

std::string_view csv_body(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

namespace {

/// What to do with a column of the file.
struct column_plan {
    enum class use : std::uint8_t { skip, feature, category, number, label } what = use::skip;
    std::size_t offset = 0;    // of a feature in its row
    std::size_t category = 0;  // which of the categorical ones it is
};

std::vector<column_plan> plan_columns(std::size_t count, column_choice const& choice, read_options const& options) {
    using enum column_plan::use;
    std::vector<column_plan> plan(count);
    std::size_t categories = 0;
    for (std::size_t i = 0; i < choice.features.size(); ++i)
        plan[choice.features[i]] = choice.categorical[i] ? column_plan{category, i + options.intercept, categories++}
                                                         : column_plan{feature, i + options.intercept, 0};
    plan[*choice.target].what = options.kind == target_kind::classes ? label : number;
    return plan;
}

/// Whether the text is a number but for its size: inf, -Infinity, 1e999.
bool is_infinite(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() && (failure == std::errc::result_out_of_range || std::isinf(value));
}

/// False for a missing cell of a row that is to be dropped.
bool accept_missing(csv_cursor& cursor, std::string const& name, std::string_view text, read_options const& options) {
    if (options.missing == missing_cells::drop) return false;
    cursor.fail(fmt::format("column {} is {}; fill the cell, remove the row, or drop all such rows with --missing drop",
                            in_quotes(name), text.empty() ? "empty" : fmt::format("missing ({})", in_quotes(text))));
}

bool take_cell(csv_cursor& cursor, std::string const& name, bool is_feature, read_options const& options, double& value) {
    if (cursor.take_number(value)) return true;
    auto const text = trimmed(cursor.take_field());  // quoted, or not a number
    if (auto const number = parse_number(text)) {
        value = *number;
        return true;
    }
    if (is_missing(text)) return accept_missing(cursor, name, text, options);
    if (is_infinite(text))
        cursor.fail(
            fmt::format("column {} is not finite ({}); correct it, or leave the column out", in_quotes(name), in_quotes(text)));
    cursor.fail(
        fmt::format("column {} is not a number ({}); correct it, {}", in_quotes(name), in_quotes(text),
                    is_feature ? "leave the column out, or make it categorical with --one-hot" : "or choose another target"));
}

/// A label of the target, or a category.
bool take_label(csv_cursor& cursor, std::string const& name, read_options const& options, label_coder& labels, double& code) {
    auto const text = trimmed(cursor.take_field());
    if (is_missing(text)) return accept_missing(cursor, name, text, options);
    code = labels.code(text);
    return true;
}

/// How many fields the record has in all, `taken` of which have been read.
[[noreturn]] void refuse_ragged(csv_cursor& cursor, std::size_t taken, std::size_t columns) {
    while (cursor.take_comma()) {
        cursor.skip_field();
        ++taken;
    }
    cursor.fail(fmt::format("{} field{} where the first line has {}; correct the line", taken, taken == 1 ? "" : "s", columns));
}

/// Fills the data set; returns how many rows it has then, without those that were dropped.
std::size_t take_rows(csv_cursor& cursor, std::vector<std::string> const& names, std::vector<column_plan> const& plan,
                      read_options const& options, label_coder& labels, std::vector<category_column>& categories, file_data& data) {
    using enum column_plan::use;
    std::size_t row = 0;
    while (!cursor.at_end()) {
        if (cursor.at_blank_line() && plan.size() > 1) cursor.fail("the line is blank; remove it");
        double* const features = data.features.data() + row * data.columns.size();
        bool complete = true;
        for (std::size_t i = 0; i < plan.size(); ++i) {
            if (i > 0 && !cursor.take_comma()) refuse_ragged(cursor, i, plan.size());
            double& cell = features[plan[i].offset];
            switch (plan[i].what) {
                case skip: cursor.skip_field(); break;
                case feature: complete &= take_cell(cursor, names[i], true, options, cell); break;
                case category: complete &= take_label(cursor, names[i], options, categories[plan[i].category].levels, cell); break;
                case number: complete &= take_cell(cursor, names[i], false, options, data.target(row)); break;
                case label: complete &= take_label(cursor, names[i], options, labels, data.target(row)); break;
            }
        }
        if (cursor.at_comma()) refuse_ragged(cursor, plan.size(), plan.size());
        cursor.take_line_break();
        row += complete;
        data.dropped += !complete;
    }
    return row;
}

}  // namespace

file_data read_csv(std::filesystem::path const& path, read_options const& options) {
    std::string const file = path.string();
    file_bytes const bytes(path);
    auto const text = csv_body(bytes.text());
    if (text.empty()) throw data_error(fmt::format("{}: the file is empty; give one with a header and rows", file));

    csv_cursor cursor(file, text);
    auto names = take_record(cursor);
    if (names.size() == 1 && names[0].find_first_of(";\t") != std::string::npos)
        throw data_error(fmt::format("{}:1: there are no commas; separate the fields by commas", file));
    if (!is_header(file, names, options.header)) {
        names = numbered_columns(names.size());
        cursor = csv_cursor(file, text);
    }
    auto const choice = choose_columns(file, names, options.target, options);
    if (cursor.at_end()) throw data_error(fmt::format("{}: there is a header but no row; add data", file));

    // A record takes a byte a column at least: a header of a million columns over blank lines does not exhaust memory.
    std::size_t const most_rows = std::min(cursor.line_breaks_left(), cursor.bytes_left() / names.size()) + 1;
    auto data = make_data_set(file, names, choice, options, most_rows);
    label_coder labels(fmt::format("{}: column {}", file, in_quotes(data.target_name)));
    auto categories = category_columns(file, choice, data, options);
    // Rows were allocated by the number of line breaks, which is too many when there are some in quotes.
    keep_first(file, data,
               take_rows(cursor, names, plan_columns(names.size(), choice, options), options, labels, categories, data));
    if (options.kind == target_kind::classes) data.labels = labels.finish(options, as_out(data.target));
    expand_categories(file, categories, options, data);
    return data;
}

}  // namespace firefly
