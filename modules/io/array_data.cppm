/// Data sets from arrays of numbers, of whatever format: `npy_array`, `idx_array`.
///
/// A cell that is NaN is missing. The columns have no names and are called by their number from 1. A file of its own may hold the target.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.io:array_data;

import firefly.external;
import firefly.core;
import firefly.data;
import :categories;
import :columns;
import :data_format;
import :file_data;
import :idx_array;
import :labels;
import :npy_array;
import :read_options;

namespace firefly {

/// Where the target is: what messages call it.
struct target_place {
    std::string file;
    std::size_t column = 0;
};

/// Throws `data_error` for an infinite cell, and for a missing one unless rows with such are dropped. True where it is there.
bool accept_cell(std::string_view file, std::size_t row, std::size_t column, double value, read_options const& options);

/// The target from a file of its own, one for each row. Returns what messages call it.
target_place read_target_file(std::string_view file, read_options const& options, file_data& data);

/// Codes for classes and categories, once all cells are known to be there.
void code_cells(std::string_view file, target_place const& target, column_choice const& choice, read_options const& options,
                file_data& data);

template <class Array>
file_data data_from_array(Array const& array, read_options const& options) {
    auto const named = format_of_name(options.target);
    bool const separate = named == data_format::npy || named == data_format::idx;
    auto const names = numbered_columns(array.columns());
    auto const choice = choose_columns(array.file(), names, separate ? std::nullopt : std::optional(options.target), options);
    auto data = make_data_set(array.file(), names, choice, options, array.rows());
    std::size_t const width = data.columns.size();
    array.copy(choice.features, data.features.data() + options.intercept, width);
    target_place place{array.file(), 0};
    if (separate) {
        place = read_target_file(array.file(), options, data);
    } else {
        place.column = *choice.target;
        array.copy(std::span(&*choice.target, 1), data.target.data(), 1);
    }

    std::size_t kept = 0;
    for (std::size_t i = 0; i < array.rows(); ++i) {
        double const* const row = data.features.data() + i * width;
        bool complete = true;
        for (std::size_t j = 0; j < choice.features.size(); ++j)
            complete &= accept_cell(array.file(), i, choice.features[j], row[j + options.intercept], options);
        complete &= accept_cell(place.file, i, place.column, data.target(i), options);
        if (complete && kept != i) {
            std::copy_n(row, width, data.features.data() + kept * width);
            data.target(kept) = data.target(i);
        }
        kept += complete;
    }
    data.dropped = array.rows() - kept;
    keep_first(array.file(), data, kept);
    code_cells(array.file(), place, choice, options, data);
    return data;
}

}  // namespace firefly
