/// Which columns of a table become the features and the target. Shared by all readers.
module;
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:columns;

import firefly.external;
import firefly.core;
import firefly.data;
import :file_data;
import :read_options;

namespace firefly {

/// Whether statisticians would call the cell missing: empty, NA, N/A, NaN or null, in any case of letters.
bool is_missing(std::string_view cell);

/// Positions in the file.
struct column_choice {
    std::optional<std::size_t> target;  // empty: the target comes from another file
    std::vector<std::size_t> features;
    std::vector<bool> categorical;  // which of the features are: `one_hot`
};

/// Throws `data_error` when a column does not exist (with the nearest name), is chosen twice, or none is left. An empty
/// `target` in place of `options.target` means that the target is elsewhere.
column_choice choose_columns(std::string_view file, std::span<std::string const> names, std::optional<std::string> const& target,
                             read_options const& options);

/// Throws `data_error`, with the size, when a matrix would exceed `most_bytes`. The sizes may be absurd.
void check_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options);

/// A data set of the right size and names: the intercept is filled in, the rest is for the reader to fill. Throws as `check_size`.
file_data make_data_set(std::string_view file, std::span<std::string const> names, column_choice const& choice,
                        read_options const& options, std::size_t rows);

/// Forgets all rows after the first `rows`. Throws `data_error` when none is left.
void keep_first(std::string_view file, file_data& data, std::size_t rows);

}  // namespace firefly
