module;
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
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

namespace firefly {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

constexpr std::uint64_t label_index = 0;  // of the label, where columns count from 1

std::string name_of(std::uint64_t index) {
    return index == label_index ? "the label" : fmt::format("column {}", index);
}

/// The columns by the names that were asked for: a list of all would be as long as the highest index.
std::vector<std::uint64_t> indices_of(std::string_view file, std::vector<std::string> const& names, std::uint64_t columns) {
    std::vector<std::uint64_t> indices;
    for (auto const& name : names) {
        std::uint64_t index = 0;
        auto const [end, failure] = std::from_chars(name.data(), name.data() + name.size(), index);
        if (failure != std::errc{} || end != name.data() + name.size() || index == 0 || index > columns)
            throw data_error(fmt::format("{}: there is no column {}; there are 1 to {}", file, in_quotes(name), columns));
        indices.push_back(index);
    }
    return indices;
}

}  // namespace

libsvm_cursor::libsvm_cursor(std::string file, text_window& window)
    : file_(std::move(file)), window_(&window), left_(window.text()) {}

void libsvm_cursor::fail(std::string_view what) const {
    throw data_error(fmt::format("{}:{}: {}", file_, line_, what));
}

bool libsvm_cursor::next_record(std::string_view& label) {
    for (;;) {
        if (window_->is_due(left_.size())) {
            window_->move_on(left_.size());
            left_ = window_->text();
        }
        if (left_.empty()) return false;
        std::size_t const end = std::min(left_.find('\n'), left_.size());
        ++line_;
        if (end == left_.size() && !window_->is_last())
            fail(fmt::format("the line is longer than {}; correct it", in_bytes(static_cast<double>(text_window::longest_record))));
        record_ = left_.substr(0, end);
        left_.remove_prefix(std::min(end + 1, left_.size()));
        record_ = record_.substr(0, record_.find('#'));
        last_index_ = 0;
        label = take_token();
        if (label.empty()) continue;
        if (label.find(':') != std::string_view::npos)
            fail(fmt::format("the line begins with {} where its label should be; write one", in_quotes(label)));
        if (label.find(',') != std::string_view::npos)
            fail(fmt::format("several labels ({}); give each row one", in_quotes(label)));
        return true;
    }
}

bool libsvm_cursor::next_entry(std::uint64_t& index, std::string_view& value) {
    auto const token = take_token();
    if (token.empty()) return false;
    if (token.starts_with("qid:")) fail("a query (qid) is for ranking, which firefly does not do; remove it");
    char const* const end = token.data() + token.size();
    auto const [after, failure] = std::from_chars(token.data(), end, index);
    if (failure != std::errc{} || after == end || *after != ':')
        fail(fmt::format("{} is not index:value; correct the line", in_quotes(token)));
    if (index == 0) fail("index 0; indices count from 1: add one to each");
    if (index <= last_index_)
        fail(fmt::format("index {} comes after {}; write each index once, in ascending order", index, last_index_));
    last_index_ = index;
    value = std::string_view(after + 1, end);
    return true;
}

std::string_view libsvm_cursor::take_token() {
    char const* first = record_.data();
    char const* const end = first + record_.size();
    while (first != end && is_blank(*first)) ++first;
    char const* last = first;
    while (last != end && !is_blank(*last)) ++last;
    record_ = {last, end};
    return {first, last};
}

libsvm_size measure_libsvm(std::string const& file, text_window& window) {
    libsvm_cursor cursor(file, window);
    libsvm_size size;
    std::string_view label, value;
    for (; cursor.next_record(label); ++size.rows)
        for (std::uint64_t index = 0; cursor.next_entry(index, value);) size.columns = std::max(size.columns, index);
    if (size.rows == 0) throw data_error(fmt::format("{}: there is no row; give a file with data", file));
    return size;
}

libsvm_rows::libsvm_rows(std::string file, text_window& window, std::uint64_t columns, read_options const& options)
    : file_(std::move(file)), options_(options), cursor_(file_, window) {
    if (!options_.target.empty() && options_.target != "label")
        throw data_error(fmt::format("{}: the target of a LIBSVM file is its label; leave out --target", file_));
    names_ = options_.features.empty() ? numbered_columns(columns) : options_.features;
    auto const indices = indices_of(file_, names_, columns);
    choice_ = choose_columns(file_, names_, std::nullopt, options_);
    for (std::size_t i = 0; i < choice_.features.size(); ++i)
        wanted_.push_back({indices[choice_.features[i]], i + options_.intercept});
    std::ranges::sort(wanted_, {}, &wanted_column::index);
}

row_codes libsvm_rows::make_codes() const {
    return firefly::make_codes(file_, fmt::format("{}: the label", file_), names_, choice_, options_);
}

/// False for a missing value of a row that is to be dropped.
bool libsvm_rows::accept_missing(std::uint64_t index, std::string_view text) const {
    if (options_.missing == missing_cells::drop) return false;
    cursor_.fail(fmt::format("{} is missing ({}); fill the cell, remove the row, or drop all such rows with --missing drop",
                             name_of(index), in_quotes(text)));
}

bool libsvm_rows::read_value(std::uint64_t index, std::string_view text, double& value) const {
    char const* first = text.data();
    if (scan_number(first, text.data() + text.size(), value) && first == text.data() + text.size()) return true;
    if (is_missing(text)) return accept_missing(index, text);
    cursor_.fail(fmt::format("{} is not a finite number ({}); correct it", name_of(index), in_quotes(text)));
}

bool libsvm_rows::read_label(std::string_view text, label_coder& labels, double& code) const {
    if (is_missing(text)) return accept_missing(label_index, text);
    code = labels.code(text);
    return true;
}

/// The wanted columns and the indices of a row both ascend: they are walked together.
std::size_t libsvm_rows::take(std::size_t most, row_out out, row_codes& codes) {
    std::size_t row = 0;
    std::string_view label, text;
    while (row < most && cursor_.next_record(label)) {
        double* const features = out.features + row * out.width;
        std::fill(features + options_.intercept, features + out.width, 0.0);
        bool complete = options_.kind == target_kind::classes ? read_label(label, codes.labels, out.target[row])
                                                              : read_value(label_index, label, out.target[row]);
        auto column = wanted_.begin();
        for (std::uint64_t index = 0; cursor_.next_entry(index, text);) {
            while (column != wanted_.end() && column->index < index) ++column;
            if (column != wanted_.end() && column->index == index) complete &= read_value(index, text, features[column->offset]);
        }
        row += complete;
        dropped_ += !complete;
    }
    code_categories(codes.categories, out.features, out.width, row);
    return row;
}

}  // namespace firefly
