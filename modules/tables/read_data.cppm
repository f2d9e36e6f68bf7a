/// A data set from a file of any format that can be read: what `row_stream` reads, in memory and with indicators in place of codes.
module;
#include <filesystem>
#include <optional>

export module firefly.tables:read_data;

import :data_format;
import :file_data;
import :read_options;

namespace firefly {

/// Without a format, by the name: `format_of`. Throws `data_error` with one line: what is wrong, where, and what to do.
export file_data read_data(std::filesystem::path const& path, read_options const& options,
                           std::optional<data_format> format = std::nullopt);

/// The same of comma-separated values, whatever the file's name.
export inline file_data read_csv(std::filesystem::path const& path, read_options const& options) {
    return read_data(path, options, data_format::csv);
}

}  // namespace firefly
