module;
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

/// Whether the text is a number but for its size: inf, -Infinity, 1e999.
bool is_infinite(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() && (failure == std::errc::result_out_of_range || std::isinf(value));
}

}  // namespace

csv_rows::csv_rows(std::string file, text_window& window, read_options const& options)
    : file_(std::move(file)), window_(&window), options_(options), cursor_(file_, without_mark(body())) {
    if (cursor_.at_end()) throw data_error(fmt::format("{}: the file is empty; give one with a header and rows", file_));
    csv_cursor const start = cursor_;
    names_ = take_record(cursor_);
    if (names_.size() == 1 && names_[0].find_first_of(";\t") != std::string::npos)
        throw data_error(fmt::format("{}:1: there are no commas; separate the fields by commas", file_));
    if (!is_header(file_, names_, options_.header)) {
        names_ = numbered_columns(names_.size());
        cursor_ = start;
    }
    choice_ = choose_columns(file_, names_, options_.target, options_);
    if (cursor_.at_end()) throw data_error(fmt::format("{}: there is a header but no row; add data", file_));
    plan_columns();
}

void csv_rows::plan_columns() {
    using enum column_plan::use;
    plan_.resize(names_.size());
    std::size_t categories = 0;
    for (std::size_t i = 0; i < choice_.features.size(); ++i)
        plan_[choice_.features[i]] = choice_.categorical[i] ? column_plan{category, i + options_.intercept, categories++}
                                                            : column_plan{feature, i + options_.intercept, 0};
    plan_[*choice_.target].what = options_.kind == target_kind::classes ? label : number;
}

/// What the window shows; blank lines at the end of the file are no records.
std::string_view csv_rows::body() const {
    return window_->is_last() ? without_blank_end(window_->text()) : window_->text();
}

void csv_rows::move_on() {
    std::size_t const left = cursor_.bytes_left();
    window_->move_on(left);
    cursor_.go_on_in(body());
}

row_codes csv_rows::make_codes() const {
    return firefly::make_codes(file_, fmt::format("{}: column {}", file_, in_quotes(names_[*choice_.target])), names_, choice_,
                               options_);
}

std::size_t csv_rows::most_rows() const {
    // A record takes a byte a column at least: a header of a million columns over blank lines does not exhaust memory.
    return std::min(cursor_.line_breaks_left(), cursor_.bytes_left() / names_.size()) + 1;
}

/// False for a missing cell of a row that is to be dropped.
bool csv_rows::accept_missing(std::string const& name, std::string_view text) {
    if (options_.missing == missing_cells::drop) return false;
    cursor_.fail(fmt::format("column {} is {}; fill the cell, remove the row, or drop all such rows with --missing drop",
                             in_quotes(name), text.empty() ? "empty" : fmt::format("missing ({})", in_quotes(text))));
}

bool csv_rows::take_cell(std::string const& name, bool is_feature, double& value) {
    auto const text = trimmed(cursor_.take_field());  // quoted, or not a number
    if (auto const number = parse_number(text)) {
        value = *number;
        return true;
    }
    if (is_missing(text)) return accept_missing(name, text);
    if (is_infinite(text))
        cursor_.fail(
            fmt::format("column {} is not finite ({}); correct it, or leave the column out", in_quotes(name), in_quotes(text)));
    cursor_.fail(
        fmt::format("column {} is not a number ({}); correct it, {}", in_quotes(name), in_quotes(text),
                    is_feature ? "leave the column out, or make it categorical with --one-hot" : "or choose another target"));
}

/// A label of the target, or a category.
bool csv_rows::take_label(std::string const& name, label_coder& labels, double& code) {
    auto const text = trimmed(cursor_.take_field());
    if (is_missing(text)) return accept_missing(name, text);
    code = labels.code(text);
    return true;
}

/// Counts the fields of the record, `taken` of which have been read.
void csv_rows::refuse_ragged(std::size_t taken) {
    while (cursor_.take_comma()) {
        cursor_.skip_field();
        ++taken;
    }
    cursor_.fail(
        fmt::format("{} field{} where the first line has {}; correct the line", taken, taken == 1 ? "" : "s", plan_.size()));
}

std::size_t csv_rows::take(std::size_t most, row_out out, row_codes& codes) {
    using enum column_plan::use;
    std::size_t row = 0;
    while (row < most) {
        if (window_->is_due(cursor_.bytes_left())) move_on();
        if (cursor_.at_end()) break;
        if (cursor_.at_blank_line() && plan_.size() > 1) cursor_.fail("the line is blank; remove it");
        double* const features = out.features + row * out.width;
        bool complete = true;
        for (std::size_t i = 0; i < plan_.size(); ++i) {
            if (i > 0 && !cursor_.take_comma()) refuse_ragged(i);
            double& cell = features[plan_[i].offset];
            switch (plan_[i].what) {
                case skip: cursor_.skip_field(); break;
                case feature: complete &= cursor_.take_number(cell) || take_cell(names_[i], true, cell); break;
                case category: complete &= take_label(names_[i], codes.categories[plan_[i].category].levels, cell); break;
                case number:
                    complete &= cursor_.take_number(out.target[row]) || take_cell(names_[i], false, out.target[row]);
                    break;
                case label: complete &= take_label(names_[i], codes.labels, out.target[row]); break;
            }
        }
        if (cursor_.at_comma()) refuse_ragged(plan_.size());
        if (cursor_.at_end() && !window_->is_last())
            cursor_.fail(fmt::format("the record is longer than {}; is a quote never closed?",
                                     in_bytes(static_cast<double>(text_window::longest_record))));
        cursor_.take_line_break();
        row += complete;
        dropped_ += !complete;
    }
    return row;
}

}  // namespace firefly
