/// Data sets from arrays in MNIST's format. What can be read: see `idx_array`.
module;
#include <filesystem>

export module firefly.tables:idx;

import :file_data;
import :read_options;

namespace firefly {

/// Columns are called by their number from 1: of an image, row after row of pixels. The target is one of them, or another file, which is
/// called as IDX or NPY files are. Throws `data_error` with one line that names the file, the row, the column, and what to do.
export file_data read_idx(std::filesystem::path const& path, read_options const& options);

}  // namespace firefly
