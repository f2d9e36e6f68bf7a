module;
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :cells;
import :columns;
import :csv_cursor;
import :csv_rows;
import :labels;
import :row_reader;
import :text_source;

namespace firefly {

namespace {

/// Whether the text is a number but for its size: inf, -Infinity, 1e999.
bool is_infinite(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() && (failure == std::errc::result_out_of_range || std::isinf(value));
}

std::vector<std::string> take_record(csv_cursor& cursor) {
    std::vector<std::string> fields;
    do fields.emplace_back(cursor.take_field());
    while (cursor.take_comma());
    cursor.take_line_break();
    return fields;
}

/// Whether the first record names the columns.
bool is_header(csv_cursor const& start, std::vector<std::string> const& record, std::optional<bool> known) {
    if (known) return *known;
    std::vector<double> values;
    for (auto const& field : record)
        if (auto const value = parse_number(field)) values.push_back(*value);
    if (values.size() < record.size()) return true;
    // pandas heads unnamed columns 0, 1, 2, …, and R 1, 2, 3, …: read as data, they would be one false row.
    double const first = values.front();
    bool counts = values.size() > 1 && (first == 0 || first == 1);
    for (std::size_t i = 0; i < values.size(); ++i) counts = counts && values[i] == first + static_cast<double>(i);
    if (counts) start.fail("the line may be a header or data", "put a line of names above it");
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

}  // namespace

csv_rows::csv_rows(std::filesystem::path const& path, read_options const& options, reading how)
    : row_reader(path.string(), options), source_(path, how, options.encoding), cursor_(file_, without_mark(body())) {
    if (cursor_.at_end())
        throw data_error({.file = file_, .what = "the file is empty", .remedy = "give one with a header and rows"});
    if (body().starts_with("\xFF\xFE") || body().starts_with("\xFE\xFF"))
        throw data_error({.file = file_, .what = "the file is UTF-16", .remedy = "save it as UTF-8"});
    csv_cursor const start = cursor_;
    names_ = take_record(cursor_);
    if (names_.size() == 1 && names_[0].find_first_of(";\t") != std::string::npos)
        start.fail("there are no commas", "separate the fields by commas");
    if (!is_header(start, names_, options_.header)) {
        names_ = numbered_columns(names_.size());
        cursor_ = start;
    }
    check_names();
    choice_ = choose_columns(file_, names_, options_);
    if (choice_.target) target_name_ = names_[*choice_.target];
    if (cursor_.at_end()) throw data_error({.file = file_, .what = "there is a header but no row", .remedy = "add data"});
    plan_columns();
}

void csv_rows::check_names() const {
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (auto const wrong = wrong_bytes(names_[i]))
            throw data_error({.file = file_,
                              .line = 1,
                              .column = std::to_string(i + 1),
                              .what = fmt::format("the name of column {} {}", i + 1, *wrong),
                              .remedy = "save the file as UTF-8, or say how it is encoded",
                              .setting = "encoding"});
}

column_place csv_rows::place(std::size_t column) const {
    std::string const& name = names_[column == the_target ? *choice_.target : column];
    return {file_, name, fmt::format("column {}", in_quotes(name))};
}

void csv_rows::plan_columns() {
    using enum column_plan::use;
    plan_.resize(names_.size());
    std::size_t categories = 0;
    for (std::size_t i = 0; i < choice_.features.size(); ++i) {
        auto& plan = plan_[choice_.features[i]];
        plan.offset = i;
        bool const is_time = std::ranges::find(options_.times, names_[choice_.features[i]]) != options_.times.end();
        plan.what = choice_.categorical[i] ? category : is_time ? time : feature;
        if (choice_.categorical[i]) plan.category = categories++;
    }
    if (choice_.target) plan_[*choice_.target].what = reads_classes() ? label : number;
    for (std::size_t i = 0; i < choice_.kept.size(); ++i) {
        auto& plan = plan_[choice_.kept[i]];
        plan.besides = std::exchange(plan.what, kept);
        plan.kept = i;
    }
}

/// What the window shows; blank lines at the end of the file are no records.
std::string_view csv_rows::body() const {
    auto const& window = source_.window();
    return window.is_last() ? without_blank_end(window.text()) : window.text();
}

void csv_rows::move_on() {
    std::size_t const left = cursor_.bytes_left();
    source_.window().move_on(left);
    cursor_.go_on_in(body());
}

std::optional<std::size_t> csv_rows::most_rows() const {
    if (!source_.is_whole()) return {};
    // A record takes at least one byte per column: a header of a million columns over blank lines does not exhaust memory.
    return std::min(cursor_.line_breaks_left(), cursor_.bytes_left() / names_.size()) + 1;
}

bool csv_rows::read_number(std::size_t column, std::string_view text, double& value) {
    text = trimmed(text);
    if (auto const number = parse_number(text)) {
        value = *number;
        return true;
    }
    if (is_missing(text)) return accept_missing(column, {.line = cursor_.line()}, text);
    auto const refuse = [&](std::string_view is, std::string remedy, std::string setting) {
        throw data_error(cell_fault(place(column), {.line = cursor_.line()}, fmt::format("is {} ({})", is, in_quotes(text)),
                                    std::move(remedy), std::move(setting)));
    };
    if (is_infinite(text)) refuse("not finite", "correct it, or leave the column out", "");
    if (column == choice_.target) refuse("not a number", "correct it, or choose another target", "");
    refuse("not a number", "correct it, leave the column out, or make it categorical", "one_hot");
    return false;
}

bool csv_rows::read_time(std::size_t column, std::string_view text, double& value) {
    text = trimmed(text);
    if (auto const time = parse_iso_time(text)) {
        value = *time;
        return true;
    }
    if (is_missing(text)) return accept_missing(column, {.line = cursor_.line()}, text);
    throw data_error(cell_fault(place(column), {.line = cursor_.line()}, fmt::format("is not a time ({})", in_quotes(text)),
                                "write times as 2001-02-03 or 2001-02-03T04:05:06"));
}

/// A label of the target, or a category.
bool csv_rows::read_label(std::size_t column, std::string_view text, label_coder& labels, double& code) {
    text = trimmed(text);
    if (is_missing(text)) return accept_missing(column, {.line = cursor_.line()}, text);
    code = row_reader::code(labels, text, {.line = cursor_.line()});
    return true;
}

bool csv_rows::take_kept(std::size_t column, row_place const& row, row_codes& codes) {
    using enum column_plan::use;
    auto const& plan = plan_[column];
    std::string& text = row.kept[plan.kept];
    text = cursor_.take_field();
    check_text(place(column), {.line = cursor_.line()}, text);
    switch (plan.besides) {
        case feature: return read_number(column, text, row.features[plan.offset]);
        case category: return read_label(column, text, codes.categories[plan.category].levels, row.features[plan.offset]);
        case time: return read_time(column, text, row.features[plan.offset]);
        case number: return read_number(column, text, *row.target);
        case label: return read_label(column, text, *codes.target, *row.target);
        default: return true;
    }
}

inline bool csv_rows::take_cell(std::size_t column, row_place const& row, row_codes& codes) {
    using enum column_plan::use;
    auto const& plan = plan_[column];
    double* const cell = row.features + plan.offset;
    switch (plan.what) {
        case skip: cursor_.skip_field(); return true;
        case feature: return cursor_.take_number(*cell) || read_number(column, cursor_.take_field(), *cell);
        case category: return read_label(column, cursor_.take_field(), codes.categories[plan.category].levels, *cell);
        case time: return read_time(column, cursor_.take_field(), *cell);
        case number: return cursor_.take_number(*row.target) || read_number(column, cursor_.take_field(), *row.target);
        case label: return read_label(column, cursor_.take_field(), *codes.target, *row.target);
        case kept: return take_kept(column, row, codes);
    }
    return true;
}

/// Counts the fields of the record, `taken` of which have been read.
void csv_rows::refuse_ragged(std::size_t taken) {
    while (cursor_.take_comma()) {
        cursor_.skip_field();
        ++taken;
    }
    cursor_.fail(fmt::format("{} field{} where the first line has {}", taken, taken == 1 ? "" : "s", plan_.size()),
                 "correct the line");
}

std::size_t csv_rows::take(std::size_t most, row_out const& out, row_codes& codes) {
    std::size_t const kept = choice_.kept.size(), kept_before = kept > 0 ? out.kept->size() : 0;
    std::size_t row = 0;
    while (row < most) {
        if (source_.window().is_due(cursor_.bytes_left())) move_on();
        source_.tell(cursor_.bytes_left());
        if (cursor_.at_end()) break;
        if (cursor_.at_blank_line() && plan_.size() > 1) cursor_.fail("the line is blank", "remove it");
        if (kept > 0) out.kept->resize(kept_before + (row + 1) * kept);
        row_place const to{out.features + row * out.width, out.target ? out.target + row : nullptr,
                           kept > 0 ? out.kept->data() + kept_before + row * kept : nullptr};
        bool complete = true;
        for (std::size_t i = 0; i < plan_.size(); ++i) {
            if (i > 0 && !cursor_.take_comma()) refuse_ragged(i);
            complete &= take_cell(i, to, codes);
        }
        if (cursor_.at_comma()) refuse_ragged(plan_.size());
        if (cursor_.at_end() && !source_.window().is_last())
            cursor_.fail(fmt::format("the record is longer than {}", in_bytes(static_cast<double>(text_window::longest_record))),
                         "is a quote never closed?");
        cursor_.take_line_break();
        row += complete;
        dropped_ += !complete;
    }
    if (kept > 0) out.kept->resize(kept_before + row * kept);
    return row;
}

}  // namespace firefly
