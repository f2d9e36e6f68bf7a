module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    auto const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A position in the text, and the ways to move it on.
class csv_cursor {
public:
    csv_cursor(std::string file, std::string_view text) : file_(std::move(file)), p_(text.data()), end_(p_ + text.size()) {}

    bool at_end() const { return p_ == end_; }
    bool at_blank_line() const { return *p_ == '\n' || *p_ == '\r'; }
    std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - p_); }
    std::size_t line_breaks_left() const { return static_cast<std::size_t>(std::count(p_, end_, '\n')); }

    [[noreturn]] void fail(std::string_view what) const { throw data_error(fmt::format("{}:{}: {}", file_, line_, what)); }

    /// A plain number that fills its field: the way that nearly all cells go.
    bool take_number(double& value) {
        char const* p = p_;
        while (p != end_ && *p == ' ') ++p;
        if (!scan_number(p, end_, value) || !ends_field(p)) return false;
        p_ = p;
        return true;
    }

    /// Any field, without its quotes, or without the blanks around it. Valid until the next call.
    std::string_view take_field() {
        char const* start = p_;
        while (start != end_ && *start == ' ') ++start;
        if (start != end_ && *start == '"') {
            p_ = start;
            return take_quoted();
        }
        start = p_;
        skip_unquoted();
        return trimmed({start, p_});
    }

    /// A column that nobody asked for.
    void skip_field() {
        if (p_ != end_ && (*p_ == '"' || *p_ == ' '))
            take_field();
        else
            skip_unquoted();
    }

    bool at_comma() const { return p_ != end_ && *p_ == ','; }

    /// From the end of a field to the next one: false when the record ends here.
    bool take_comma() {
        bool const comma = at_comma();
        p_ += comma;
        return comma;
    }

    void take_line_break() {
        if (p_ != end_ && *p_ == '\r') ++p_;
        if (p_ != end_) ++p_;
        line_ += 1 + std::exchange(breaks_in_record_, 0);
    }

private:
    bool ends_field(char const* p) const {
        return p == end_ || *p == ',' || *p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] == '\n'));
    }

    void skip_unquoted() {
        while (!ends_field(p_)) ++p_;
    }

    std::string_view take_quoted() {
        unquoted_.clear();
        for (++p_;; ++p_) {
            char const* const close = std::find(p_, end_, '"');
            if (close == end_) fail("a quoted field is never closed; add the closing quote");
            breaks_in_record_ += static_cast<std::size_t>(std::count(p_, close, '\n'));
            unquoted_.append(p_, close);
            p_ = close + 1;
            if (p_ == end_ || *p_ != '"') break;
            unquoted_ += '"';
        }
        while (p_ != end_ && *p_ == ' ') ++p_;
        if (!ends_field(p_)) fail("text follows a closing quote; put it inside the quotes, and double the quotes in it");
        return unquoted_;
    }

    std::string file_;
    char const* p_;
    char const* end_;
    std::size_t line_ = 1;
    std::size_t breaks_in_record_ = 0;  // inside quotes: a record is named by its first line
    std::string unquoted_;
};

std::vector<std::string> take_record(csv_cursor& cursor) {
    std::vector<std::string> fields;
    do fields.emplace_back(cursor.take_field());
    while (cursor.take_comma());
    cursor.take_line_break();
    return fields;
}

/// Whether the first record names the columns.
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

/// Bytes without the byte-order mark and the blank lines at the end.
std::string_view body(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

/// What to do with each column of the file.
struct column_plan {
    enum class use : std::uint8_t { skip, feature, number, label } what = use::skip;
    std::size_t offset = 0;  // of a feature in its row
};

double take_cell(csv_cursor& cursor, std::string const& name) {
    double value = 0;
    if (cursor.take_number(value)) return value;
    auto const text = trimmed(cursor.take_field());  // quoted, or not a number
    if (auto const number = parse_number(text)) return *number;
    if (text.empty()) cursor.fail(fmt::format("column {} is empty; remove the row or fill the cell", in_quotes(name)));
    if (is_missing(text))
        cursor.fail(fmt::format("column {} is missing ({}); remove the row or fill the cell", in_quotes(name), in_quotes(text)));
    cursor.fail(fmt::format("column {} is not a finite number ({}); correct it, or leave the column out", in_quotes(name), in_quotes(text)));
}

double take_label(csv_cursor& cursor, std::string const& name, label_coder& labels) {
    auto const text = trimmed(cursor.take_field());
    if (is_missing(text))
        cursor.fail(fmt::format("column {} has no label ({}); remove the row or fill the cell", in_quotes(name), in_quotes(text)));
    return labels.code(text);
}

/// How many fields the record has in all, `taken` of which have been read.
[[noreturn]] void refuse_ragged(csv_cursor& cursor, std::size_t taken, std::size_t columns) {
    while (cursor.take_comma()) {
        cursor.skip_field();
        ++taken;
    }
    cursor.fail(fmt::format("{} field{} where the first line has {}; correct the line", taken, taken == 1 ? "" : "s", columns));
}

/// Rows are allocated by the number of line breaks, which is too many when there are some in quotes.
void keep_first(data_set& data, std::size_t rows) {
    if (data.target.size() == rows) return;
    auto features = matrix::from_shape({rows, data.columns.size()});
    std::copy_n(data.features.data(), features.size(), features.data());
    data.features = std::move(features);
    data.target = to_vector(as_view(data.target).first(rows));
}

}  // namespace

data_set read_csv(std::filesystem::path const& path, read_options const& options) {
    std::string const file = path.string();
    file_bytes const bytes(path);
    auto const text = body(bytes.text());
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

    bool const classes = options.kind == target_kind::classes;
    std::vector<column_plan> plan(names.size());
    for (std::size_t i = 0; i < choice.features.size(); ++i)
        plan[choice.features[i]] = {column_plan::use::feature, i + options.intercept};
    plan[*choice.target].what = classes ? column_plan::use::label : column_plan::use::number;

    // A record takes a byte a column at least: a header of a million columns over blank lines does not exhaust memory.
    std::size_t const most_rows = std::min(cursor.line_breaks_left(), cursor.bytes_left() / names.size()) + 1;
    auto data = make_data_set(names, choice, options, most_rows);
    label_coder labels(fmt::format("{}: column {}", file, in_quotes(data.target_name)));
    std::size_t row = 0;
    for (; !cursor.at_end(); ++row) {
        if (cursor.at_blank_line() && plan.size() > 1) cursor.fail("the line is blank; remove it");
        double* const features = data.features.data() + row * data.columns.size();
        for (std::size_t i = 0; i < plan.size(); ++i) {
            if (i > 0 && !cursor.take_comma()) refuse_ragged(cursor, i, plan.size());
            switch (plan[i].what) {
                case column_plan::use::skip: cursor.skip_field(); break;
                case column_plan::use::feature: features[plan[i].offset] = take_cell(cursor, names[i]); break;
                case column_plan::use::number: data.target(row) = take_cell(cursor, names[i]); break;
                case column_plan::use::label: data.target(row) = take_label(cursor, names[i], labels); break;
            }
        }
        if (cursor.at_comma()) refuse_ragged(cursor, plan.size(), plan.size());
        cursor.take_line_break();
    }
    keep_first(data, row);
    if (classes) data.labels = labels.finish(options, as_out(data.target));
    return data;
}

}  // namespace firefly
