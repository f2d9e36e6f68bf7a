module;
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

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

namespace {

/// Made in its place: an array that moves would leave its elements behind.
std::variant<npy_array, idx_array> open_array(std::filesystem::path const& path) {
    using either = std::variant<npy_array, idx_array>;
    if (format_of_name(path.string()) == data_format::npy) return either(std::in_place_type<npy_array>, path);
    return either(std::in_place_type<idx_array>, path);
}

}  // namespace

target_array::target_array(std::string const& path, std::string_view features, std::size_t rows) : array_(open_array(path)) {
    std::visit(
        [&](auto const& array) {
            if (array.columns() != 1 || array.rows() != rows)
                throw data_error(fmt::format("{}: {} × {} targets for the {} rows of {}; save one for each row", array.file(),
                                             array.rows(), array.columns(), rows, features));
        },
        array_);
}

std::string target_array::name() const {
    std::filesystem::path path(file());
    if (path.extension() == ".gz") path.replace_extension();
    return path.stem().string();
}

std::string const& target_array::file() const {
    return std::visit([](auto const& array) -> std::string const& { return array.file(); }, array_);
}

void target_array::copy(std::size_t first, std::size_t count, double* out) const {
    std::size_t const only = 0;
    std::visit([&](auto const& array) { array.copy(first, count, std::span(&only, 1), out, 1); }, array_);
}

void target_array::forget() const {
    std::visit([](auto const& array) { array.forget(); }, array_);
}

}  // namespace firefly
