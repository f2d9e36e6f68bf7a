module;
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

namespace {

template <class Array>
void copy_target(std::string_view features, Array const& target, file_data& data) {
    if (target.columns() != 1 || target.rows() != data.target.size())
        throw data_error(fmt::format("{}: {} × {} targets for the {} rows of {}; save one for each row", target.file(),
                                     target.rows(), target.columns(), data.target.size(), features));
    std::size_t const only = 0;
    target.copy(std::span(&only, 1), data.target.data(), 1);
}

}  // namespace

bool accept_cell(std::string_view file, std::size_t row, std::size_t column, double value, read_options const& options) {
    if (std::isfinite(value)) return true;
    if (!std::isnan(value))
        throw data_error(
            fmt::format("{}: row {}, column {} is infinite; correct it, or leave the column out", file, row + 1, column + 1));
    if (options.missing == missing_cells::refuse)
        throw data_error(
            fmt::format("{}: row {}, column {} is NaN; fill the cell, remove the row, or drop all such rows with --missing drop",
                        file, row + 1, column + 1));
    return false;
}

target_place read_target_file(std::string_view file, read_options const& options, file_data& data) {
    std::filesystem::path path(options.target);
    if (format_of_name(options.target) == data_format::npy)
        copy_target(file, npy_array(path), data);
    else
        copy_target(file, idx_array(path), data);
    if (path.extension() == ".gz") path.replace_extension();
    data.target_name = path.stem().string();
    return {options.target, 0};
}

void code_cells(std::string_view file, target_place const& target, column_choice const& choice, read_options const& options,
                file_data& data) {
    if (options.kind == target_kind::classes) {
        label_coder labels(fmt::format("{}: column {}", target.file, target.column + 1));
        for (double& value : data.target) value = labels.code(value);
        data.labels = labels.finish(options, as_out(data.target));
    }
    code_categories(file, choice, options, data);
}

}  // namespace firefly
