module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :array_rows;
import :cells;
import :columns;
import :idx_array;
import :labels;
import :npy_array;
import :number_array;
import :row_reader;

namespace firefly {

std::unique_ptr<number_array const> open_array(std::filesystem::path const& path, data_format format) {
    if (format == data_format::npy) return std::make_unique<npy_array const>(path);
    return std::make_unique<idx_array const>(path);
}

array_rows::array_rows(std::filesystem::path const& path, read_options const& options, data_format format)
    : row_reader(path.string(), options), array_(open_array(path, format)) {
    names_ = numbered_columns(array_->columns());
    bool const separate = open_target();
    choice_ = choose_columns(file_, names_, options_, separate);
    if (choice_.target) target_name_ = names_[*choice_.target];
}

/// Whether the target is in a file of its own.
bool array_rows::open_target() {
    auto const format = format_of_name(options_.target);
    bool const named = format == data_format::npy || format == data_format::idx;
    if (!named || options_.need == target_need::none) return false;
    if (options_.need == target_need::optional && !std::filesystem::exists(options_.target)) return false;
    target_array_ = open_array(options_.target, *format);
    if (target_array_->columns() != 1 || target_array_->rows() != array_->rows())
        throw data_error({.file = target_array_->file(),
                          .what = fmt::format("{} × {} targets for the {} rows of {}", target_array_->rows(),
                                              target_array_->columns(), array_->rows(), file_),
                          .remedy = "save one for each row",
                          .setting = "target"});
    std::filesystem::path name(options_.target);  // the target is called as its file, without the ends
    if (name.extension() == ".gz") name.replace_extension();
    target_name_ = name.stem().string();
    return true;
}

column_place array_rows::place(std::size_t column) const {
    if (column == the_target && target_array_) return {target_array_->file(), target_name_, "column 1"};
    std::string const& name = names_[column == the_target ? *choice_.target : column];
    return {file_, name, fmt::format("column {}", name)};
}

bool array_rows::accept_cell(std::size_t column, double value) const {
    if (std::isfinite(value)) return true;
    cell_position const at{.row = row_ + 1};
    if (!std::isnan(value)) throw data_error(cell_fault(place(column), at, "is infinite", "correct it, or leave the column out"));
    return accept_missing(column, at, "NaN");
}

/// Whether all cells are there; then labels and categories become codes.
bool array_rows::accept_row(double* features, double* target, row_codes& codes) const {
    bool complete = true;
    for (std::size_t j = 0; j < choice_.features.size(); ++j) complete &= accept_cell(choice_.features[j], features[j]);
    if (has_target()) complete &= accept_cell(the_target, *target);
    if (!complete) return false;
    cell_position const at{.row = row_ + 1};
    if (codes.target) *target = code(*codes.target, *target, at);
    for (auto& [offset, levels] : codes.categories) features[offset] = code(levels, features[offset], at);
    return true;
}

void array_rows::keep_cells(std::size_t row, std::vector<std::string>& kept) const {
    for (std::size_t const column : choice_.kept) {
        double value = 0;
        array_->copy(row, 1, std::span(&column, 1), &value, 1);
        kept.push_back(fmt::format("{}", value));
    }
}

/// The next rows of the file, those that are complete moved up to follow each other. How many these are.
std::size_t array_rows::take_some(std::size_t count, row_out const& out, row_codes& codes) {
    array_->copy(row_, count, choice_.features, out.features, out.width);
    if (target_array_) {
        std::size_t const only = 0;
        target_array_->copy(row_, count, std::span(&only, 1), out.target, 1);
    } else if (choice_.target) {
        array_->copy(row_, count, std::span(&*choice_.target, 1), out.target, 1);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i, ++row_) {
        double* const row = out.features + i * out.width;
        double* const target = has_target() ? out.target + i : nullptr;
        if (!accept_row(row, target, codes)) continue;
        if (kept != i) {
            std::copy_n(row, choice_.features.size(), out.features + kept * out.width);
            if (target) out.target[kept] = *target;
        }
        if (!choice_.kept.empty()) keep_cells(row_, *out.kept);
        ++kept;
    }
    dropped_ += count - kept;
    return kept;
}

std::size_t array_rows::take(std::size_t most, row_out const& out, row_codes& codes) {
    std::size_t kept = 0;
    while (kept < most && row_ < array_->rows())
        kept += take_some(std::min(most - kept, array_->rows() - row_),
                          {out.features + kept * out.width, out.width, out.target ? out.target + kept : nullptr, out.kept}, codes);
    array_->forget();
    if (target_array_) target_array_->forget();
    return kept;
}

}  // namespace firefly
