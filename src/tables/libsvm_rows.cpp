module;
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :cells;
import :columns;
import :labels;
import :libsvm_cursor;
import :libsvm_rows;
import :row_reader;
import :text_source;

namespace firefly {

namespace {

constexpr std::string_view label_name = "label";

/// The column of this name: a list of all names would be as long as the highest index.
std::uint64_t index_of(std::string const& file, std::string const& name, std::uint64_t columns) {
    std::uint64_t index = 0;
    auto const [end, failure] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (failure != std::errc{} || end != name.data() + name.size() || index == 0 || index > columns)
        throw data_error({.file = file,
                          .column = name,
                          .what = fmt::format("there is no column {}", in_quotes(name)),
                          .remedy = fmt::format("there are 1 to {}", columns)});
    return index;
}

}  // namespace

libsvm_rows::libsvm_rows(std::filesystem::path const& path, read_options const& options, reading how)
    : row_reader(path.string(), options), source_(path, how), cursor_(file_, source_.window()) {
    bool const wants_label = options_.target.empty() || options_.target == label_name;
    if (!wants_label && options_.need == target_need::required)
        throw data_error({.file = file_,
                          .column = options_.target,
                          .what = "the target of a LIBSVM file is its label",
                          .remedy = "choose no other",
                          .setting = "target"});
    if (wants_label && options_.need != target_need::none) target_name_ = label_name;
    std::uint64_t columns = options_.libsvm_columns.value_or(0);
    if (source_.is_whole()) {
        auto const size = measure_libsvm(file_, source_.window());
        rows_ = size.rows;
        if (!options_.libsvm_columns) columns = size.columns;
    }
    choose(columns);
}

void libsvm_rows::choose(std::uint64_t columns) {
    if (options_.features.empty()) {
        check_size(file_, rows_.value_or(1), columns, options_);  // before the names of all of them are made
        names_ = numbered_columns(columns);
    } else {
        for (auto const& name : options_.features)
            if (name != intercept_name) names_.push_back(name);
    }
    read_options columns_alone = options_;
    columns_alone.keep.clear();
    std::vector<std::uint64_t> indices;
    for (auto const& name : names_) indices.push_back(index_of(file_, name, columns));
    choice_ = choose_columns(file_, names_, columns_alone, true);
    for (std::size_t i = 0; i < choice_.features.size(); ++i) wanted_.push_back({indices[choice_.features[i]], i});
    std::ranges::sort(wanted_, {}, &wanted_column::index);
    for (std::size_t i = 0; i < options_.keep.size(); ++i)
        kept_.push_back({options_.keep[i] == label_name ? 0 : index_of(file_, options_.keep[i], columns), i});
}

column_place libsvm_rows::place(std::size_t column) const {
    if (column == the_target) return {file_, std::string(label_name), "the label"};
    return {file_, names_[column], fmt::format("column {}", names_[column])};
}

bool libsvm_rows::read_value(std::size_t column, std::string_view text, double& value) const {
    char const* first = text.data();
    if (scan_number(first, text.data() + text.size(), value) && first == text.data() + text.size()) return true;
    cell_position const at{.line = cursor_.line()};
    if (is_missing(text)) return accept_missing(column, at, text);
    throw data_error(cell_fault(place(column), at, fmt::format("is not a finite number ({})", in_quotes(text)), "correct it"));
}

bool libsvm_rows::read_target(std::string_view label, row_codes& codes, double& target) const {
    if (!reads_classes()) return read_value(the_target, label, target);
    cell_position const at{.line = cursor_.line()};
    if (is_missing(label)) return accept_missing(the_target, at, label);
    target = code(*codes.target, label, at);
    return true;
}

void libsvm_rows::code_categories(double* features, row_codes& codes) const {
    for (auto& [offset, levels] : codes.categories) features[offset] = code(levels, features[offset], {.line = cursor_.line()});
}

/// The wanted columns and the indices of a row both ascend: they are walked together.
std::size_t libsvm_rows::take(std::size_t most, row_out const& out, row_codes& codes) {
    std::size_t const width = choice_.features.size(), kept = kept_.size(), kept_before = kept > 0 ? out.kept->size() : 0;
    std::size_t row = 0;
    std::string_view label, text;
    while (row < most && cursor_.next_record(label)) {
        double* const features = out.features + row * out.width;
        std::fill_n(features, width, 0.0);
        bool complete = !has_target() || read_target(label, codes, out.target[row]);
        if (kept > 0) {
            out.kept->resize(kept_before + row * kept);
            for (auto const& [index, place] : kept_) out.kept->emplace_back(index == 0 ? label : "0");
        }
        auto column = wanted_.begin();
        for (std::uint64_t index = 0; cursor_.next_entry(index, text);) {
            while (column != wanted_.end() && column->index < index) ++column;
            if (column != wanted_.end() && column->index == index)
                complete &= read_value(choice_.features[column->offset], text, features[column->offset]);
            for (auto const& [wanted, place] : kept_)
                if (wanted == index) (*out.kept)[kept_before + row * kept + place] = text;
        }
        if (complete) code_categories(features, codes);
        row += complete;
        dropped_ += !complete;
    }
    if (kept > 0) out.kept->resize(kept_before + row * kept);
    return row;
}

std::uint64_t highest_index(std::vector<std::filesystem::path> const& paths) {
    std::uint64_t highest = 0;
    for (auto const& path : paths) {
        if (!std::filesystem::is_regular_file(path) && std::filesystem::exists(path))
            throw data_error(
                {.file = path.string(), .what = "LIBSVM is read twice, which a pipe cannot be", .remedy = "save it as a file"});
        text_window window(path);
        highest = std::max(highest, measure_libsvm(path.string(), window).columns);
    }
    return highest;
}

}  // namespace firefly
