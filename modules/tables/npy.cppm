/// Matrices and data sets from arrays that NumPy saved. What can be read: see `npy_array`. The file is mapped; the only copy is the
/// result, in double.
module;
#include <filesystem>

export module firefly.tables:npy;

import firefly.core;
import :file_data;
import :read_options;

namespace firefly {

/// All elements; an array of one dimension is a matrix of one column. NaN and infinity are passed on. Throws `data_error`.
export matrix read_npy(std::filesystem::path const& path);

/// Columns are called by their number from 1. The target is one of them, or another file, which is called as NPY or IDX files
/// are. NaN is a missing cell. Throws `data_error` with one line that names the file, the row, the column, and what to do.
export file_data read_npy(std::filesystem::path const& path, read_options const& options);

}  // namespace firefly
