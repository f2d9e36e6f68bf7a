/// A data set from a file of any format that can be read: what `row_stream` reads, in memory and with indicators in place of codes.
module;
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:read_data;

import firefly.core;
import firefly.data;
import :data_format;
import :read_options;

namespace firefly {

/// A data set, and what happened on the way. What is not read has lost no rows, and is a plain `data_set`.
export struct file_data : data_set {
    std::size_t dropped = 0;               // rows that were left out because a cell is missing
    std::vector<known_levels> categories;  // columns that became indicators, with all their levels
    std::vector<std::string> warnings;     // one line each
};

/// Without a format, by the name: `format_of`. Throws `data_error` with one line: what is wrong, where, and what to do.
export file_data read_data(std::filesystem::path const& path, read_options const& options,
                           std::optional<data_format> format = std::nullopt);

/// A table as it was read: a number for each cell.
export struct coded_data {
    matrix rows;                        // codes are places among the levels of their column
    std::vector<coded_column> columns;  // as `row_stream` has them, without an intercept
    vector target;
    coded_column target_column;  // its levels are the classes
    std::size_t dropped = 0;     // rows that were left out because a cell is missing
};

/// The same without indicators. Where nothing is read but the target, `rows` has no columns.
export coded_data read_codes(std::filesystem::path const& path, read_options const& options,
                             std::optional<data_format> format = std::nullopt);

/// A column of a file, and whether it holds texts: a cell in the first thousand rows is neither a number nor missing.
export struct file_column {
    std::string name;
    bool holds_text = false;
};

/// All columns of a CSV file, which is read as the options say about header and encoding. Cells are looked at in the columns that the options
/// keep, as far as there are such; all others count as numbers. Throws `data_error`.
export std::vector<file_column> columns_of_csv(std::filesystem::path const& path, read_options const& options);

/// The same of comma-separated values, whatever the file's name.
export inline file_data read_csv(std::filesystem::path const& path, read_options const& options) {
    return read_data(path, options, data_format::csv);
}

}  // namespace firefly
