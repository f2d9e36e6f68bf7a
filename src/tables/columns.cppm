/// Which columns of a table become the features and the target. Shared by all readers.
module;
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables:columns;

import :read_options;

namespace firefly {

/// Positions in the file.
struct column_choice {
    std::optional<std::size_t> target;  // empty: there is none, or it comes from another file
    std::vector<std::size_t> features;  // and behind them the `cases`
    std::vector<bool> categorical;      // which of the features are: `one_hot` and `levels`
    std::vector<std::size_t> kept;
};

/// Throws `data_error` when a column does not exist (with the nearest name), is chosen twice, or none is left. With `elsewhere` the target is
/// none of the columns.
column_choice choose_columns(std::string_view file, std::span<std::string const> names, read_options const& options,
                             bool elsewhere = false);

/// Throws `data_error`, with the size, when a matrix would exceed `most_bytes`. The sizes may be absurd.
void check_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options);

/// The same for one that there was no memory for (`std::bad_alloc`), whatever the limit.
[[noreturn]] void refuse_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options);

}  // namespace firefly
