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
#include <utility>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Moves over the records and their entries.
class libsvm_cursor {
public:
    libsvm_cursor(std::string_view file, std::string_view text) : file_(file), left_(text) {}

    [[noreturn]] void fail(std::string_view what) const { throw data_error(fmt::format("{}:{}: {}", file_, line_, what)); }

    /// To the next line that holds a record, whose label it takes. False at the end.
    bool next_record(std::string_view& label) {
        while (!left_.empty()) {
            std::size_t const end = std::min(left_.find('\n'), left_.size());
            record_ = left_.substr(0, end);
            left_.remove_prefix(std::min(end + 1, left_.size()));
            ++line_;
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
        return false;
    }

    /// The next entry of the record: false at its end.
    bool next_entry(std::uint64_t& index, std::string_view& value) {
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

private:
    std::string_view take_token() {
        char const* first = record_.data();
        char const* const end = first + record_.size();
        while (first != end && is_blank(*first)) ++first;
        char const* last = first;
        while (last != end && !is_blank(*last)) ++last;
        record_ = {last, end};
        return {first, last};
    }

    std::string_view file_;
    std::string_view left_;
    std::string_view record_;
    std::size_t line_ = 0;
    std::uint64_t last_index_ = 0;
};

struct table_size {
    std::size_t rows = 0;
    std::uint64_t columns = 0;
};

table_size measure(std::string_view file, std::string_view text) {
    libsvm_cursor cursor(file, text);
    table_size size;
    std::string_view label, value;
    for (; cursor.next_record(label); ++size.rows)
        for (std::uint64_t index = 0; cursor.next_entry(index, value);) size.columns = std::max(size.columns, index);
    return size;
}

constexpr std::uint64_t label_index = 0;  // of the label, where columns count from 1

std::string name_of(std::uint64_t index) {
    return index == label_index ? "the label" : fmt::format("column {}", index);
}

/// False for a missing value of a row that is to be dropped.
bool accept_missing(libsvm_cursor const& cursor, std::uint64_t index, std::string_view text, read_options const& options) {
    if (options.missing == missing_cells::drop) return false;
    cursor.fail(fmt::format("{} is missing ({}); fill the cell, remove the row, or drop all such rows with --missing drop",
                            name_of(index), in_quotes(text)));
}

bool read_value(libsvm_cursor const& cursor, std::uint64_t index, std::string_view text, read_options const& options,
                double& value) {
    char const* first = text.data();
    if (scan_number(first, text.data() + text.size(), value) && first == text.data() + text.size()) return true;
    if (is_missing(text)) return accept_missing(cursor, index, text, options);
    cursor.fail(fmt::format("{} is not a finite number ({}); correct it", name_of(index), in_quotes(text)));
}

bool read_label(libsvm_cursor const& cursor, std::string_view text, read_options const& options, label_coder& labels,
                double& code) {
    if (is_missing(text)) return accept_missing(cursor, label_index, text, options);
    code = labels.code(text);
    return true;
}

/// A column that is a feature.
struct wanted_column {
    std::uint64_t index;  // in the file
    std::size_t offset;   // in a row of the data set
};

/// Fills the data set; returns how many rows it has then, without those that were dropped. The wanted columns ascend, as the
/// indices of a row do: both are walked together.
std::size_t take_rows(libsvm_cursor cursor, std::vector<wanted_column> const& wanted, read_options const& options,
                      label_coder& labels, file_data& data) {
    std::size_t const width = data.columns.size();
    std::size_t row = 0;
    std::string_view label, text;
    while (cursor.next_record(label)) {
        double* const features = data.features.data() + row * width;
        std::fill(features + options.intercept, features + width, 0.0);
        bool complete = options.kind == target_kind::classes ? read_label(cursor, label, options, labels, data.target(row))
                                                             : read_value(cursor, label_index, label, options, data.target(row));
        auto column = wanted.begin();
        for (std::uint64_t index = 0; cursor.next_entry(index, text);) {
            while (column != wanted.end() && column->index < index) ++column;
            if (column != wanted.end() && column->index == index)
                complete &= read_value(cursor, index, text, options, features[column->offset]);
        }
        row += complete;
        data.dropped += !complete;
    }
    return row;
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

file_data read_libsvm(std::filesystem::path const& path, read_options const& options) {
    std::string const file = path.string();
    if (!options.target.empty() && options.target != "label")
        throw data_error(fmt::format("{}: the target of a LIBSVM file is its label; leave out --target", file));
    file_bytes const bytes(path);
    auto const [rows, columns] = measure(file, bytes.text());
    if (rows == 0) throw data_error(fmt::format("{}: there is no row; give a file with data", file));
    if (options.features.empty()) check_size(file, rows, columns, options);  // before the names of so many columns are made
    auto const names = options.features.empty() ? numbered_columns(columns) : options.features;
    auto const indices = indices_of(file, names, columns);
    auto const choice = choose_columns(file, names, std::nullopt, options);
    auto data = make_data_set(file, names, choice, options, rows);
    data.target_name = "label";

    std::vector<wanted_column> wanted;
    for (std::size_t i = 0; i < choice.features.size(); ++i) wanted.push_back({indices[choice.features[i]], i + options.intercept});
    std::ranges::sort(wanted, {}, &wanted_column::index);
    label_coder labels(fmt::format("{}: the label", file));
    keep_first(file, data, take_rows(libsvm_cursor(file, bytes.text()), wanted, options, labels, data));
    if (options.kind == target_kind::classes) data.labels = labels.finish(options, as_out(data.target));
    code_categories(file, choice, options, data);
    return data;
}

}  // namespace firefly
